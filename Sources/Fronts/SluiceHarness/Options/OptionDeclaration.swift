import Foundation
import SluiceRunner

/// One option of a command: its name, what it takes, and its line of help.
package struct OptionDeclaration: Hashable, Sendable {
  /// What follows the option's name.
  package enum Value: Hashable, Sendable {
    /// Nothing: the option is given or not.
    case none
    /// One value, which help and errors call by this word, such as `FILE` or `human|gcc|json`.
    case one(String)
    /// One value, attached behind `=`, or nothing.
    case optional(String)
  }

  /// The name with its dashes, such as `--junit`.
  package var name: String
  /// What follows the name.
  package var value: Value
  /// Whether it may be given more than once.
  package var isRepeatable: Bool
  /// What it does, and what holds without it: a phrase, without a full stop.
  package var help: String

  /// An option.
  package init(_ name: String, _ value: Value, isRepeatable: Bool = false, help: String) {
    self.name = name
    self.value = value
    self.isRepeatable = isRepeatable
    self.help = help
  }

  /// The name and what follows it, as help shows them.
  package var signature: String {
    switch value {
    case .none: name
    case .one(let placeholder): "\(name) \(placeholder)"
    case .optional(let placeholder): "\(name)[=\(placeholder)]"
    }
  }
}

/// What a command takes beside its options.
package struct OperandDeclaration: Hashable, Sendable {
  /// How many words.
  package enum Count: Hashable, Sendable {
    /// Exactly one.
    case one
    /// One or more.
    case several
    /// None or more.
    case any
  }

  /// The word by which help and errors call it, such as `PATH`.
  package var placeholder: String
  /// How many there may be.
  package var count: Count
  /// What it means: a phrase, without a full stop.
  package var help: String

  /// Operands of one kind.
  package init(_ placeholder: String, _ count: Count, help: String) {
    self.placeholder = placeholder
    self.count = count
    self.help = help
  }
}

/// The options that more than one command has, declared once so that they mean the same everywhere.
extension OptionDeclaration {
  package static let subject = OptionDeclaration(
    "--subject", .one("NAME"), help: "the streams under test (default: reference)")
  package static let filter = OptionDeclaration(
    "--filter", .one("EXPRESSION"),
    help: "only cases such as 'tag:cancel & !product:storage'")
  static let level = OptionDeclaration(
    "--level", .one(choices(RuleLevelChoice.self)),
    help: "weakest rules that fail a case; others are advice (default: the gate's)")
  static let format = OptionDeclaration(
    "--format", .one(choices(OutputFormat.self)),
    help: "the form of what is printed (default: human)")
  package static let dataFormat = OptionDeclaration(
    "--format", .one(choices(DataFormat.self)), help: "the form of what is printed (default: human)"
  )
  static let color = OptionDeclaration(
    "--color", .one(choices(ColorChoice.self)),
    help: "whether to print in colour (default: auto)")
  package static let isolation = OptionDeclaration(
    "--isolation", .one(choices(IsolationChoice.self)),
    help: "in workers, or right here (default: process)")
  package static let jobs = OptionDeclaration(
    "--jobs", .one("N"), help: "how many workers play at a time (default: one a processor)")
  package static let seed = OptionDeclaration(
    "--seed", .one("N"), help: "the seed of all left to chance (default: 0)")
  static let schedule = OptionDeclaration(
    "--schedule", .one("SCHEDULE|@FILE"),
    help: "the schedule, as a failure prints it, or a file that has it")

  /// The words of a closed set as help shows them: `human|gcc|json`.
  static func choices<Choice: RawRepresentable<String> & CaseIterable>(
    _: Choice.Type
  ) -> String {
    Choice.allCases.map { choice in choice.rawValue }.joined(separator: "|")
  }
}

extension OperandDeclaration {
  /// Patterns of case ids, and scenario files and folders.
  package static let selectors = OperandDeclaration(
    "PATTERN", .any,
    help: "case ids as in --filter, or a scenario file or folder (default: Scenarios)")
}

/// The form of what a command prints: the values of `--format`.
package enum OutputFormat: String, CaseIterable, Sendable {
  /// For people.
  case human
  /// As compilers print errors, so that editors can jump to them.
  case gcc
  /// One JSON object a line.
  case json
}

/// The form of what a command prints that has no places in files to tell: the values of its
/// `--format`.
package enum DataFormat: String, CaseIterable, Sendable {
  /// For people.
  case human
  /// One JSON object a line.
  case json
}

/// The weakest rules that fail a case when they are broken: the values of `--level`.
package enum RuleLevelChoice: String, CaseIterable, Sendable {
  /// Only rules of the level must; the others are advice.
  case must
  /// Rules of the levels must and should.
  case should
  /// All rules.
  case may
}

extension RuleLevelChoice {
  /// The level that it means.
  var level: Rule.Level {
    switch self {
    case .must: .must
    case .should: .should
    case .may: .may
    }
  }

  /// The choice that means a level.
  init(_ level: Rule.Level) {
    switch level {
    case .must: self = .must
    case .should: self = .should
    case .may: self = .may
    }
  }
}

/// Where cases run: the values of `--isolation`.
package enum IsolationChoice: String, CaseIterable, Sendable {
  /// In worker processes that may die.
  case process
  /// In this process, for debugging: a trap ends the run.
  case none
}

extension ParsedOptions {
  /// How many further schedules a call asks for; nil where it doesn't.
  ///
  /// - Throws: `UsageError` for what is neither a number nor `all`.
  var schedules: Int? {
    get throws(UsageError) {
      text(RunCommand.schedules) == "all"
        ? Exploration.every : try integer(RunCommand.schedules, in: 0...1_000_000)
    }
  }

  /// How many workers a call asks for; nil where it doesn't.
  ///
  /// - Parameter isolation: Where cases run.
  /// - Returns: The number.
  /// - Throws: `UsageError` for what is no such number, and for several where there are none.
  package func jobs(_ isolation: IsolationChoice) throws(UsageError) -> Int? {
    let jobs = try integer(.jobs, in: 1...1024)
    if isolation == .none, let jobs, jobs > 1 {
      throw .conflictingOptions("\(OptionDeclaration.jobs.name) \(jobs)", "--isolation none")
    }
    return jobs
  }
}

extension Harness {
  /// How many workers play at a time; in one process there is one simulation.
  package static func jobs(_ asked: Int?, _ isolation: IsolationChoice) -> Int {
    isolation == .none ? 1 : asked ?? ProcessInfo.processInfo.activeProcessorCount
  }
}
