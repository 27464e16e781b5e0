import SluiceCommand
import Synchronization

/// What a command asked its executor to do.
enum Request: Equatable {
  case run(RunOptions)
  case explore(ExploreOptions)
  case replay(ReplayOptions)
  case list(ListOptions)
  case check(CheckOptions)
  case explain(ExplainOptions)
  case traits(TraitsOptions)
  case bench(BenchOptions)
  case serve(ServeOptions)
  case stress(StressOptions)
  case serveStress(ServeOptions)
}

/// An executor that does nothing but note what it was asked for, and end as it was told.
final class RecordingExecutor: CommandExecutor {
  private let noted = Mutex<[Request]>([])
  private let ending: Result<ExitCode, UsageError>

  init(_ ending: Result<ExitCode, UsageError> = .success(.success)) {
    self.ending = ending
  }

  var requests: [Request] {
    noted.withLock { noted in noted }
  }

  private func note(_ request: Request) throws(UsageError) -> ExitCode {
    noted.withLock { noted in noted.append(request) }
    return try ending.get()
  }

  func run(_ options: RunOptions, in _: CommandEnvironment) throws(UsageError) -> ExitCode {
    try note(.run(options))
  }
  func explore(_ options: ExploreOptions, in _: CommandEnvironment) throws(UsageError) -> ExitCode {
    try note(.explore(options))
  }
  func replay(_ options: ReplayOptions, in _: CommandEnvironment) throws(UsageError) -> ExitCode {
    try note(.replay(options))
  }
  func list(_ options: ListOptions, in _: CommandEnvironment) throws(UsageError) -> ExitCode {
    try note(.list(options))
  }
  func check(_ options: CheckOptions, in _: CommandEnvironment) throws(UsageError) -> ExitCode {
    try note(.check(options))
  }
  func explain(_ options: ExplainOptions, in _: CommandEnvironment) throws(UsageError) -> ExitCode {
    try note(.explain(options))
  }
  func traits(_ options: TraitsOptions, in _: CommandEnvironment) throws(UsageError) -> ExitCode {
    try note(.traits(options))
  }
  func bench(_ options: BenchOptions, in _: CommandEnvironment) throws(UsageError) -> ExitCode {
    try note(.bench(options))
  }
  func serve(_ options: ServeOptions, in _: CommandEnvironment) throws(UsageError) -> ExitCode {
    try note(.serve(options))
  }
  func stress(_ options: StressOptions, in _: CommandEnvironment) throws(UsageError) -> ExitCode {
    try note(.stress(options))
  }
  func serveStress(
    _ options: ServeOptions, in _: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    try note(.serveStress(options))
  }
}

/// A whole call of the program, in memory.
struct Call {
  var exitCode: ExitCode
  var output: String
  var errors: String
  var requests: [Request]

  init(
    _ arguments: [String], ending: Result<ExitCode, UsageError> = .success(.success),
    watchSignals: @escaping @Sendable () -> Void = {}
  ) {
    let output = RecordingSink()
    let errors = RecordingSink()
    let executor = RecordingExecutor(ending)
    let environment = CommandEnvironment(
      arguments: arguments, standardOutput: output, standardError: errors,
      watchSignals: watchSignals)
    exitCode = SluiceProgram(executor: executor).run(in: environment)
    self.output = output.text
    self.errors = errors.text
    requests = executor.requests
  }
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
