/// The forms in which diagnostics are shown.
public enum DiagnosticFormat: String, CaseIterable, Hashable, Sendable {
  /// Several lines with the text and carets, for people.
  case human
  /// One line `path:line:column: error: message [S0107]`, for editors.
  case gcc
  /// One JSON object in a line, for programs.
  case json
}

/// The writing of diagnostics.
public struct DiagnosticRenderer: Sendable {
  /// The files in which the spans are.
  public let sources: SourceMap
  /// Whether diagnostics for people are coloured.
  private let usesColor: Bool

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - sources: The files in which the spans are.
  ///   - usesColor: Whether diagnostics for people have a terminal's commands for colours in them.
  public init(sources: SourceMap, usesColor: Bool = false) {
    self.sources = sources
    self.usesColor = usesColor
  }

  /// A text that stands out as a severity does: errors in red, warnings in yellow, both bold; in
  /// blue what only goes with them.
  func painted(_ text: String, as severity: Diagnostic.Severity?) -> String {
    let color =
      switch severity {
      case .error: "1;31"
      case .warning: "1;33"
      case nil: "34"
      }
    return usesColor ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }

  /// The text of a diagnostic, which ends with a line break.
  ///
  /// - Parameters:
  ///   - diagnostic: The diagnostic.
  ///   - format: The form.
  /// - Returns: One line, or several for people.
  public func render(_ diagnostic: Diagnostic, as format: DiagnosticFormat) -> String {
    switch format {
    case .human: human(diagnostic)
    case .gcc: gcc(diagnostic)
    case .json: json(diagnostic)
    }
  }

  private func gcc(_ diagnostic: Diagnostic) -> String {
    let place = sources.location(of: diagnostic.span)
    let message = DiagnosticRenderer.visible(diagnostic.message)
    let code = diagnostic.code.rawValue
    return "\(place): \(diagnostic.severity.rawValue): \(message) [\(code)]\n"
  }

  private func json(_ diagnostic: Diagnostic) -> String {
    var members = [
      ("code", JSONText.quoted(diagnostic.code.rawValue)),
      ("severity", JSONText.quoted(diagnostic.severity.rawValue)),
      ("message", JSONText.quoted(diagnostic.message)),
    ]
    members += json(diagnostic.span)
    if let label = diagnostic.label {
      let inner = [("message", JSONText.quoted(label.message))] + json(label.span)
      members.append(("label", object(inner)))
    }
    if !diagnostic.notes.isEmpty {
      members.append(
        ("notes", "[" + diagnostic.notes.map(JSONText.quoted).joined(separator: ",") + "]"))
    }
    if let suggestion = diagnostic.suggestion {
      members.append(("suggestion", JSONText.quoted(suggestion)))
    }
    return object(members) + "\n"
  }

  private func json(_ span: SourceSpan) -> [(String, String)] {
    let start = sources.location(of: span)
    let end = sources.files[span.file].location(of: span.end)
    return [
      ("path", JSONText.quoted(start.path)), ("line", String(start.line)),
      ("column", String(start.column)), ("offset", String(start.offset)),
      ("endLine", String(end.line)), ("endColumn", String(end.column)),
      ("endOffset", String(end.offset)),
    ]
  }

  private func object(_ members: [(String, String)]) -> String {
    let parts = members.map { key, value in JSONText.quoted(key) + ":" + value }
    return "{" + parts.joined(separator: ",") + "}"
  }

  /// The text with control characters replaced, and what turns the direction of reading, so that a
  /// file can neither write to the terminal nor show as another one.
  static func visible(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09: result.append(" ")
      case ..<0x20, 0x7F...0x9F: result.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar.properties.isBidiControl ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }
}
