import SluiceConformance
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

/// Scenarios of the toy product, read from text and run.
enum Play {
  static let path = "Scenarios/toy/unit/test.scenario"

  static var registry: Registry {
    var registry = Registry()
    ToyProduct.product.register(in: &registry)
    for rule in Rule.catalogue { registry.add(rule: WordSignature(rule.id)) }
    for word in Traits.knownWords { registry.add(trait: WordSignature(word)) }
    for error in ["unavailable", "internal"] { registry.add(error: WordSignature(error)) }
    return registry
  }

  /// The cases of a file.
  static func cases(_ text: String) throws -> [ScenarioCase] {
    let reader = ScenarioReader(registry: registry) { _ in nil }
    let result = reader.read(path: path, bytes: Array("format 1\n\(text)\n".utf8))
    let messages = result.diagnostics.map { diagnostic in diagnostic.message }
    return Array(try #require(result.file, "\(messages)").cases)
  }

  /// The one case with these timeline lines, below these attributes.
  static func scenario(_ timeline: String, _ attributes: String = "") throws -> ScenarioCase {
    try #require(
      cases("scenario \"s\"\n\(attributes)\n  timeline\n\(timeline)").first)
  }

  /// What becomes of timeline lines.
  static func result(
    _ timeline: String, _ attributes: String = "", subject: String = "right"
  ) throws -> CaseResult {
    result(try scenario(timeline, attributes), subject: subject)
  }

  static func result(
    _ scenario: ScenarioCase, subject: String = "right", again: String = "again",
    progress: ((String) -> Void)? = nil
  ) -> CaseResult {
    CaseExplorer(
      of: scenario, playedBy: CaseRunner(products: [ToyProduct.product], subjectName: subject),
      commands: ExplorationCommands(run: again, replay: again), progress: progress
    ).result()
  }
}

extension CaseResult {
  /// `passed`, `skipped: reason`, or the kind of failure and its message.
  var summary: String {
    switch outcome {
    case .passed: "passed"
    case .skipped(let reason): "skipped: \(reason)"
    case .failed(let failure): "failed \(failure.kind.rawValue): \(failure.message)"
    case .errored(let failure): "errored \(failure.kind.rawValue): \(failure.message)"
    }
  }
}
