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

  private mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
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
