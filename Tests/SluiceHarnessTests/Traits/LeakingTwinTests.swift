import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import Testing

@Suite("Leaking twin")
struct LeakingTwinTests {
  /// The right streams, each with its place, by which it plays a share of the cases.
  private static let streams = ControlStreams.all + PairwiseControls.all

  @Test(
    "is red as its right stream declares, and as is read off itself",
    arguments: zip(streams.indices, streams.map(\.name)))
  func twin(_ number: Int, _ name: String) throws {
    let play = try Play(of: Self.streams[number], number, leaks: true)
    for traits in [Self.streams[number].traits, play.seen] {
      let causes = play.causes(declaring: traits)
      #expect(causes.values.contains(where: Self.isOfALeak), "\(traits.declaration): \(causes)")
    }
  }

  /// Whether a leak is told by the rule, and not by what follows from it.
  private static func isOfALeak(_ cause: String) -> Bool {
    cause.hasPrefix("cancellation.") || cause.hasPrefix("teardown.")
  }
}

@Suite("Declaration that is read off a right stream in all cases", .campaign)
struct DeclarationCampaign {
  @Test(
    "makes it pass",
    arguments: zip(ControlStreams.all.indices, ControlStreams.all.map(\.name)))
  func right(_ number: Int, _ name: String) throws {
    let play = try Play(of: ControlStreams.all[number], number, observesAll: true)
    #expect(play.causes(declaring: play.seen) == [:], "\(play.seen.declaration)")
  }
}

@Suite("Declaration that is read off a right stream that declares nothing", .campaign)
struct UndeclaredCampaign {
  /// The streams of which the cases do not show all that they have to declare, and what is missing.
  private static let hidden = [
    "right-throttles-by-the-first": "merging: a lost value may be a fault as well",
    "right-throttles-by-the-first-of-a-second": "merging: a lost value may be a fault as well",
    "right-combines-two": "merging: a lost value may be a fault as well",
    "right-flushes-when-cancelled": "buffer-on-cancel: a flush looks like a drain",
    "right-keeps-the-newest": "buffer-on-cancel: a value without room looks like a dropped one",
    "right-rereads-at-each-change": "buffer-on-cancel: a value read later looks like a dropped one",
    "right-joins-two-in-a-group": "joining: the end of one source alone is not tried without it",
    "right-merges-on-demand": "joining: the end of one source alone is not tried without it",
  ]

  @Test(
    "makes it pass",
    arguments: zip(ControlStreams.all.indices, ControlStreams.all.map(\.name)))
  func right(_ number: Int, _ name: String) throws {
    let play = try Play(
      of: ControlStreams.all[number].undeclared, number, observesAll: true)
    let causes = play.causes(declaring: play.seen)
    if let missing = Self.hidden[name] {
      withKnownIssue(Comment(rawValue: missing)) { #expect(causes == [:]) }
    } else {
      #expect(causes == [:], "\(play.seen.declaration)")
    }
  }
}

extension Subject {
  /// The stream before its author declares anything but its source, and what no log can show.
  fileprivate var undeclared: Subject {
    var subject = self
    subject.traits = Traits().with { undeclared in
      undeclared.source = traits.source
      undeclared.sourceLacks = traits.sourceLacks
      undeclared.owner = traits.owner == .none ? .none : .kept
      // Most removals that settle are quicker than the consumer, so no log shows them.
      if traits.removal == .settled { undeclared.removal = .settled }
      // The standard streams trap where two consumers wait.
      if traits.iterators == .single { undeclared.iterators = .single }
    }
    return subject
  }
}

/// A stream with a share of the listener's cases, each under the canonical schedule.
private struct Play {
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
  ///   - number: By what the share is chosen.
  ///   - leaks: Whether its source ignores each remove.
  ///   - observesAll: Whether what the stream does is read off all cases, and not off its share.
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
      if let problem = CaseExplorer(of: scenario, playedBy: runner).result().problem {
        causes[scenario.id] = problem.cause
      }
    }
    return causes
  }
}
