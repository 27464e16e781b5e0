/// A 64-bit FNV-1a digest: small, and the same in every process.
package struct Fingerprint: Sendable {
  /// The digest of the bytes so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the digest of no bytes.
  package init() {}

  /// Creates the digest of several texts and of where each of them ends.
  package init(of parts: String...) {
    for part in parts { combine(part) }
  }

  /// Adds a text and its end.
  package mutating func combine(_ text: String) {
    combine(bytesOf: text)
    // 0xFF occurs in no UTF-8, so that ("a", "bc") and ("ab", "c") differ.
    combine(0xFF)
  }

  /// Adds the bytes of a text, without its end.
  package mutating func combine(bytesOf text: String) {
    let bytes = text.utf8Span.span
    for index in bytes.indices { combine(bytes[index]) }
  }

  private mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// Sixteen hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// A set of fingerprints, or of other hashes, that takes little more than four bytes for each.
///
/// Twelve bits choose a bucket, which keeps thirty-two others. A hash in the set is always found.
/// Another one is found by mistake if it has the same 44 bits.
package struct FingerprintSet {
  private static let bucketBits: UInt64 = 12
  private var buckets = [[UInt32]](repeating: [], count: 1 << bucketBits)

  /// Creates an empty set.
  package init() {}

  /// Whether the set may contain a fingerprint.
  package func mayContain(_ fingerprint: UInt64) -> Bool {
    let (bucket, tag) = Self.place(of: fingerprint)
    return buckets[bucket].contains(tag)
  }

  /// Adds a fingerprint.
  package mutating func insert(_ fingerprint: UInt64) {
    let (bucket, tag) = Self.place(of: fingerprint)
    buckets[bucket].append(tag)
  }

  private static func place(of fingerprint: UInt64) -> (bucket: Int, tag: UInt32) {
    let bucket = Int(fingerprint >> (64 - bucketBits))
    return (bucket, UInt32(truncatingIfNeeded: fingerprint))
  }
}
