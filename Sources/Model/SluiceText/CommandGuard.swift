/// A filter that keeps text from commanding the engines that run a job.
///
/// It replaces the last scalar of each mark that begins a command with an escape such as `\u003A`.
/// The escape is one of JSON, too, so a JSON text stays valid and keeps its values. A text may come
/// in pieces: the guard remembers the line so far. Work is linear in the length of the text.
package struct CommandGuard: Sendable {
  private let marks: [CommandMark]
  /// The length of the longest mark: more of a line need not be remembered.
  private let longest: Int
  /// The first visible scalars of the line, at most one more than the longest mark has.
  private var head: [Unicode.Scalar] = []
  /// The last visible scalars of the line, at most as many as the longest mark has.
  private var tail: [Unicode.Scalar] = []

  /// A guard at the beginning of a line; nil if no engine has to be kept from anything.
  package init?(against engines: [PipelineEngine]) {
    guard !engines.isEmpty else { return nil }
    marks = engines.flatMap(\.marks)
    longest = marks.map(\.text.count).max() ?? 0
  }

  /// A whole text of a process, as the engines that run it may be shown it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - variables: The variables of the process.
  /// - Returns: The text; the same bytes outside of an engine.
  package static func guarded(_ text: String, in variables: [String: String]) -> String {
    let engines = PipelineEngine.running { name in variables[name] }
    guard var commandGuard = CommandGuard(against: engines) else { return text }
    return commandGuard.guarded(text)
  }

  /// The text, as an engine may be shown it.
  ///
  /// - Parameter text: The next piece of what is printed.
  /// - Returns: The piece; the same bytes if no command begins in it.
  package mutating func guarded(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.endsLines {
        (head, tail) = ([], [])
      } else if let visible = scalar.visible, take(visible) {
        result.append(contentsOf: Self.escape(of: scalar).unicodeScalars)
        // The escape is no part of any mark.
        remember("\\")
        continue
      }
      result.append(scalar)
    }
    return String(result)
  }

  /// A command of the kit's own on a line: its mark stays, and nothing inside it begins another.
  ///
  /// - Parameter command: One line.
  /// - Returns: The line.
  package mutating func guarded(command: String) -> String {
    // A line that has begun already has no other beginning.
    (head, tail) = (Array(repeating: "\\", count: longest + 1), [])
    return guarded(command)
  }

  /// Remembers a scalar.
  ///
  /// - Returns: Whether a mark ends with it.
  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    // Blanks before the first visible scalar are no part of a mark.
    if scalar == " ", head.isEmpty { return false }
    remember(scalar)
    return marks.contains { mark in
      guard mark.text.last == scalar else { return false }
      if mark.isAtStart { return head == mark.text }
      return tail.suffix(mark.text.count).elementsEqual(mark.text)
    }
  }

  private mutating func remember(_ scalar: Unicode.Scalar) {
    if head.count <= longest { head.append(scalar) }
    tail.append(scalar)
    if tail.count > longest { tail.removeFirst() }
  }

  private static func escape(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension Unicode.Scalar {
  /// Whether some reader of lines ends one here.
  fileprivate var endsLines: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// The scalar as marks have it: blanks alike, letters in lower case; nil for what engines may
  /// pass over when they compare.
  fileprivate var visible: Unicode.Scalar? {
    switch value {
    case 0x41...0x5A: Unicode.Scalar(value + 0x20)
    case 0x21..<0x7F: self
    case 0x20, 0x09: " "
    // It is in no clean text: a colour of the kit's own begins.
    case 0x1B: self
    case ..<0x20, 0x7F: nil
    default:
      if properties.isWhitespace {
        " "
      } else if properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format {
        nil
      } else {
        self
      }
    }
  }
}
