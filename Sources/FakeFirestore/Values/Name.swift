/// A piece of text with the product's identity and order: by its UTF-8 bytes.
///
/// Swift's own `String` compares by canonical equivalence, so that a composed and a decomposed `é`
/// would be one field there and are two fields in the product.
package struct Name: Hashable, Comparable, Sendable {
  /// The text as it was given.
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: Name, right: Name) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package static func < (left: Name, right: Name) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 {
      hasher.combine(byte)
    }
  }
}

extension Name: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) {
    self.init(text)
  }
}

extension Name: CustomStringConvertible {
  package var description: String { text }
}
