import SluiceConformance
import SluiceScenarios
import SluiceSimulation

/// What has the cases of a check run one by one, by a worker or by this process.
///
/// A worker is the test's own program, started again for this one test. Where that does not come as
/// far as the call, as in a host that takes other arguments, the cases are run here.
final class ConformanceClient {
  private let server: CaseServer
  private let root: ScenarioRoot
  private let options: ConformanceCheck.Options
  private var session: WorkerSession?
  /// Whether a worker has answered, so that workers are known to work here.
  private var hasAnswer = false

  /// How long a worker may report no progress, in real time, and how long it may take to start.
  private static let patience = Duration.seconds(10)

  init(
    server: CaseServer, root: ScenarioRoot, options: ConformanceCheck.Options,
    worker: WorkerCommand?
  ) {
    self.server = server
    self.root = root
    self.options = options
    guard let worker else { return }
    let supervisor = WorkerSupervisor(
      command: worker, watchdog: ConformanceClient.patience * Sanitizer.slowdown,
      clock: MachineWatchdogClock())
    session = supervisor.makeSession()
  }

  /// What becomes of a case under the schedules that are asked for.
  ///
  /// - Throws: `CaseLineError` or `WorkerError` if it can't be asked.
  func result(
    of scenario: ScenarioCase, subject: String, commands: ExplorationCommands
  ) throws -> CaseResult {
    let request = CaseRequest(
      root: root.path, shownPath: scenario.path, id: scenario.id, subject: subject,
      level: options.level.rawValue, exploration: exploration(of: scenario), seed: options.seed,
      commands: commands)
    return try CrashInvestigation.result(
      try ask(request), of: scenario, commands: commands
    ) { exploration, tellsLog in
      var other = request
      other.exploration = exploration
      other.tellsLog = tellsLog
      return try self.ask(other)
    }
  }

  /// Lets the last worker end.
  func dismiss() {
    session.take()?.dismiss()
  }

  private func exploration(of scenario: ScenarioCase) -> Exploration {
    if let schedule = options.schedule { return .forced(schedule: schedule, times: 1) }
    let isSampled = options.schedules > 0 && options.part != .coverage
    // A scenario's own number goes before the call's, unless that switches them off.
    return .sample(first: 1, count: isSampled ? scenario.schedules ?? options.schedules : 0)
  }

  private func ask(_ request: CaseRequest) throws -> WorkerOutcome {
    let line = try CaseLine.encode(request)
    do throws(WorkerError) {
      if let outcome = try session?.ask(line) {
        hasAnswer = true
        return outcome
      }
    } catch {
      if hasAnswer { throw error }
      session = nil
    }
    let words = "sluice: the process ends within the case \(request.id), of '\(request.subject)'\n"
    return .answered(
      LastWords.told(words) { server.answer(line) { _ in } }, output: CapturedOutput())
  }
}
