import SluiceHarness

/// Which mutants a self-test makes: each follows from its number and the seed, so that one of many
/// can be made again alone.
struct MutantNumbers: Equatable, Sendable {
  /// The number of the first.
  var first = 0
  /// How many there are.
  var count = 1_000
  /// The seed of all that is done to them.
  var seed: UInt64 = 0

  /// The option with the number of the first.
  ///
  /// - Parameter noun: The name of one in help.
  /// - Returns: The option.
  static func first(_ noun: String) -> OptionDeclaration {
    OptionDeclaration("--first", .one("N"), help: "the number of the first \(noun) (default: 0)")
  }

  /// The mutants that a call asks for.
  ///
  /// - Throws: `UsageError.wrongValue` for a number that is none, or too large.
  init(
    _ parsed: ParsedOptions, first: OptionDeclaration, count: OptionDeclaration
  ) throws(UsageError) {
    self.first = try parsed.integer(first, in: 0...1_000_000_000) ?? self.first
    self.count = try parsed.integer(count, in: 1...1_000_000_000) ?? self.count
    seed = try parsed.seed() ?? seed
  }

  /// Does something with the number of each.
  ///
  /// A trap ends the process, so the numbers are told as it goes.
  ///
  /// - Parameters:
  ///   - noun: The name of one.
  ///   - environment: Where every thousandth number is printed before that mutant is made.
  ///   - problem: What is done with one; what it returns is printed, with the number.
  func forEach(
    _ noun: String, in environment: CommandEnvironment, _ problem: (Int) throws -> String?
  ) rethrows {
    for number in first..<(first + count) {
      if (number - first).isMultiple(of: 1_000) {
        environment.standardOutput.write("from \(number)\n")
      }
      if let problem = try problem(number) {
        environment.standardOutput.write("\(noun) \(number): \(problem)\n")
      }
    }
  }

  /// Says what all of them came to.
  ///
  /// - Parameters:
  ///   - nouns: The name of many.
  ///   - summary: What they came to.
  ///   - environment: Where it is said.
  func tell(_ nouns: String, _ summary: String, in environment: CommandEnvironment) {
    environment.standardOutput.write("\(count) \(nouns) of seed \(seed): \(summary)\n")
  }
}
