import SluiceRunner
import SluiceSimulation

/// What `sluice worker` was asked for.
package struct ServeOptions: Equatable, Sendable {
  /// The descriptor to read requests from.
  package var requests: Int32 = 3
  /// The descriptor to write answers to.
  package var answers: Int32 = 4

  /// What a call without any words asks for.
  package init() {}
}

/// `sluice worker`, which only a supervisor calls.
struct ServeCommand: Command {
  static let name = "worker"
  static let summary = "Serves the requests of a supervisor; not to be called by hand."
  static let isHidden = true

  static let requests = OptionDeclaration(
    "--requests", .one("N"), help: "the descriptor to read requests from (default: 3)")
  static let answers = OptionDeclaration(
    "--answers", .one("N"), help: "the descriptor to write answers to (default: 4)")
  static let options: [OptionDeclaration] = [requests, answers]

  let values: ServeOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> ServeCommand {
    let defaults = ServeOptions()
    var values = defaults
    values.requests = try parsed.integer(requests, in: 3...1023) ?? defaults.requests
    values.answers = try parsed.integer(answers, in: 3...1023) ?? defaults.answers
    guard values.requests != values.answers else {
      throw .wrongValue(
        option: answers.name, value: "\(values.answers)",
        expected: "another descriptor than \(requests.name)")
    }
    return ServeCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    try harness.serve(values, in: environment)
  }
}

/// `sluice stress-worker`, which only `sluice stress` calls.
struct StressServeCommand: Command {
  static let name = "stress-worker"
  static let summary = "Serves the requests of 'sluice stress'; not to be called by hand."
  static let isHidden = true
  static let options = ServeCommand.options

  let values: ServeOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> StressServeCommand {
    StressServeCommand(values: try ServeCommand.parse(parsed).values)
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    try harness.serveStress(values, in: environment)
  }
}

extension Harness {
  /// Answers the requests of a run until there are no more.
  package func serve(
    _ options: ServeOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    do {
      let server = try caseServer(in: environment)
      try Simulation.requireSupport()
      try WorkerService.serve(
        requestDescriptor: options.requests, answerDescriptor: options.answers
      ) { request, progress in
        server.answer(request, progress)
      }
      return .success
    } catch {
      environment.standardError.write("\(environment.programName): \(error)\n")
      return .harnessFailure
    }
  }
}
