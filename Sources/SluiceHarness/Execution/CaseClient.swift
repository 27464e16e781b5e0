import SluiceRunner
import SluiceScenarios

/// What makes the clients of one call: as many as are asked for, on any thread.
struct CaseClients: Sendable {
  /// What of a call has a say in a result.
  fileprivate let options: RunOptions
  fileprivate let root: ScenarioRoot
  fileprivate let server: CaseServer
  fileprivate let again: AgainCommand
  /// What starts the workers of all clients, so that a hang is known to all; nil if cases run in
  /// this process.
  fileprivate let supervisor: WorkerSupervisor?

  /// Clients of a call.
  ///
  /// - Parameters:
  ///   - options: What of the call has a say in a result.
  ///   - root: Where the scenarios are.
  ///   - server: What answers in this process.
  ///   - environment: Where workers are started from.
  init(
    _ options: RunOptions, root: ScenarioRoot, server: CaseServer,
    in environment: CommandEnvironment
  ) {
    self.options = options
    self.root = root
    self.server = server
    let list = options.knownFailing.map { path in
      root.shown(AbsolutePath(path, from: environment.workingDirectory).text)
    }
    again = AgainCommand(
      program: environment.programName, options: options, knownFailing: list)
    supervisor = CaseClients.supervisor(options, in: environment)
  }

  /// The commands that show a case again.
  func commands(for scenario: ScenarioCase) -> ExplorationCommands {
    again.commands(for: scenario)
  }

  /// The path of the list of known failures as reports show it, if there is one.
  var knownFailing: String? { again.knownFailing }

  /// A client that has not asked anything yet.
  func makeClient() -> CaseClient { CaseClient(self) }

  private static func supervisor(
    _ options: RunOptions, in environment: CommandEnvironment
  ) -> WorkerSupervisor? {
    guard options.isolation == .process else { return nil }
    let command = WorkerCommand(
      executable: environment.executablePath, arguments: ["worker"],
      environment: environment.variables.all)
    let errors = environment.standardError
    return WorkerSupervisor(
      command: command, watchdog: options.watchdog * Sanitizer.slowdown,
      clock: MachineWatchdogClock()
    ) { number, death in
      errors.write(
        "\(environment.programName): a worker died after it had answered case \(number): \(death)\n"
      )
    }
  }
}

/// What has cases run one by one, by workers of its own or by this process, and makes a result of
/// whatever comes of it.
final class CaseClient {
  private let options: RunOptions
  private let root: ScenarioRoot
  private let server: CaseServer
  private let supervisor: WorkerSupervisor?
  private let again: AgainCommand
  private var session: WorkerSession?
  private var asking: CaseAsking

  fileprivate init(_ clients: CaseClients) {
    options = clients.options
    root = clients.root
    server = clients.server
    supervisor = clients.supervisor
    // In this process nothing can be begun anew.
    asking = CaseAsking(isPatient: supervisor == nil)
    again = clients.again
  }

  /// The commands that show a case again.
  func commands(for scenario: ScenarioCase) -> ExplorationCommands {
    again.commands(for: scenario)
  }

  /// The request for a case.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - exploration: Under which schedules; nil for those of a run.
  ///   - keepsLogs: Whether the result has the logs of its first runs.
  /// - Returns: The request.
  func request(
    _ scenario: ScenarioCase, _ exploration: Exploration? = nil, keepsLogs: Bool = false
  ) -> CaseRequest {
    var request = CaseRequest(
      root: root.path, shownPath: scenario.path, id: scenario.id, subject: options.subject,
      level: options.level.rawValue,
      exploration: exploration ?? .thorough(count: schedules(of: scenario)),
      seed: options.seed, commands: commands(for: scenario))
    request.keepsLogs = keepsLogs
    request.isPatient = asking.isPatient
    request.writesScenario = options.writeScenarios != nil
    return request
  }

  /// How many further schedules a run has of a case: a scenario's own number goes before the
  /// call's, unless that is none or all.
  private func schedules(of scenario: ScenarioCase) -> Int {
    switch options.schedules {
    case 0, Exploration.every: options.schedules
    case let count: scenario.schedules ?? count
    }
  }

  /// Has a request answered.
  ///
  /// - Throws: `CaseLineError` or `WorkerError` if it can't be asked.
  func ask(_ request: CaseRequest) throws -> WorkerOutcome {
    try asking.outcome(of: request) { line in try ask(line) }
  }

  private func ask(_ line: String) throws -> WorkerOutcome {
    guard let supervisor else {
      return .answered(server.answer(line) { _ in }, output: CapturedOutput())
    }
    if session == nil { session = supervisor.makeSession() }
    guard let outcome = try session?.ask(line) else {
      preconditionFailure("a session was just made")
    }
    return outcome
  }

  /// Has a case run under some schedules.
  ///
  /// - Returns: What became of it, with the schedule of a crash.
  /// - Throws: `CaseLineError` or `WorkerError` if it can't be asked.
  func result(of scenario: ScenarioCase, _ exploration: Exploration) throws -> CaseResult {
    try result(try ask(request(scenario, exploration)), of: scenario)
  }

  /// The result of a case in what came of asking some worker, not necessarily one of this client.
  ///
  /// Where that worker died under a further schedule, workers of this client find out which.
  ///
  /// - Throws: `CaseLineError` or `WorkerError` if those can't be asked.
  func result(_ outcome: WorkerOutcome, of scenario: ScenarioCase) throws -> CaseResult {
    try CrashInvestigation.result(outcome, of: scenario, commands: commands(for: scenario)) {
      exploration, tellsLog in
      var request = self.request(scenario, exploration)
      request.tellsLog = tellsLog
      return try self.ask(request)
    }
  }

  /// Lets the last worker end.
  func dismiss() {
    session.take()?.dismiss()
  }
}
