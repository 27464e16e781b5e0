package import SluiceRunner
import SluiceSimulation

/// What `sluice worker` was asked for.
package struct ServeOptions: Equatable, Sendable {
  /// The descriptor to read requests from.
  package var requests: Int32 = 3
  /// The descriptor to write answers to.
  package var answers: Int32 = 4
  /// The descriptor of the board of progress, if the supervisor has one.
  package var board: Int32 = 5

  /// What a call without any words asks for.
  package init() {}

  private static let requests = OptionDeclaration(
    "--requests", .one("N"), help: "the descriptor to read requests from (default: 3)")
  private static let answers = OptionDeclaration(
    "--answers", .one("N"), help: "the descriptor to write answers to (default: 4)")
  private static let board = OptionDeclaration(
    "--board", .one("N"), help: "the descriptor of memory for progress, if any (default: 5)")
  /// The options of every command that serves.
  package static let declarations: [OptionDeclaration] = [requests, answers, board]

  /// What a call asks for.
  ///
  /// - Throws: `UsageError` for the first value that is wrong.
  package init(_ parsed: ParsedOptions) throws(UsageError) {
    requests = try parsed.integer(Self.requests, in: 3...1023) ?? requests
    answers = try parsed.integer(Self.answers, in: 3...1023) ?? answers
    board = try parsed.integer(Self.board, in: 3...1023) ?? board
    guard requests != answers else {
      throw .wrongValue(
        option: Self.answers.name, value: "\(answers)",
        expected: "another descriptor than \(Self.requests.name)")
    }
    guard board != requests, board != answers else {
      throw .wrongValue(
        option: Self.board.name, value: "\(board)",
        expected: "another descriptor than \(Self.requests.name) and \(Self.answers.name)")
    }
  }
}

/// `sluice worker`, which only a supervisor calls.
struct ServeCommand: Command {
  static let name = "worker"
  static let summary = "Serves the requests of a supervisor; not to be called by hand."
  static let isHidden = true

  static let options = ServeOptions.declarations

  let values: ServeOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> ServeCommand {
    ServeCommand(values: try ServeOptions(parsed))
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    harness.serve(values, in: environment) {
      let server = try harness.caseServer(in: environment)
      return { request, progress in server.answer(request, progress) }
    }
  }
}

/// `sluice stress-worker`, which only `sluice stress` calls.
struct StressServeCommand: Command {
  static let name = "stress-worker"
  static let summary = "Serves the requests of 'sluice stress'; not to be called by hand."
  static let isHidden = true
  static let options = ServeOptions.declarations

  let values: ServeOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> StressServeCommand {
    StressServeCommand(values: try ServeOptions(parsed))
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    harness.serve(values, in: environment) {
      let server = try harness.stressServer(in: environment)
      return { request, progress in server.answer(request, progress) }
    }
  }
}

extension Harness {
  /// Answers requests until there are no more.
  ///
  /// - Parameters:
  ///   - options: Where requests come from, and where answers go.
  ///   - environment: Where errors go.
  ///   - makeHandler: Makes what answers them.
  /// - Returns: What the call comes to.
  package func serve(
    _ options: ServeOptions, in environment: CommandEnvironment,
    _ makeHandler: () throws -> WorkerService.Handler
  ) -> ExitCode {
    do {
      let handler = try makeHandler()
      try Simulation.requireSupport()
      try WorkerService.serve(
        requestDescriptor: options.requests, answerDescriptor: options.answers,
        boardDescriptor: options.board, handle: handler)
      return .success
    } catch {
      environment.standardError.write("\(environment.programName): \(oneLine("\(error)"))\n")
      return .harnessFailure
    }
  }
}
