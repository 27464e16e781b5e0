/// A name compared, ordered and hashed by its bytes.
///
/// The operators of `String` treat `é` and `e` with an accent as one; readers of reports compare
/// bytes, and the order of suites must not hang on tables of Unicode.
package struct ByteOrderedName: Sendable, Hashable, Comparable {
  /// The name itself.
  package let string: String

  /// Wraps a name.
  package init(_ string: String) { self.string = string }

  package static func == (left: ByteOrderedName, right: ByteOrderedName) -> Bool {
    left.string.utf8.elementsEqual(right.string.utf8)
  }

  package static func < (left: ByteOrderedName, right: ByteOrderedName) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8.max)
  }
}
