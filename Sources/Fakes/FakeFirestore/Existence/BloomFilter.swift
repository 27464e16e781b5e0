/// A set of names in a few bits each, which never denies a name that is in it and rarely affirms
/// one that is not.
///
/// Source: `Firestore/core/src/remote/bloom_filter.cc`, and `BloomFilter` in
/// `google/firestore/v1/bloom_filter.proto`.
package struct BloomFilter: Equatable, Sendable {
  private static let bitsPerName = 10
  private static let fewestBits = 64
  private static let usualHashCount = 7

  private let bitmap: [UInt8]
  private let hashCount: Int
  /// How many bits count, which is not a whole number of bytes.
  package let bitCount: Int

  /// A filter as a server sends it; nil where its parts contradict each other.
  ///
  /// - Parameters:
  ///   - bitmap: The bits, the least significant one of each byte first.
  ///   - padding: How many bits at the end do not count.
  ///   - hashCount: How many bits each name sets.
  package init?(bitmap: [UInt8], padding: Int, hashCount: Int) {
    guard (0..<8).contains(padding), hashCount >= 0 else { return nil }
    guard bitmap.isEmpty ? padding == 0 : hashCount > 0 else { return nil }
    self.bitmap = bitmap
    self.hashCount = hashCount
    bitCount = bitmap.count * 8 - padding
  }

  /// The filter of a set of names: ten bits for each, of which it sets seven, so that of a hundred
  /// other names about one passes.
  package init(of names: [String]) {
    let bitCount = names.isEmpty ? 0 : max(names.count * Self.bitsPerName, Self.fewestBits)
    var bitmap = Array(repeating: UInt8(0), count: (bitCount + 7) / 8)
    for name in names {
      for bit in Self.bits(of: name, hashCount: Self.usualHashCount, among: bitCount) {
        bitmap[bit / 8] |= 1 << (bit % 8)
      }
    }
    self.bitmap = bitmap
    self.bitCount = bitCount
    hashCount = Self.usualHashCount
  }

  /// Whether a name may be in the set; no name is in an empty one.
  package func mightContain(_ name: String) -> Bool {
    guard bitCount > 0 else { return false }
    return Self.bits(of: name, hashCount: hashCount, among: bitCount).allSatisfy { bit in
      bitmap[bit / 8] & (1 << (bit % 8)) != 0
    }
  }

  private static func bits(
    of name: String, hashCount: Int, among bitCount: Int
  ) -> some Sequence<Int> {
    let (first, second) = MD5(name.utf8).halves
    return (0..<hashCount).lazy.map { number in
      Int((first &+ UInt64(number) &* second) % UInt64(bitCount))
    }
  }
}
