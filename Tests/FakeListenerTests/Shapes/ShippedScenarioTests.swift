import Foundation
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import SluiceText
import Testing

@Suite("Shapes and shipped scenarios")
struct ShippedScenarioTests {
  private static let subjects: [Subject] = [
    ActorShapeTests.subject(), CancellableShapeTests.subject(), ChannelShapeTests.subject(),
    DelegateShapeTests.subject(), ResultShapeTests.subject(),
    SeveralListenersShapeTests.subject(), StartStopShapeTests.subject(),
    TokenShapeTests.subject(.none), ValueShapeTests.cursor(), ValueShapeTests.ticker(),
  ]

  @Test("pass with the right stream of each shape", arguments: subjects.map(\.name))
  func pass(_ name: String) throws {
    let products = ShippedGate.harness.products
    let listener = try #require(products.first { product in product.name == "listener" })
    var shaped = listener
    shaped.subjects = Self.subjects
    let subject = try #require(Self.subjects.first { subject in subject.name == name })
    let runner = CaseRunner(
      products: products.map { [shaped] product in product.name == shaped.name ? shaped : product },
      subjectName: name)
    var passed = 0
    for scenario in try Self.cases.get() where Self.applies(scenario, to: subject) {
      let result = CaseExplorer(of: scenario, playedBy: runner).result()
      #expect(result.failure?.message == nil, "\(scenario.id)")
      if result.outcome == .passed { passed += 1 }
    }
    #expect(passed > 60)
  }

  /// Whether a case asks nothing of a stream that its interface can't do, or its subject does not
  /// declare.
  private static func applies(_ scenario: ScenarioCase, to subject: Subject) -> Bool {
    let traits = subject.traits
    // What takes options, and what takes as long as all others.
    if scenario.id.contains("options reach") || scenario.tags.contains("large") { return false }
    if !scenario.needs.isDisjoint(with: subject.lacking) { return false }
    if !traits.canFail, scenario.id.contains("where that is an error") { return false }
    // The first of its listeners alone is there then, and the probe counts all of them.
    if traits.listeners > 1 {
      return !scenario.tags.contains("inside-add") && !scenario.countsListeners
    }
    return true
  }

  private static let cases = Result { try readCases() }

  private static func readCases() throws -> [ScenarioCase] {
    var directory = URL(filePath: #filePath)
    for _ in 1...4 { directory.deleteLastPathComponent() }
    let root = ScenarioRoot(path: directory.path(percentEncoded: false))
    let library = ScenarioLibrary(registry: ShippedGate.harness.registry, root: root)
    let files = try ScenarioFinder.files(
      [root.path(of: "Scenarios/listener")], workingDirectory: root.path, root: root)
    return try files.flatMap { path in
      Array(try #require(try library.read(path).file, "\(path) has errors").cases)
    }
  }
}

extension ScenarioCase {
  fileprivate var countsListeners: Bool {
    timeline.contains { step in
      if case .expect(.probe(let probe)) = step.action {
        probe.probe.name == "listener.listeners"
      } else {
        false
      }
    }
  }
}
