import SluiceScenarios

/// The words of a call, told apart: options with their values, and operands.
///
/// Only names and numbers of words are known to be right here; the functions in the extension below
/// read the values.
package struct ParsedOptions: Equatable, Sendable {
  private var values: [String: [String]] = [:]
  /// Where values come from that the call does not name.
  private var origins: [String: OptionOrigin] = [:]
  /// The options of which something else than calls says what they are, if calls don't.
  var defaulted: Set<String> = []
  /// The words that are neither options nor values of options, in order.
  package private(set) var operands: [String] = []

  /// Tells the words of a call apart.
  ///
  /// `--name value` and `--name=value` mean the same. A word that begins with two dashes is never
  /// taken for the value of the option before it, so that a forgotten value is noticed;
  /// `--name=--value` says it. `--` ends the options. A single dash is an operand.
  ///
  /// - Parameters:
  ///   - words: the words after the command's name.
  ///   - options: the options that the command has.
  ///   - operand: what it takes beside them, or `nil` for nothing.
  /// - Throws: `UsageError` for the first word that is wrong.
  package init(
    _ words: some Sequence<String>, options: [OptionDeclaration], operand: OperandDeclaration?
  ) throws(UsageError) {
    var rest = Array(words)[...]
    var optionsEnd = false
    while let word = rest.popFirst() {
      if optionsEnd || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        optionsEnd = true
      } else {
        try takeOption(word, from: options, rest: &rest)
      }
    }
    try checkOperands(operand)
  }

  private mutating func takeOption(
    _ word: String, from options: [OptionDeclaration], rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let (name, attached) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    guard let option = options.first(where: { option in option.name == name }) else {
      let known = options.map { option in option.name } + ["--help"]
      throw .unknownOption(name, suggestion: Suggestion.nearest(to: name, among: known))
    }
    guard option.isRepeatable || values[name] == nil else { throw .repeatedOption(name) }
    switch option.value {
    case .none:
      if let attached { throw .unexpectedValue(option: name, value: attached) }
      values[name, default: []].append("")
    case .optional(let placeholder):
      if attached == "" { throw .missingValue(option: name, placeholder: placeholder) }
      values[name, default: []].append(attached ?? "")
    case .one(let placeholder):
      let next = rest.first.flatMap { next in next.hasPrefix("--") ? nil : next }
      guard let value = attached ?? next, !value.isEmpty else {
        throw .missingValue(option: name, placeholder: placeholder)
      }
      if attached == nil { rest.removeFirst() }
      values[name, default: []].append(value)
    }
  }

  private func checkOperands(_ operand: OperandDeclaration?) throws(UsageError) {
    switch operand?.count {
    case nil:
      if let first = operands.first { throw .excessOperand(first) }
    case .one:
      if operands.count > 1 { throw .excessOperand(operands[1]) }
      if operands.isEmpty { throw .missingOperand(placeholder: operand?.placeholder ?? "") }
    case .several:
      if operands.isEmpty { throw .missingOperand(placeholder: operand?.placeholder ?? "") }
    case .any: break
    }
    if let operand, operands.contains("") {
      throw .emptyOperand(placeholder: operand.placeholder)
    }
  }

  /// Gives an option values that the call does not name; none switch it off.
  mutating func supply(_ option: OptionDeclaration, _ texts: [String], from origin: OptionOrigin) {
    values[option.name] = texts
    origins[option.name] = origin
  }

  /// Where the values of an option come from; nil where nothing is said of it.
  func origin(of name: String) -> OptionOrigin? {
    origins[name] ?? (values[name] == nil ? nil : .call)
  }

  /// Whether anything is said of an option, if only that it is switched off.
  func isSaid(_ option: OptionDeclaration) -> Bool { values[option.name] != nil }

  /// The values of an option in the order in which they were given; one empty text for each time
  /// that an option without a value was given.
  package func texts(_ option: OptionDeclaration) -> [String] {
    values[option.name] ?? []
  }
}

extension ParsedOptions {
  /// Whether the option was given.
  package func isGiven(_ option: OptionDeclaration) -> Bool {
    !texts(option).isEmpty
  }

  /// The value of an option that may be given once, or `nil` without it.
  package func text(_ option: OptionDeclaration) -> String? {
    texts(option).first
  }

  /// The value as one of a closed set of words, or `nil` without the option.
  ///
  /// - Throws: `UsageError.wrongValue` naming all the words.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
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

  /// The value as a seed, or `nil` without the option; `0x` begins a hexadecimal one.
  ///
  /// - Throws: `UsageError.wrongValue` naming the range.
  package func seed(_ option: OptionDeclaration = .seed) throws(UsageError) -> UInt64? {
    guard let text = text(option), text.hasPrefix("0x") else {
      return try integer(option, in: 0 ... .max)
    }
    let digits = text.dropFirst(2)
    // A sign is no digit, though the initialiser takes one.
    let isSigned = digits.hasPrefix("+") || digits.hasPrefix("-")
    guard !isSigned, let seed = UInt64(digits, radix: 16) else {
      throw Self.isNoNumber(text, of: option, in: 0...UInt64.max)
    }
    return seed
  }

  /// The value as a whole number in decimal digits, or `nil` without the option.
  ///
  /// - Throws: `UsageError.wrongValue` naming the range.
  package func integer<Number: FixedWidthInteger>(
    _ option: OptionDeclaration, in range: ClosedRange<Number>
  ) throws(UsageError) -> Number? {
    guard let text = text(option) else { return nil }
    guard let number = Number(plain: text), range.contains(number) else {
      throw Self.isNoNumber(text, of: option, in: range)
    }
    return number
  }

  private static func isNoNumber<Number: FixedWidthInteger>(
    _ text: String, of option: OptionDeclaration, in range: ClosedRange<Number>
  ) -> UsageError {
    .wrongValue(
      option: option.name, value: text,
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
  }

  /// The value as a time in seconds, with at most nine decimals and maybe an `s`, or `nil` without
  /// the option.
  ///
  /// - Throws: `UsageError.wrongValue` if it is no decimal number, zero, or more than a day.
  package func seconds(_ option: OptionDeclaration) throws(UsageError) -> Duration? {
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
