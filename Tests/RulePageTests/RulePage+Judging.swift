import Foundation
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

extension RulePage {
  /// What a case came to with a side of the page.
  struct Played {
    let scenario: ScenarioCase
    let result: CaseResult

    /// What a rule said.
    func verdict(of rule: Rule) -> RuleResult.Verdict? {
      result.rules.first { result in result.rule == rule.id }?.verdict
    }

    /// The violated rules and the failure, in a line.
    var text: String {
      let broken = result.rules.filter { rule in
        rule.verdict == .violated || rule.verdict == .impliedViolation
      }
      let words = broken.map { rule in "\(rule.verdict.rawValue)\(rule.rule)" }
      return "\(scenario.id): \(words.joined(separator: " ")) \(result.failure?.message ?? "")"
    }
  }

  /// The cases about the rule with a side, each played when it is asked for.
  ///
  /// A case that the side's declarations leave out is none of them.
  func played(by side: Side) throws -> some Sequence<Played> {
    let runner = CaseRunner(products: side.products, subjectName: Self.name)
    let chosen = try Self.shipped.get().filter { scenario in
      let isAbout =
        cases.isEmpty ? scenario.rules.contains(rule.id) : cases.contains(scenario.id)
      return isAbout && !scenario.tags.contains("traps") && runner.omission(of: scenario) == nil
    }
    return chosen.lazy.map { scenario in
      let explorer = CaseExplorer(of: scenario, playedBy: runner, level: .should)
      return Played(scenario: scenario, result: explorer.result(of: exploration))
    }
  }

  /// The cases of the kit, read once.
  private static let shipped = Result {
    var root = URL(filePath: #filePath)
    for _ in 1...3 { root.deleteLastPathComponent() }
    let place = ScenarioRoot(path: root.path(percentEncoded: false))
    let library = ScenarioLibrary(registry: ShippedGate.harness.registry, root: place)
    let files = try ScenarioFinder.files(
      [place.path(of: "Scenarios")], workingDirectory: place.path, root: place)
    return try files.flatMap { path in
      Array(try #require(library.read(path).file, "\(path) has errors").cases)
    }
  }
}
