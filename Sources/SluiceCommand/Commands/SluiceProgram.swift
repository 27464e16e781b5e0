import SluiceScenarios

/// The program: finds the command that a call names, validates the call, and has the work done.
public struct SluiceProgram: Sendable {
  /// The version that `--version` prints and reports carry.
  public static let version = "0.1.0"

  /// The commands, in the order in which help lists them.
  static let commands: [any Command.Type] = [
    RunCommand.self, ExploreCommand.self, ReplayCommand.self, ListCommand.self, CheckCommand.self,
    ExplainCommand.self, TraitsCommand.self, StressCommand.self, BenchCommand.self,
    ServeCommand.self, StressServeCommand.self,
  ]

  private let executor: any CommandExecutor

  /// A program whose work is done by `executor`.
  public init(executor: any CommandExecutor) {
    self.executor = executor
  }

  /// Runs the call that the environment holds.
  ///
  /// Help that is asked for goes to standard output and is a success, even if the rest of the call
  /// is wrong; what is wrong goes to standard error, with a hint where help is, before any work is
  /// done.
  public func run(in environment: CommandEnvironment) -> ExitCode {
    guard let first = environment.arguments.first else {
      environment.standardError.write(HelpText.program(Self.commands))
      return .usage
    }
    switch first {
    case "--help", "-h":
      environment.standardOutput.write(HelpText.program(Self.commands))
      return .success
    case "--version":
      environment.standardOutput.write("sluice \(Self.version)\n")
      return .success
    default: break
    }
    guard let command = Self.commands.first(where: { command in command.name == first }) else {
      return refuse(unknown(first), hint: "sluice --help", in: environment)
    }
    return run(command, words: environment.arguments.dropFirst(), in: environment)
  }

  private func run(
    _ command: any Command.Type, words: ArraySlice<String>, in environment: CommandEnvironment
  ) -> ExitCode {
    if words.prefix(while: { word in word != "--" }).contains(where: Self.asksForHelp) {
      environment.standardOutput.write(HelpText.command(command))
      return .success
    }
    do {
      let parsed = try ParsedOptions(words, options: command.options, operand: command.operand)
      return try command.parse(parsed).run(in: environment, with: executor)
    } catch {
      return refuse(error, hint: "sluice \(command.name) --help", in: environment)
    }
  }

  private static func asksForHelp(_ word: String) -> Bool {
    word == "--help" || word == "-h"
  }

  private func unknown(_ word: String) -> UsageError {
    guard !word.hasPrefix("-") else { return .optionBeforeCommand(word) }
    let known = Self.commands.filter { command in !command.isHidden }
      .map { command in command.name }
    return .unknownCommand(word, suggestion: Suggestion.nearest(to: word, among: known))
  }

  private func refuse(
    _ error: UsageError, hint: String, in environment: CommandEnvironment
  ) -> ExitCode {
    environment.standardError.write("sluice: \(error)\nSee '\(hint)'.\n")
    return .usage
  }
}
