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
  /// A text as a value that a log can have.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limit: The most bytes of one that is kept whole.
  /// - Returns: The text, or its beginning with its length and its digest.
  static func kept(_ text: String, atMost limit: Int = longestText) -> Value {
    .string(text.kept(atMost: limit))
  }

  /// The value with each text in it as a log can have it.
  ///
  /// A subject that says itself how its elements and errors are written may write anything.
  package var kept: Value {
    guard hasLongText else { return self }
    return switch self {
    case .null, .bool, .integer, .double, .duration: self
    case .string(let text): .string(text.kept())
    case .symbol(let text): .symbol(text.kept())
    case .path(let text): .path(text.kept())
    case .array(let values): .array(values.map(\.kept))
    case .object(let members):
      .object(members.map { member in Member(member.name.kept(), member.value.kept) })
    case .call(let name, let arguments):
      .call(
        name.kept(),
        arguments.map { argument in Argument(argument.label?.kept(), argument.value.kept) })
    }
  }

  private var hasLongText: Bool {
    switch self {
    case .null, .bool, .integer, .double, .duration: false
    case .string(let text), .symbol(let text), .path(let text): text.isLong
    case .array(let values): values.contains(where: \.hasLongText)
    case .object(let members):
      members.contains { member in member.name.isLong || member.value.hasLongText }
    case .call(let name, let arguments):
      name.isLong
        || arguments.contains { argument in
          argument.label?.isLong == true || argument.value.hasLongText
        }
    }
  }
}

extension Event.Payload {
  /// The payload with each text in it as a log can have it.
  var kept: Event.Payload {
    switch self {
    case .value(let value): .value(value.kept)
    case .both(let value, let failure): .both(value.kept, failure)
    case .failure, .nothing, .finish: self
    }
  }
}

extension String {
  /// How many letters of a long text are kept.
  private static let beginning = 1_000

  fileprivate var isLong: Bool { utf8.count > Value.longestText }

  /// The text, or its beginning with its length and its digest.
  fileprivate func kept(atMost limit: Int = Value.longestText) -> String {
    let length = utf8.count
    guard length > limit else { return self }
    let digest = Fingerprint(of: self).hexadecimal
    return "\(prefix(Self.beginning))… \(length) bytes with the digest \(digest)"
  }
}
