/// The bytes of a piece of XML 1.0 in UTF-8, escaped as strict readers want it.
///
/// Only `CleanText` goes in, so no forbidden scalar can. What is escaped is ASCII, and in UTF-8 a
/// byte of ASCII is a scalar of its own whatever follows it: a `<` before a combining mark is
/// found.
package struct XMLBuffer {
  /// What has been written so far.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty piece.
  package init() {}

  /// Takes everything out again, and keeps the room for it.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Takes back what stands behind so many bytes.
  package mutating func takeBack(to count: Int) {
    bytes.removeSubrange(count...)
  }

  /// Adds markup of our own, as it is.
  package mutating func markup(_ markup: XMLMarkup) {
    bytes.append(contentsOf: markup.text.utf8)
  }

  /// Adds ` name="value"`; line breaks and tabs become references, or readers would turn them into
  /// blanks.
  package mutating func attribute(_ name: XMLMarkup, _ value: CleanText) {
    open(name)
    escape(value.string, inAttribute: true)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds ` name="number"`.
  package mutating func attribute(_ name: XMLMarkup, _ number: Int) {
    open(name)
    bytes.append(contentsOf: String(number).utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds ` name="time"`.
  package mutating func attribute(_ name: XMLMarkup, _ time: Milliseconds) {
    open(name)
    bytes.append(contentsOf: time.description.utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds text between tags.
  package mutating func text(_ text: CleanText) {
    escape(text.string, inAttribute: false)
  }
}

extension XMLBuffer {
  private mutating func open(_ name: XMLMarkup) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: name.text.utf8)
    bytes.append(UInt8(ascii: "="))
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ string: String, inAttribute: Bool) {
    let source = string.utf8Span.span
    var start = 0
    for index in source.indices where Self.special.has(source[index]) {
      let reference = Self.reference(
        for: source[index], before: source.extracting((index + 1)...), inAttribute: inAttribute)
      guard let reference else { continue }
      append(source.extracting(start..<index))
      markup(reference)
      start = index + 1
    }
    // Most texts have nothing to escape, and are copied in one piece.
    if start == 0 {
      bytes.append(contentsOf: string.utf8)
    } else {
      append(source.extracting(start...))
    }
  }

  private mutating func append(_ source: Span<UInt8>) {
    for index in source.indices { bytes.append(source[index]) }
  }

  private static let special = ASCIISet("&<>\r\n\t\"[")

  /// What stands for a byte that can't stand for itself; nil if it can.
  private static func reference(
    for byte: UInt8, before rest: Span<UInt8>, inAttribute: Bool
  ) -> XMLMarkup? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\r"): "&#13;"
    case UInt8(ascii: "\n") where inAttribute: "&#10;"
    case UInt8(ascii: "\t") where inAttribute: "&#9;"
    case UInt8(ascii: "\"") where inAttribute: "&quot;"
    case UInt8(ascii: "[") where looksLikeColor(rest): "&#91;"
    default: nil
    }
  }

  /// Whether a bracket before this would read as what is left of a colour, as in `[15ms]`.
  ///
  /// Some readers search the bytes of a report for such remains; a reference means the same to a
  /// parser and nothing to them.
  private static func looksLikeColor(_ rest: Span<UInt8>) -> Bool {
    var length = 0
    while length < min(rest.count, 9), parameters.has(rest[length]) { length += 1 }
    return length > 0 && length < min(rest.count, 9) && rest[length] == UInt8(ascii: "m")
  }

  private static let parameters = ASCIISet("0123456789;")
}

/// A piece of markup that stands in this program's text, and so comes from nobody else.
package struct XMLMarkup: ExpressibleByStringLiteral, Sendable {
  /// What is written.
  let text: String

  /// Takes a literal.
  package init(stringLiteral text: String) { self.text = text }
}

/// A set of ASCII characters, as two words of bits.
struct ASCIISet {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The characters of a text; those beyond ASCII don't count.
  init(_ characters: String) {
    for byte in characters.utf8 { insert(byte) }
  }

  /// Adds a character; one beyond ASCII doesn't count.
  mutating func insert(_ byte: UInt8) {
    switch byte {
    case ..<64: low |= 1 << UInt64(byte)
    case ..<128: high |= 1 << UInt64(byte - 64)
    default: break
    }
  }

  /// Whether a byte is one of the characters.
  @inline(__always)
  func has(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
  }
}
