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
