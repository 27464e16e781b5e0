extension ParsedOptions {
  /// Whether the option was given.
  public func isGiven(_ option: OptionDeclaration) -> Bool {
    !texts(option).isEmpty
  }

  /// The value of an option that may be given once, or `nil` without it.
  public func text(_ option: OptionDeclaration) -> String? {
    texts(option).first
  }

  /// The value as one of a closed set of words, or `nil` without the option.
  ///
  /// - Throws: `UsageError.wrongValue` naming all the words.
  public func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ option: OptionDeclaration, as _: Choice.Type = Choice.self
  ) throws(UsageError) -> Choice? {
    guard let text = text(option) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map { choice in choice.rawValue }
      throw .wrongValue(
        option: option.name, value: text, expected: "one of " + words.joined(separator: ", "))
    }
    return choice
  }

  /// The value as a whole number, or `nil` without the option.
  ///
  /// `0x` begins a hexadecimal one.
  ///
  /// - Throws: `UsageError.wrongValue` naming the range.
  public func integer<Number: FixedWidthInteger>(
    _ option: OptionDeclaration, in range: ClosedRange<Number>
  ) throws(UsageError) -> Number? {
    guard let text = text(option) else { return nil }
    let isHexadecimal = text.hasPrefix("0x")
    let digits = isHexadecimal ? text.dropFirst(2) : text[...]
    // A sign is no digit: "+1" and "0x-1" are no numbers here, though the initialiser takes them.
    let isSigned = digits.hasPrefix("+") || (isHexadecimal && digits.hasPrefix("-"))
    let number = isSigned ? nil : Number(digits, radix: isHexadecimal ? 16 : 10)
    guard let number, range.contains(number) else {
      throw .wrongValue(
        option: option.name, value: text,
        expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The value as a time in seconds, with at most nine decimals and maybe an `s`, or `nil` without
  /// the option.
  ///
  /// - Throws: `UsageError.wrongValue` if it is no decimal number, zero, or more than a day.
  public func seconds(_ option: OptionDeclaration) throws(UsageError) -> Duration? {
    guard let text = text(option) else { return nil }
    guard let duration = Self.seconds(text), duration > .zero, duration <= .seconds(86_400) else {
      throw .wrongValue(
        option: option.name, value: text,
        expected: "a number of seconds above 0, at most 86400, such as 10 or 0.5")
    }
    return duration
  }

  /// Reads a decimal number exactly: a binary fraction would make other nanoseconds of it.
  private static func seconds(_ text: String) -> Duration? {
    let number = text.hasSuffix("s") ? text.dropLast() : text[...]
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let areDigits = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { byte in (0x30...0x39).contains(byte) }
    }
    guard areDigits, let whole = Int64(parts[0]), whole <= 86_400 else { return nil }
    guard parts.count == 2 else { return .seconds(whole) }
    guard parts[1].count <= 9 else { return nil }
    let padded = parts[1] + String(repeating: "0", count: 9 - parts[1].count)
    return Int64(padded).map { nanoseconds in .seconds(whole) + .nanoseconds(nanoseconds) }
  }
}
