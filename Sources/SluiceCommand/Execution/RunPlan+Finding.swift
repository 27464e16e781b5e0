import SluiceRunner
import SluiceScenarios

extension RunPlan.Finding {
  /// What a person, an editor or a program reads of it; it ends with a line break.
  func text(as format: DiagnosticFormat, usesColor: Bool) -> String {
    switch self {
    case .diagnostic(let diagnostic, let sources):
      return DiagnosticRenderer(sources: sources, usesColor: usesColor)
        .render(diagnostic, as: format)
    case .unreadable(let error):
      let plain = PlainFinding(path: error.place ?? "", line: 1, message: error.description)
      return plain.text(as: format)
    case .duplicate(let scenario, let first):
      let message =
        "a case of suite \(scenario.suite) is called '\(scenario.name)' already, "
        + "at \(first.path):\(first.line)"
      let plain = PlainFinding(path: scenario.path, line: scenario.line, message: message)
      return plain.text(as: format)
    }
  }
}

/// A finding about a whole file or case, without a text to underline.
private struct PlainFinding: Encodable {
  var severity = "error"
  let path: String
  let line: Int
  var column = 1
  let message: String

  func text(as format: DiagnosticFormat) -> String {
    let plain = "\(path):\(line):\(column): \(severity): \(message)\n"
    guard format == .json else { return plain }
    do throws(CaseLineError) {
      return try CaseLine.encode(self) + "\n"
    } catch {
      return plain
    }
  }
}
