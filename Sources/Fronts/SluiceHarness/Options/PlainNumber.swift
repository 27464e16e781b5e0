extension FixedWidthInteger {
  /// Reads a whole number as people and engines write it: decimal digits, without a sign and
  /// without a zero before others; nil for any other text.
  ///
  /// The initializers of the standard library take `+1`, `-0` and `007`, too. A call with such a
  /// number is more often a slip than meant.
  init?(plain text: some StringProtocol) {
    let digits = text.utf8
    guard digits.allSatisfy({ byte in (0x30...0x39).contains(byte) }),
      digits.count == 1 || digits.first != 0x30
    else { return nil }
    self.init(text)
  }
}
