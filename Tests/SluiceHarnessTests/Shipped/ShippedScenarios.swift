import Foundation
import ShippedGate
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import Testing

/// The scenarios that the package brings, run in this process.
enum ShippedScenarios {
  /// Runs the cases that are wanted under the canonical schedule; all but those in which a wrong
  /// stream traps, which would be the end of the tests.
  static func run(
    _ subject: String, where isWanted: (ScenarioCase) -> Bool = { _ in true }
  ) throws -> [(ScenarioCase, CaseResult)] {
    let harness = ShippedGate.harness
    let runner = CaseRunner(products: harness.products, subjectName: subject)
    return try cases()
      .filter { scenario in !scenario.tags.contains("traps") && isWanted(scenario) }
      .map { scenario in (scenario, CaseExplorer(of: scenario, playedBy: runner).result()) }
  }

  /// What the reference makes of all of them; they are played once.
  static func ofReference() throws -> [(ScenarioCase, CaseResult)] { try reference.get() }

  private static let reference = Result { try run("reference") }

  /// Runs one case under the canonical schedule.
  static func result(of subject: String, in caseID: String) throws -> CaseResult {
    try #require(run(subject) { scenario in scenario.id == caseID }.first, "\(caseID)").1
  }

  /// All cases, in the order in which they run; read once.
  static func cases() throws -> [ScenarioCase] { try known.get() }

  private static let known = Result { try cases(ShippedGate.harness) }

  /// All cases in the words of a gate.
  static func cases(_ harness: Harness) throws -> [ScenarioCase] {
    var directory = URL(filePath: #filePath)
    for _ in 1...4 { directory.deleteLastPathComponent() }
    let root = ScenarioRoot(path: directory.path(percentEncoded: false))
    let library = ScenarioLibrary(registry: harness.registry, root: root)
    let files = try ScenarioFinder.files(
      [root.path(of: "Scenarios")], workingDirectory: root.path, root: root)
    return try files.flatMap { path in
      let file = try #require(try library.read(path).file, "\(path) has errors")
      return Array(file.cases)
    }
  }
}
