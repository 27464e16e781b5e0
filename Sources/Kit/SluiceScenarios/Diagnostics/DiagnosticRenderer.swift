import SluiceSpies
import SluiceText

/// The writing of diagnostics.
package struct DiagnosticRenderer: Sendable {
  /// The files in which the spans are.
  package let sources: SourceMap
  /// Whether diagnostics for people are coloured.
  private let usesColor: Bool
  /// The columns that diagnostics for people may take; nil for as many as they take.
  private let columns: Int?

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - sources: The files in which the spans are.
  ///   - usesColor: Whether diagnostics for people have a terminal's commands for colours in them.
  ///   - columns: The columns that those may take; nil for as many as they take.
  package init(sources: SourceMap, usesColor: Bool = false, columns: Int? = nil) {
    self.sources = sources
    self.usesColor = usesColor
    self.columns = columns.map { columns in max(columns, FittedText.leastColumns) }
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
    let shown = DiagnosticRenderer.visible("\(place)")
    return "\(shown): \(diagnostic.severity.rawValue): \(message) [\(code)]\n"
  }

  private func json(_ diagnostic: Diagnostic) -> String {
    var members = [
      ("code", DiagnosticRenderer.quoted(diagnostic.code.rawValue)),
      ("severity", DiagnosticRenderer.quoted(diagnostic.severity.rawValue)),
      ("message", DiagnosticRenderer.quoted(diagnostic.message)),
    ]
    members += json(diagnostic.span)
    if let label = diagnostic.label {
      let inner = [("message", DiagnosticRenderer.quoted(label.message))] + json(label.span)
      members.append(("label", object(inner)))
    }
    if !diagnostic.notes.isEmpty {
      let notes = diagnostic.notes.map(DiagnosticRenderer.quoted).joined(separator: ",")
      members.append(("notes", "[\(notes)]"))
    }
    if let suggestion = diagnostic.suggestion {
      members.append(("suggestion", DiagnosticRenderer.quoted(suggestion)))
    }
    return object(members) + "\n"
  }

  private func json(_ span: SourceSpan) -> [(String, String)] {
    let start = sources.location(of: span)
    let end = sources.files[span.file].location(of: span.end)
    return [
      ("path", DiagnosticRenderer.quoted(start.path)), ("line", String(start.line)),
      ("column", String(start.column)), ("offset", String(start.offset)),
      ("endLine", String(end.line)), ("endColumn", String(end.column)),
      ("endOffset", String(end.offset)),
    ]
  }

  private func object(_ members: [(String, String)]) -> String {
    let parts = members.map { key, value in DiagnosticRenderer.quoted(key) + ":" + value }
    return "{" + parts.joined(separator: ",") + "}"
  }

  /// A text as JSON writes it, with what turns the direction of reading, and controls of every
  /// kind, by their numbers.
  private static func quoted(_ text: String) -> String {
    WorkCounter.looked(text.utf8.count)
    let quoted = Value.quoted(text)
    guard quoted.unicodeScalars.contains(where: { $0.steersTerminals }) else { return quoted }
    return quoted.unicodeScalars.map { scalar in
      guard scalar.steersTerminals else { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  /// The text with control characters replaced, and what turns the direction of reading, so that a
  /// file can neither write to the terminal nor show as another one.
  package static func visible(_ text: String) -> String {
    WorkCounter.looked(text.utf8.count)
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09: result.append(" ")
      default: result.unicodeScalars.append(scalar.steersTerminals ? "\u{FFFD}" : scalar)
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
    /// The part of the line that is shown, and how many scalars of it are left out before.
    var text: String
    var shift: Int
    /// How much what is underlined matters; nil where it only explains.
    var severity: Diagnostic.Severity?
    var message: String

    var mark: String { severity == nil ? "-" : "^" }
  }

  /// The widest line that is shown whole, and how much is shown before a place in a wider one.
  private static let widest = 120
  private static let before = 40

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
    let place = DiagnosticRenderer.visible("\(excerpts[0].location)")
    let word = diagnostic.severity.rawValue
    var result = fitted("\(place): \(word): \(message) [\(diagnostic.code.rawValue)]")
    if usesColor, let found = result.firstRange(of: ": \(word): ") {
      let severity = painted(word, as: diagnostic.severity)
      result.replaceSubrange(found, with: ": \(severity): ")
    }
    result += show(excerpts, margin: margin)
    for note in diagnostic.notes {
      result += fitted("\(space) = note: \(DiagnosticRenderer.visible(note))")
    }
    if let suggestion = diagnostic.suggestion {
      result += fitted("\(space) = did you mean: \(DiagnosticRenderer.visible(suggestion))")
    }
    return result
  }

  /// A line in as many lines as it needs, each with a line break.
  private func fitted(_ line: String) -> String {
    guard let columns else { return line + "\n" }
    return FittedText.wrapped(line, width: columns).map { line in line + "\n" }.joined()
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
        result += fitted("\(space)--> \(DiagnosticRenderer.visible("\(excerpt.location)"))")
      } else if let previous, excerpt.location.line > previous.line + 1 {
        result += "\(space) ...\n"
      }
      if !isSameLine {
        let number = String(excerpt.location.line)
        let indent = String(repeating: " ", count: margin - number.count)
        result += "\(indent)\(number) | \(cut(excerpt.text, margin))\n"
      }
      for line in underline(excerpt, margin) { result += "\(space) | \(line)\n" }
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
    let end = min(max(span.end, start), line.upperBound, start + DiagnosticRenderer.widest * 4)
    var width = 0
    WorkCounter.looked(end - start)
    for index in start..<end where !file.bytes[index].isContinuation { width += 1 }
    let room = room("\(location.line)".count)
    let (part, shift) = file.neighbourhood(
      of: start, in: line, before: min(DiagnosticRenderer.before, room / 3), widest: room)
    var text = DiagnosticRenderer.visible(file.text(part))
    if part != line {
      var shown = String.UnicodeScalarView()
      shown.append(contentsOf: text.unicodeScalars.prefix(room))
      text = String(shown)
      if columns != nil { text = marked(text, room, part, in: line) }
    }
    return Excerpt(
      location: location, width: max(1, width), text: text, shift: shift, severity: severity,
      message: message)
  }

  /// A part of a line with `…` where something of the line is left out.
  private func marked(
    _ text: String, _ room: Int, _ part: Range<Int>, in line: Range<Int>
  ) -> String {
    var scalars = text.unicodeScalars
    if part.lowerBound > line.lowerBound, !scalars.isEmpty {
      scalars.removeFirst()
      scalars.insert("…", at: scalars.startIndex)
    }
    guard part.upperBound < line.upperBound else { return String(scalars) }
    return DisplayWidth.prefix(of: String(scalars), to: room - 1) + "…"
  }

  /// The columns for the text of a line behind its number.
  private func room(_ margin: Int) -> Int {
    columns.map { columns in min(DiagnosticRenderer.widest, columns - margin - 3) }
      ?? DiagnosticRenderer.widest
  }

  /// As much of a line as has room; what is cut off leaves `…` behind.
  private func cut(_ text: String, _ margin: Int) -> String {
    columns == nil ? text : DisplayWidth.fitted(text, to: room(margin))
  }

  /// The marks below a line, and what is said of them, behind them or where that has no room below.
  private func underline(_ excerpt: Excerpt, _ margin: Int) -> [String] {
    let room = room(margin)
    let start = max(0, excerpt.location.column - 1 - excerpt.shift)
    let column = columns == nil ? start : min(start, room - 1)
    let width = min(excerpt.width, max(1, room - column))
    let marks =
      String(repeating: " ", count: column)
      + painted(String(repeating: excerpt.mark, count: width), as: excerpt.severity)
    guard !excerpt.message.isEmpty else { return [marks] }
    let message = DiagnosticRenderer.visible(excerpt.message)
    guard columns != nil, column + width + 1 + DisplayWidth.of(message) > room else {
      return ["\(marks) \(message)"]
    }
    return [marks] + FittedText.wrapped(message, width: room)
  }
}
