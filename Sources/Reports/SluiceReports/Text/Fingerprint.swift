/// A 64-bit FNV-1a sum: small, and the same in every process.
package struct Fingerprint: Sendable {
  /// The sum of what has gone in so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Begins an empty sum.
  package init() {}

  /// Sums up several texts; where one ends and the next begins counts too.
  package init(of parts: String...) {
    for part in parts { combine(part) }
  }

  /// Adds a text.
  package mutating func combine(_ text: String) {
    let bytes = text.utf8Span.span
    for index in bytes.indices { combine(bytes[index]) }
    // 0xFF occurs in no UTF-8, so that ("a", "bc") and ("ab", "c") differ.
    combine(0xFF)
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

/// Fingerprints that were seen, in little more than four bytes each.
///
/// Twelve bits choose a bucket and thirty-two others are kept there. One that was seen is always
/// known; one that was not may be taken for one that was, if it agrees with it in these 44 bits.
struct FingerprintSet {
  private static let bucketBits: UInt64 = 12
  private var buckets = [[UInt32]](repeating: [], count: 1 << bucketBits)

  /// Whether a fingerprint may have been put in.
  func mayContain(_ fingerprint: UInt64) -> Bool {
    let (bucket, tag) = Self.place(of: fingerprint)
    return buckets[bucket].contains(tag)
  }

  /// Puts a fingerprint in.
  mutating func insert(_ fingerprint: UInt64) {
    let (bucket, tag) = Self.place(of: fingerprint)
    buckets[bucket].append(tag)
  }

  private static func place(of fingerprint: UInt64) -> (bucket: Int, tag: UInt32) {
    let bucket = Int(fingerprint >> (64 - bucketBits))
    return (bucket, UInt32(truncatingIfNeeded: fingerprint))
  }
}
