import SluiceScenarios

/// Short ways to read texts in the tests.
enum Reading {
  static let path = "Scenarios/firestore/cancellation/document.scenario"

  static func read(
    _ text: String, path: String = Reading.path, files: [String: String] = [:]
  ) -> ScenarioReader.Result {
    let reader = ScenarioReader(registry: DemonstrationRegistry.registry) { name in
      files[name].map { text in Array(text.utf8) }
    }
    return reader.read(path: path, text: text)
  }

  /// A scenario with these lines in its timeline.
  static func timeline(_ lines: String) -> String {
    "format 1\nscenario \"the case\"\n  timeline\n" + indented(lines)
  }

  /// The same with a stream `L` that has been started at zero.
  static func started(_ lines: String, options: String = "") -> String {
    timeline("L = firestore.document-snapshots(cities/SF)\(options)\n" + lines)
  }

  static func indented(_ lines: String) -> String {
    lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in "    \(line)\n" }.joined()
  }

  /// The codes with their places, such as `S0401@4:5`.
  static func summary(_ result: ScenarioReader.Result) -> [String] {
    result.diagnostics.map { diagnostic in
      let place = result.sources.location(of: diagnostic.span)
      return "\(diagnostic.code.rawValue)@\(place.line):\(place.column)"
    }
  }

  /// The lines that editors show, for a failing test.
  static func gcc(_ result: ScenarioReader.Result) -> String {
    let renderer = DiagnosticRenderer(sources: result.sources)
    return result.diagnostics.map { renderer.render($0, as: .gcc) }.joined()
  }

  /// All cases of a text without errors.
  static func cases(
    _ text: String, path: String = Reading.path, files: [String: String] = [:]
  ) throws -> [ScenarioCase] {
    let result = read(text, path: path, files: files)
    guard let file = result.file else { throw Unreadable(diagnostics: gcc(result)) }
    return Array(file.cases)
  }

  struct Unreadable: Error {
    var diagnostics: String
  }
}
