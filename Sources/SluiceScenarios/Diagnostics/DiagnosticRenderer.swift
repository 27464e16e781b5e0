import SluiceSpies

/// The writing of diagnostics.
package struct DiagnosticRenderer: Sendable {
  /// The files in which the spans are.
  package let sources: SourceMap
  /// Whether diagnostics for people are coloured.
  private let usesColor: Bool

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - sources: The files in which the spans are.
  ///   - usesColor: Whether diagnostics for people have a terminal's commands for colours in them.
  package init(sources: SourceMap, usesColor: Bool = false) {
    self.sources = sources
    self.usesColor = usesColor
  }

  /// A text that stands out as a severity does: errors in red, warnings in yellow, both bold; in
  /// blue what only goes with them.
  private func painted(_ text: String, as severity: Diagnostic.Severity?) -> String {
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
  package func render(_ diagnostic: Diagnostic, as format: DiagnosticFormat) -> String {
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
      ("code", Value.quoted(diagnostic.code.rawValue)),
      ("severity", Value.quoted(diagnostic.severity.rawValue)),
      ("message", Value.quoted(diagnostic.message)),
    ]
    members += json(diagnostic.span)
    if let label = diagnostic.label {
      let inner = [("message", Value.quoted(label.message))] + json(label.span)
      members.append(("label", object(inner)))
    }
    if !diagnostic.notes.isEmpty {
      members.append(
        ("notes", "[" + diagnostic.notes.map(Value.quoted).joined(separator: ",") + "]"))
    }
    if let suggestion = diagnostic.suggestion {
      members.append(("suggestion", Value.quoted(suggestion)))
    }
    return object(members) + "\n"
  }

  private func json(_ span: SourceSpan) -> [(String, String)] {
    let start = sources.location(of: span)
    let end = sources.files[span.file].location(of: span.end)
    return [
      ("path", Value.quoted(start.path)), ("line", String(start.line)),
      ("column", String(start.column)), ("offset", String(start.offset)),
      ("endLine", String(end.line)), ("endColumn", String(end.column)),
      ("endOffset", String(end.offset)),
    ]
  }

  private func object(_ members: [(String, String)]) -> String {
    let parts = members.map { key, value in Value.quoted(key) + ":" + value }
    return "{" + parts.joined(separator: ",") + "}"
  }

  /// The text with control characters replaced, and what turns the direction of reading, so that a
  /// file can neither write to the terminal nor show as another one.
  private static func visible(_ text: String) -> String {
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

/// The forms in which diagnostics are shown.
package enum DiagnosticFormat: String, CaseIterable, Hashable, Sendable {
  /// Several lines with the text and carets, for people.
  case human
  /// One line `path:line:column: error: message [S0107]`, for editors.
  case gcc
  /// One JSON object in a line, for programs.
  case json
}

// MARK: - For people

extension DiagnosticRenderer {
  /// A line of the file with what is underlined in it.
  private struct Excerpt {
    var location: SourceLocation
    /// How many scalars are underlined, at least one.
    var width: Int
    var text: String
    /// How much what is underlined matters; nil where it only explains.
    var severity: Diagnostic.Severity?
    var message: String

    var mark: String { severity == nil ? "-" : "^" }
  }

  /// The widest line that is shown whole.
  private static let widest = 120

  /// The lines of one or two places, with marks and messages below them, as diagnostics show them.
  ///
  /// A failure of a run is shown so too: the expectation that was missed, and the stimulus before
  /// it.
  ///
  /// - Parameters:
  ///   - primary: The place that is underlined with `^`.
  ///   - secondary: Another place, underlined with `-`.
  /// - Returns: Lines that each end with a line break; the first names no file.
  package func excerpt(primary: Diagnostic.Label, secondary: Diagnostic.Label? = nil) -> String {
    var excerpts = [excerpt(primary.span, .error, message: primary.message)]
    if let secondary {
      excerpts.append(excerpt(secondary.span, nil, message: secondary.message))
    }
    return show(excerpts, margin: margin(of: excerpts))
  }

  /// The width of the largest line number.
  private func margin(of excerpts: [Excerpt]) -> Int {
    excerpts.map { excerpt in String(excerpt.location.line).count }.max() ?? 1
  }

  private func human(_ diagnostic: Diagnostic) -> String {
    let message = DiagnosticRenderer.visible(diagnostic.message)
    var excerpts = [excerpt(diagnostic.span, diagnostic.severity, message: "")]
    if let label = diagnostic.label {
      excerpts.append(excerpt(label.span, nil, message: label.message))
    }
    let margin = margin(of: excerpts)
    let space = String(repeating: " ", count: margin)
    let severity = painted(diagnostic.severity.rawValue, as: diagnostic.severity)
    var result = "\(excerpts[0].location): \(severity): \(message)"
    result += " [\(diagnostic.code.rawValue)]\n"
    result += show(excerpts, margin: margin)
    for note in diagnostic.notes {
      result += "\(space) = note: \(DiagnosticRenderer.visible(note))\n"
    }
    if let suggestion = diagnostic.suggestion {
      result += "\(space) = did you mean: \(DiagnosticRenderer.visible(suggestion))\n"
    }
    return result
  }

  /// The excerpts in the order of the text; two of one line stand below that line.
  private func show(_ excerpts: [Excerpt], margin: Int) -> String {
    let primary = excerpts[0]
    var path = primary.location.path
    var ordered = excerpts
    if excerpts.count > 1, excerpts[1].location.path == path,
      excerpts[1].location.offset < primary.location.offset
    {
      ordered.swapAt(0, 1)
    }
    let space = String(repeating: " ", count: margin)
    var result = ""
    var previous: SourceLocation?
    for excerpt in ordered {
      let isSameLine =
        previous?.line == excerpt.location.line && previous?.path == excerpt.location.path
      if excerpt.location.path != path {
        path = excerpt.location.path
        result += "\(space)--> \(excerpt.location)\n"
      } else if let previous, excerpt.location.line > previous.line + 1 {
        result += "\(space) ...\n"
      }
      if isSameLine {
        result += "\(space) | \(underline(excerpt))\n"
      } else {
        let number = String(excerpt.location.line)
        let indent = String(repeating: " ", count: margin - number.count)
        result += "\(indent)\(number) | \(clip(excerpt).text)\n\(space) | \(underline(excerpt))\n"
      }
      previous = excerpt.location
    }
    return result
  }

  private func excerpt(
    _ span: SourceSpan, _ severity: Diagnostic.Severity?, message: String
  ) -> Excerpt {
    let file = sources.files[span.file]
    let location = file.location(of: span.start)
    let line = file.lineRange(location.line - 1)
    let start = min(max(location.offset, line.lowerBound), line.upperBound)
    let end = min(max(span.end, start), line.upperBound)
    var width = 0
    for index in start..<end where !file.bytes[index].isContinuation { width += 1 }
    return Excerpt(
      location: location, width: max(1, width),
      text: DiagnosticRenderer.visible(file.text(line)), severity: severity, message: message)
  }

  /// The part of a line that is shown: all of it, or the neighbourhood of what is underlined.
  private func clip(_ excerpt: Excerpt) -> (text: String, shift: Int) {
    let scalars = Array(excerpt.text.unicodeScalars)
    guard scalars.count > DiagnosticRenderer.widest else { return (excerpt.text, 0) }
    let start = max(0, min(excerpt.location.column - 1, scalars.count) - 40)
    let end = min(scalars.count, start + DiagnosticRenderer.widest)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<end])
    return (String(text), start)
  }

  private func underline(_ excerpt: Excerpt) -> String {
    let column = excerpt.location.column - 1 - clip(excerpt).shift
    let width = min(excerpt.width, max(1, DiagnosticRenderer.widest - column))
    let marks =
      String(repeating: " ", count: max(0, column))
      + painted(String(repeating: excerpt.mark, count: width), as: excerpt.severity)
    return excerpt.message.isEmpty ? marks : "\(marks) \(excerpt.message)"
  }
}
