import SluiceText

/// Texts that are too long for a log.
///
/// A subject may throw an error with a text of megabytes. Every rule and every report would read
/// all of it in a time that counts as the subject's, so the log has its beginning, its length and
/// a digest: equal texts stay equal, and others differ.
extension Value {
  /// The most bytes of an element's text, which are more than a scenario file may have: a line can
  /// expect each text that is kept whole.
  static let longestText = 1 << 20
  /// The most bytes of what only Swift's description says of an error or an element.
  static let longestDescription = 1 << 16
  /// How many letters of a longer text are kept.
  private static let beginning = 1_000

  /// A text as a value that a log can have.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limit: The most bytes of one that is kept whole.
  /// - Returns: The text, or its beginning with its length and its digest.
  static func kept(_ text: String, atMost limit: Int = longestText) -> Value {
    let length = text.utf8.count
    guard length > limit else { return .string(text) }
    let digest = Fingerprint(of: text).hexadecimal
    return .string("\(text.prefix(beginning))… \(length) bytes with the digest \(digest)")
  }
}
