import SluiceScenarios

/// The words of a call, told apart: options with their values, and operands.
///
/// Only names and numbers of words are known to be right here; what values mean is asked of the
/// functions in `ParsedOptions+Values.swift`.
public struct ParsedOptions: Equatable, Sendable {
  private var values: [String: [String]] = [:]
  /// The words that are neither options nor values of options, in order.
  public private(set) var operands: [String] = []

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
  public init(
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
    case .any: break
    }
    if let operand, operands.contains("") {
      throw .emptyOperand(placeholder: operand.placeholder)
    }
  }

  /// The values of an option in the order in which they were given; one empty text for each time
  /// that an option without a value was given.
  public func texts(_ option: OptionDeclaration) -> [String] {
    values[option.name] ?? []
  }
}
