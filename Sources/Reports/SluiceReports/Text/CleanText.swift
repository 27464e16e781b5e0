import SluiceText

/// Text that can be shown anywhere: no commands for terminals, no invisible controls, no more than
/// a cap.
///
/// What subjects print and throw ends in reports. This type is the only way in: XML and terminal
/// text take nothing else. Everything works on Unicode scalars, never on characters, because a
/// character may be a control with a combining mark attached.
package struct CleanText: Sendable, Hashable {
  /// The cap for any text in a report, in bytes of UTF-8.
  package static let defaultCap = 1 << 20

  /// The text, with line breaks, tabs and carriage returns as they were.
  package let string: String

  /// Cleans a text.
  ///
  /// Commands for terminals are taken out; other controls, non-characters and what turns the
  /// direction of reading, so that a text shows as another one, become visible as `\u{1B}`; and
  /// what is then longer than the cap loses its middle.
  ///
  /// - Parameters:
  ///   - raw: any text.
  ///   - cap: the greatest length of the result in bytes of UTF-8; no less than 128.
  package init(_ raw: String, cap: Int = CleanText.defaultCap) {
    string = Self.capped(Self.isSuspect(raw) ? Self.cleaned(raw) : raw, cap)
  }

  /// Cleans a text that must stand on one line, such as a name.
  ///
  /// Runs of line breaks and tabs become one blank; white space at the ends goes.
  package init(line raw: String, cap: Int = CleanText.defaultCap) {
    if Self.isPlainLine(raw, cap) {
      string = raw
      return
    }
    let parts = CleanText(raw, cap: cap).string.unicodeScalars
      .split(whereSeparator: { ["\n", "\r", "\t"].contains($0) })
    let line = parts.map { String($0) }.joined(separator: " ")
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    var trimmed = line.unicodeScalars.drop(while: isBlank)
    while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
    string = String(trimmed)
  }

  /// Whether nothing, or nothing but white space, is left.
  package var isBlank: Bool {
    // Most texts begin with a letter, which needs no table of Unicode.
    if let first = string.utf8.first, 0x21..<0x7F ~= first { return false }
    return string.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }
}

extension String {
  /// Whether another text has the same bytes; `==` takes `é` and `e` with an accent for one.
  func hasSameBytes(as other: String) -> Bool {
    let (left, right) = (utf8Span.span, other.utf8Span.span)
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }
}

extension CleanText {
  /// Whether a text may have something that needs cleaning; most have nothing.
  private static func isSuspect(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    for index in bytes.indices where bytes[index] < 0x20 || bytes[index] >= 0x7F {
      switch bytes[index] {
      case 0x09, 0x0A, 0x0D: continue
      case ..<0x20, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: return true
      default: continue
      }
    }
    return false
  }

  /// Whether a text is a line as it stands: printable ASCII without blanks at its ends.
  private static func isPlainLine(_ text: String, _ cap: Int) -> Bool {
    let bytes = text.utf8Span.span
    guard !bytes.isEmpty, bytes.count <= cap else { return false }
    guard bytes[0] != 0x20, bytes[bytes.count - 1] != 0x20 else { return false }
    for index in bytes.indices where bytes[index] < 0x20 || bytes[index] >= 0x7F { return false }
    return true
  }

  /// Cleans scalar by scalar into bytes, because growing a view of scalars copies it each time.
  private static func cleaned(_ raw: String) -> String {
    let scalars = raw.unicodeScalars
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.utf8.count)
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      if let end = TerminalSequence.end(in: scalars, from: index) {
        index = end
        continue
      }
      if mustBeSpelledOut(scalar) {
        bytes.append(contentsOf: spelledOut(scalar).utf8)
      } else {
        bytes.append(contentsOf: scalar.utf8)
      }
      index = scalars.index(after: index)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The visible form of a scalar, such as `\u{1B}`.
  package static func spelledOut(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// Whether a scalar is forbidden in XML 1.0, a control that a terminal may obey, or one that
  /// turns the direction of reading.
  private static func mustBeSpelledOut(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0xFFFE, 0xFFFF: true
    default: scalar.steersTerminals
    }
  }

  /// The head and the tail of a text that is too long, with the number of bytes between them.
  private static func capped(_ text: String, _ cap: Int) -> String {
    precondition(cap >= 128, "a cap below 128 bytes leaves no room for head, tail and the mark")
    let length = text.utf8.count
    guard length > cap else { return text }
    let half = (cap - 64) / 2
    let scalars = text.unicodeScalars
    let headEnd = scalarBoundary(in: text, atOrBefore: half)
    var tailStart = scalarBoundary(in: text, atOrBefore: length - half)
    if text.utf8.distance(from: tailStart, to: text.endIndex) > half {
      tailStart = scalars.index(after: tailStart)
    }
    let omitted = text.utf8.distance(from: headEnd, to: tailStart)
    return String(scalars[..<headEnd]) + "\n… \(omitted) bytes left out …\n"
      + String(scalars[tailStart...])
  }

  private static func scalarBoundary(in text: String, atOrBefore offset: Int) -> String.Index {
    var index = text.utf8.index(text.startIndex, offsetBy: offset)
    while index.samePosition(in: text.unicodeScalars) == nil {
      index = text.utf8.index(before: index)
    }
    return index
  }
}

/// The grammar of what terminals take as commands: colours, cursor moves, titles, links.
package enum TerminalSequence {
  private static let escape: Unicode.Scalar = "\u{1B}"
  private static let controlSequenceIntroducer: Unicode.Scalar = "\u{9B}"

  /// The end of the command that begins at `start`, or nil if none begins there.
  ///
  /// Recognised are control sequences (`ESC [ … final`, also with the one-scalar introducer),
  /// strings for the terminal (`ESC ]`, `P`, `X`, `^`, `_` up to BEL or ST) and the choice of a
  /// character set. A search never passes another ESC or a line break, so that going through a text
  /// is linear.
  package static func end(
    in text: String.UnicodeScalarView, from start: String.Index
  ) -> String.Index? {
    let afterFirst = text.index(after: start)
    if text[start] == controlSequenceIntroducer {
      return endOfControlSequence(in: text, from: afterFirst)
    }
    guard text[start] == escape, afterFirst < text.endIndex else { return nil }
    let afterSecond = text.index(after: afterFirst)
    switch text[afterFirst] {
    case "[": return endOfControlSequence(in: text, from: afterSecond)
    case "]", "P", "X", "^", "_": return endOfString(in: text, from: afterSecond)
    case "(", ")", "*", "+", "#", "%": return endOfDesignation(in: text, from: afterSecond)
    default: return nil
    }
  }

  /// Skips parameters, then intermediates, and wants one final scalar.
  private static func endOfControlSequence(
    in text: String.UnicodeScalarView, from start: String.Index
  ) -> String.Index? {
    let rest = text[start...].drop { ("\u{30}"..."\u{3F}").contains($0) }
      .drop { ("\u{20}"..."\u{2F}").contains($0) }
    guard let final = rest.first, ("\u{40}"..."\u{7E}").contains(final) else { return nil }
    return text.index(after: rest.startIndex)
  }

  /// Wants BEL, ST or `ESC \` before any other control.
  private static func endOfString(
    in text: String.UnicodeScalarView, from start: String.Index
  ) -> String.Index? {
    let rest = text[start...].drop { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    guard let terminator = rest.first else { return nil }
    let afterTerminator = text.index(after: rest.startIndex)
    switch terminator {
    case "\u{07}", "\u{9C}": return afterTerminator
    case escape where afterTerminator < text.endIndex && text[afterTerminator] == "\\":
      return text.index(after: afterTerminator)
    default: return nil
    }
  }

  private static func endOfDesignation(
    in text: String.UnicodeScalarView, from start: String.Index
  ) -> String.Index? {
    guard start < text.endIndex, ("\u{30}"..."\u{7E}").contains(text[start]) else { return nil }
    return text.index(after: start)
  }
}
