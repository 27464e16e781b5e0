import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import SluiceText

/// A stream with a share of the listener's cases, each under the canonical schedule.
struct ObservedPlay {
  private let product: Product
  private let subject: Subject
  private let cases: [ScenarioCase]
  /// What the cases show that the stream does, as `sluice traits` corrects its declaration.
  let seen: Traits

  /// The cases of every play: a consumer that waits is cancelled, or leaves its loop.
  private static let always: Set = ["cancellation/waiting", "cancellation/leaving"]

  /// A stream that plays a share of the cases.
  ///
  /// - Parameters:
  ///   - subject: The stream.
  ///   - number: The number that chooses the share.
  ///   - leaks: Whether its source ignores each remove.
  ///   - observesAll: Whether the behaviour is read off all cases, and not off the share.
  /// - Throws: The error of scenarios that can't be read.
  init(
    of subject: Subject, _ number: Int, leaks: Bool = false, observesAll: Bool = false
  ) throws {
    var behavior = ListenerBehavior()
    behavior.registrations.ignoresRemoves = leaks
    product = ListenerProduct.product(behaving: behavior)
    self.subject = subject
    let runner = CaseRunner(products: [product.with([subject])], subjectName: subject.name)
    let all = try ShippedScenarios.cases().filter { scenario in
      scenario.place.product == "listener" && !scenario.tags.contains("traps")
        && runner.reasonToSkip(scenario) == nil
    }
    cases = all.enumerated().filter { place, scenario in
      (place + number).isMultiple(of: 24)
        || Self.always.contains { file in scenario.id.hasPrefix("listener/\(file)/") }
    }.map(\.element)
    var observed = ObservedStream(subject: subject)
    for scenario in observesAll ? all : cases {
      observed.add(CaseExplorer(of: scenario, playedBy: runner).observed(schedules: 0))
    }
    seen = subject.traits.corrected(by: observed.comparisons)
  }

  /// The cases that fail, each with what is broken.
  ///
  /// - Parameter traits: What the stream declares.
  /// - Returns: The causes by the ids of the cases.
  func causes(declaring traits: Traits) -> [String: String] {
    var subject = subject
    subject.traits = traits
    let runner = CaseRunner(products: [product.with([subject])], subjectName: subject.name)
    var causes: [String: String] = [:]
    for scenario in cases where runner.reasonToSkip(scenario) == nil {
      if let problem = CaseExplorer(of: scenario, playedBy: runner).result().failure {
        causes[scenario.id] = problem.cause
      }
    }
    return causes
  }
}
