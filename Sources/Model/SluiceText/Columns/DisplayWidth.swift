/// How many columns of a terminal a text takes, scalar by scalar.
package enum DisplayWidth {
  /// The number of columns of a text.
  package static func of(_ text: String) -> Int {
    // Only a text of ASCII alone is as long in UTF-16 as in UTF-8, and each of it takes one column.
    guard text.utf16.count != text.utf8.count else { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { width, scalar in width + columns(scalar) }
  }

  /// A text that takes no more columns than a limit; what is cut off leaves `…` behind.
  ///
  /// - Parameters:
  ///   - text: The text, on one line.
  ///   - limit: The greatest number of columns, at least 1.
  /// - Returns: The text or its beginning.
  package static func fitted(_ text: String, to limit: Int) -> String {
    guard of(text) > limit else { return text }
    return prefix(of: text, to: limit - 1) + "…"
  }

  /// The longest beginning of a text that takes no more columns than a limit.
  ///
  /// - Parameters:
  ///   - text: The text, on one line.
  ///   - limit: The greatest number of columns.
  /// - Returns: The text or its beginning; what combines with its last letter is in it.
  package static func prefix(of text: some StringProtocol, to limit: Int) -> String {
    var prefix = String.UnicodeScalarView()
    var width = 0
    for scalar in text.unicodeScalars {
      width += columns(scalar)
      guard width <= limit else { break }
      prefix.append(scalar)
    }
    return String(prefix)
  }

  /// A text with blanks behind it up to a width.
  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - of(text)))
  }

  /// A text with blanks before it up to a width.
  package static func aligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - of(text))) + text
  }

  /// The number of columns of a scalar.
  package static func columns(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isWide =
      wide.contains { range in range.contains(scalar.value) }
      || scalar.properties.isEmojiPresentation
    return isWide ? 2 : 1
  }

  /// The blocks of East Asian scripts, of their full-width forms and of pictures.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
