package import SluiceSpies

/// The order of texts in this product: by their UTF-16 units, as the vendor's clients compare.
///
/// It differs from the order of UTF-8 bytes only where a character outside the basic plane meets
/// one from U+E000 to U+FFFF. Sources: `FirebaseDatabase/Sources/Utilities/FUtilities.m`
/// (`compareKey:toKey:`), `Core/Utilities/FLeafNode.m`.
package enum TextOrder {
  /// The order of two texts.
  package static func order(_ left: String, _ right: String) -> Ordering {
    var leftUnits = left.utf8.makeIterator()
    var rightUnits = right.utf8.makeIterator()
    while true {
      switch (leftUnits.next(), rightUnits.next()) {
      case (nil, nil): return .same
      case (nil, _): return .ascending
      case (_, nil): return .descending
      case (let left?, let right?):
        if left != right { return Ordering(rank(of: left), rank(of: right)) }
      }
    }
  }

  /// Whether two texts are spelt the same, unit by unit.
  package static func areSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  /// The place of a UTF-8 byte among first differing bytes.
  ///
  /// Bytes that lead characters outside the basic plane (F0 to F4) come before those that lead
  /// U+E000 to U+FFFF (EE, EF), because surrogates are smaller than those characters.
  private static func rank(of byte: UInt8) -> UInt8 {
    byte == 0xEE || byte == 0xEF ? byte + 8 : byte
  }
}
