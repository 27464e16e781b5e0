import ShippedGate
import SluiceHarness
import Synchronization
import Testing

/// A whole call of the program, in memory, from where there is neither a scenario nor a worker.
struct Call {
  var exitCode: ExitCode
  var output: String
  var errors: String

  init(
    _ arguments: [String], of harness: Harness = ShippedGate.harness,
    watchSignals: @escaping @Sendable () -> Void = {}
  ) {
    let output = RecordingSink()
    let errors = RecordingSink()
    let environment = CommandEnvironment(
      arguments: arguments, standardOutput: output, standardError: errors,
      watchSignals: watchSignals)
    exitCode = harness.run(in: environment)
    self.output = output.text
    self.errors = errors.text
  }
}

extension Harness {
  /// The command that a call's words make.
  func command(of words: [String]) throws -> any Command {
    let type = try #require(commands.first { command in command.name == words.first })
    return try command(type, words.dropFirst())
  }
}

/// A command that does nothing but end as its options say.
struct EndingCommand: Command {
  static let name = "end"
  static let summary = "Ends as it is told."

  static let code = OptionDeclaration("--code", .one("N"), help: "the code to end with")
  static let late = OptionDeclaration("--late", .none, help: "find the call wrong, late")
  static let options = [code, late]

  let values: Int32?

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> EndingCommand {
    let code = try parsed.integer(code, in: Int32.min...(.max)) ?? 0
    return EndingCommand(values: parsed.isGiven(late) ? nil : code)
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    guard let code = values.flatMap(ExitCode.init(rawValue:)) else {
      throw .unknown("subject", "referense", known: ["proposal", "reference"])
    }
    return code
  }

  /// A program that has it behind its `run`.
  static let harness = Harness(
    name: "program", products: ShippedGate.products, shipped: .own,
    adding: [(EndingCommand.self, behind: "run")])
}

/// Whether something happened.
final class Flag: Sendable {
  private let happened = Mutex(false)

  func raise() {
    happened.withLock { happened in happened = true }
  }

  var isRaised: Bool {
    happened.withLock { happened in happened }
  }
}
