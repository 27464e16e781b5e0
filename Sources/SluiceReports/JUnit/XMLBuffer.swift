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

  /// Adds markup of our own, as it is.
  package mutating func markup(_ markup: StaticString) {
    for byte in "\(markup)".utf8 { bytes.append(byte) }
  }

  /// Adds ` name="value"`; line breaks and tabs become references, or readers would turn them into
  /// blanks.
  package mutating func attribute(_ name: StaticString, _ value: CleanText) {
    markup(" ")
    markup(name)
    markup("=\"")
    escape(value.string, inAttribute: true)
    markup("\"")
  }

  /// Adds ` name="number"`.
  package mutating func attribute(_ name: StaticString, _ number: Int) {
    attribute(name, CleanText(String(number)))
  }

  /// Adds text between tags.
  package mutating func text(_ text: CleanText) {
    escape(text.string, inAttribute: false)
  }
}

extension XMLBuffer {
  private mutating func escape(_ string: String, inAttribute: Bool) {
    let source = string.utf8
    var index = source.startIndex
    while index < source.endIndex {
      let next = source.index(after: index)
      switch source[index] {
      case UInt8(ascii: "&"): markup("&amp;")
      case UInt8(ascii: "<"): markup("&lt;")
      case UInt8(ascii: ">"): markup("&gt;")
      case UInt8(ascii: "\r"): markup("&#13;")
      case UInt8(ascii: "\n") where inAttribute: markup("&#10;")
      case UInt8(ascii: "\t") where inAttribute: markup("&#9;")
      case UInt8(ascii: "\"") where inAttribute: markup("&quot;")
      case UInt8(ascii: "[") where Self.looksLikeColor(source[next...]): markup("&#91;")
      case let byte: bytes.append(byte)
      }
      index = next
    }
  }

  /// Whether a bracket before this would read as what is left of a colour, as in `[15ms]`.
  ///
  /// Some readers search the bytes of a report for such remains; a reference means the same to a
  /// parser and nothing to them.
  private static func looksLikeColor(_ rest: Substring.UTF8View) -> Bool {
    let afterParameters = rest.prefix(9).drop { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ";")
    }
    return afterParameters.startIndex > rest.startIndex
      && afterParameters.first == UInt8(ascii: "m")
  }
}
