/// A command of the program, as a value that is completely validated before any work begins.
package protocol Command: Sendable {
  /// What a call can ask of it.
  associatedtype Values: Equatable, Sendable

  /// The word that calls it.
  static var name: String { get }
  /// What it does: one sentence.
  static var summary: String { get }
  /// What else there is to know, as lines of text; may be empty.
  static var discussion: [String] { get }
  /// Its options, in the order in which help lists them.
  static var options: [OptionDeclaration] { get }
  /// What it takes beside options, or `nil` for nothing.
  static var operand: OperandDeclaration? { get }
  /// Whether help leaves it out: a command that only the program itself calls.
  static var isHidden: Bool { get }

  /// The command with all of its options understood.
  ///
  /// - Throws: `UsageError` for the first value that is wrong.
  static func parse(_ options: ParsedOptions) throws(UsageError) -> Self

  /// Told of a call that is wrong, so that nothing is left which could be taken for its work.
  ///
  /// - Parameters:
  ///   - words: The words after the command's name.
  ///   - environment: Where the call was made.
  ///   - harness: The program.
  static func wasRefused(
    _ words: ArraySlice<String>, in environment: CommandEnvironment, with harness: Harness)

  /// What the call asked for.
  var values: Values { get }

  /// Does the work.
  ///
  /// - Throws: `UsageError` for what only the work shows to be wrong with the call, such as a name
  ///   that nothing has.
  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode
}

extension Command {
  /// Nothing.
  package static var discussion: [String] { [] }
  /// Nothing.
  package static var operand: OperandDeclaration? { nil }
  /// Shown.
  package static var isHidden: Bool { false }
  /// Leaves everything as it is.
  package static func wasRefused(
    _ words: ArraySlice<String>, in environment: CommandEnvironment, with harness: Harness
  ) {}
}

/// What the program tells its caller: a pipeline stops a merge on 1, and knows that 2 is not the
/// subject's fault.
package enum ExitCode: Int32, CaseIterable, Sendable {
  /// All held.
  case success = 0
  /// At least one case has a failure or an error as its result.
  case failure = 1
  /// The harness or its set-up failed, or the run was stopped before its end.
  case harnessFailure = 2
  /// A replayed schedule took another course.
  case diverged = 3
  /// Nothing was selected: a filter that matches nothing is never a success.
  case nothingSelected = 4
  /// The call or a scenario file is wrong.
  case usage = 64

  /// What it means: a phrase for the program's help.
  package var meaning: String {
    switch self {
    case .success: "all held"
    case .failure: "at least one case failed"
    case .harnessFailure: "the harness or its set-up failed, or the run was stopped"
    case .diverged: "a replayed schedule took another course"
    case .nothingSelected: "no case was selected"
    case .usage: "the call or a scenario file is wrong"
    }
  }
}
