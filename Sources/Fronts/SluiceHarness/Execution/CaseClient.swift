import SluiceRunner
import SluiceScenarios
import SluiceSpies
import SluiceText

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
  /// The deaths of workers that are no result of the case which they were asked for; nil if cases
  /// run in this process.
  let strays: StrayDeaths?
  /// Says on standard error that a worker died after an answer.
  fileprivate let tellLateDeath: @Sendable (_ id: String, WorkerDeath) -> Void
  /// The call, whose signals end the process if a case in it does not come back.
  fileprivate let environment: CommandEnvironment

  /// Clients of a call.
  ///
  /// - Parameters:
  ///   - options: What of the call has a say in a result.
  ///   - root: Where the scenarios are.
  ///   - server: What answers in this process.
  ///   - usual: What counts where the call does not say it.
  ///   - environment: Where workers are started from.
  init(
    _ options: RunOptions, root: ScenarioRoot, server: CaseServer, usual: GateDefaults,
    in environment: CommandEnvironment
  ) {
    self.options = options
    self.root = root
    self.server = server
    let list = options.knownFailing.map { path in
      root.shown(AbsolutePath(path, from: environment.workingDirectory).text)
    }
    again = AgainCommand(
      call: CallWords(environment, root: root, isReproducible: options.isReproducible),
      options: options, usual: usual, knownFailing: list)
    supervisor = CaseClients.supervisor(options, in: environment)
    strays = supervisor.map { supervisor in StrayDeaths(of: supervisor) }
    let (program, errors) = (environment.programName, environment.standardError)
    self.environment = environment
    tellLateDeath = { id, death in
      errors.write("\(program): a worker died after it had answered '\(oneLine(id))': \(death)\n")
    }
  }

  /// The commands that show a case again.
  func commands(for scenario: ScenarioCase) -> ExplorationCommands {
    again.commands(for: scenario)
  }

  /// A result whose advice has the command by which its case fails.
  func withCommands(_ result: CaseResult, for scenario: ScenarioCase) -> CaseResult {
    var result = result
    result.advice = result.advice?.map { failure in withCommand(failure, for: scenario) }
    return result
  }

  private func withCommand(_ advice: CaseFailure, for scenario: ScenarioCase) -> CaseFailure {
    guard let rule = advice.rule.flatMap({ rule in server.rule(named: rule) }) else {
      return advice
    }
    var advice = advice
    advice.again = again.text(for: scenario, counting: rule)
    return advice
  }

  /// The weakest rules that fail a case.
  var level: RuleLevelChoice { again.level }

  /// The last edition whose cases and rules fail a run.
  var edition: Edition { again.edition }

  /// The path of the list of known failures as reports show it, if there is one.
  var knownFailing: String? { again.knownFailing }

  /// A client that has not asked anything yet.
  func makeClient() -> CaseClient { CaseClient(self) }

  private static func supervisor(
    _ options: RunOptions, in environment: CommandEnvironment
  ) -> WorkerSupervisor? {
    guard options.isolation == .process else {
      DetachedProcesses.willPlayHere()
      return nil
    }
    let command = WorkerCommand(
      executable: environment.executablePath, arguments: ["worker"],
      environment: environment.variables.all)
    let stop = environment.stopSignal
    return WorkerSupervisor(
      command: command, watchdog: options.watchdog * Sanitizer.slowdown,
      clock: MachineWatchdogClock(), isStopped: { stop.isRaised })
  }
}

/// What came of asking for a case, and of whom.
struct CaseAnswered: Sendable {
  /// What was asked for.
  let request: CaseRequest
  /// What came of it.
  let outcome: WorkerOutcome
  /// Of a worker that died, what it had answered before, in order; else nothing.
  let suspects: [CulpritSearch.Suspect]
}

/// What has cases run one by one, by workers of its own or by this process, and makes a result of
/// whatever comes of it.
final class CaseClient {
  private let options: RunOptions
  private let root: ScenarioRoot
  private let server: CaseServer
  private let clients: CaseClients
  private let again: AgainCommand
  private var session: WorkerSession?
  private var asking: CaseAsking
  /// What its worker has answered, in order.
  private var answered: [CulpritSearch.Suspect] = []
  /// After how many answers a new worker goes on: so long are all of them kept.
  private static let mostAnswers = 1_000

  fileprivate init(_ clients: CaseClients) {
    options = clients.options
    root = clients.root
    server = clients.server
    self.clients = clients
    // In this process nothing can be begun anew.
    asking = CaseAsking(isPatient: clients.supervisor == nil)
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
      level: again.level.rawValue, edition: "\(again.edition)",
      exploration: exploration ?? .thorough(count: schedules(of: scenario)),
      seed: options.seed, commands: commands(for: scenario))
    request.keepsLogs = keepsLogs
    request.account = options.account
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

  /// Has a request for a case answered.
  ///
  /// - Throws: `CaseLineError` or `WorkerError` if it can't be asked.
  func ask(_ request: CaseRequest, of scenario: ScenarioCase) throws -> CaseAnswered {
    let outcome = try asking.outcome(of: request) { line in
      let suspect = CulpritSearch.Suspect(
        id: scenario.id, path: scenario.path, line: scenario.line, request: line,
        again: request.commands.run)
      return try ask(suspect)
    }
    var suspects: [CulpritSearch.Suspect] = []
    if case .died = outcome { suspects = answered }
    return CaseAnswered(request: request, outcome: outcome, suspects: suspects)
  }

  private func ask(_ suspect: CulpritSearch.Suspect) throws -> WorkerOutcome {
    guard let supervisor = clients.supervisor else {
      let answer = clients.environment.guarding { server.answer(suspect.request) { _ in } }
      return .answered(answer, output: CapturedOutput())
    }
    makeSession(supervisor)
    if answered.count >= Self.mostAnswers { renew() }
    guard let outcome = try session?.ask(suspect.request), let served = session?.served else {
      preconditionFailure("a session was just made")
    }
    switch outcome {
    case .answered(let answer, _): answered.append(suspect.answered(answer))
    case .died(let death) where death.isForgery:
      clients.strays?.note(forgedIn: suspect, behind: answered, death)
    case .died: break
    }
    if answered.count > served { answered.removeFirst(answered.count - served) }
    return outcome
  }

  private func makeSession(_ supervisor: WorkerSupervisor) {
    if session == nil { session = supervisor.makeSession { [unowned self] late in note(late) } }
  }

  /// Has a worker get ready for when the present one ends or is renewed, if that can be.
  func prepare() {
    guard let supervisor = clients.supervisor else { return }
    makeSession(supervisor)
    session?.prepare()
  }

  private func note(_ late: LateDeath) {
    clients.tellLateDeath(answered.last?.id ?? "", late.death)
    clients.strays?.note(answered.suffix(late.served), late.death)
    answered = []
  }

  /// Has a case run under some schedules.
  ///
  /// - Returns: What became of it, with the schedule of a crash.
  /// - Throws: `CaseLineError` or `WorkerError` if it can't be asked.
  func result(of scenario: ScenarioCase, _ exploration: Exploration) throws -> CaseResult {
    try result(try ask(request(scenario, exploration), of: scenario), of: scenario)
  }

  /// The result of a case in what came of asking some worker, not necessarily one of this client.
  ///
  /// Where that worker died, new workers of this client find out of which schedule; or of which
  /// other case, if none dies of this one alone.
  ///
  /// - Throws: `CaseLineError` or `WorkerError` if those can't be asked.
  func result(_ answered: CaseAnswered, of scenario: ScenarioCase) throws -> CaseResult {
    let commands = answered.request.commands
    guard case .died(let death) = answered.outcome, !death.isForgery else {
      return CaseResult(answered.outcome, of: scenario, again: commands.run)
    }
    renew()
    let found = try CrashInvestigation.result(
      answered.outcome, of: scenario, askedBy: request(scenario)
    ) { request in try self.ask(request, of: scenario).outcome }
    return try found ?? resultAlone(death, answered, of: scenario)
  }

  /// The result of a case in whose course a worker died of something else.
  private func resultAlone(
    _ death: WorkerDeath, _ answered: CaseAnswered, of scenario: ScenarioCase
  ) throws -> CaseResult {
    let commands = commands(for: scenario)
    renew()
    let alone = try ask(answered.request, of: scenario)
    renew()
    if case .died = alone.outcome {
      return CaseResult(
        .died(death), of: scenario, again: commands.run, remark: .ofWholeCase)
    }
    var isOfSeveral = false
    if case .answered = alone.outcome, let strays = clients.strays {
      let victim = CulpritSearch.Suspect(
        id: scenario.id, path: scenario.path, line: scenario.line,
        request: try answered.request.line(), again: commands.run)
      switch try strays.finding(among: answered.suspects, before: victim, of: death) {
      case .culprit: return CaseResult(alone.outcome, of: scenario, again: commands.run)
      case .several: isOfSeveral = true
      case .notAgain: break
      }
    }
    return CaseResult(
      .died(death), of: scenario, again: commands.run,
      remark: .stray(behind: answered.suspects, isOfSeveral: isOfSeveral))
  }

  /// Has the next request answered by a new worker, of which nobody has asked anything.
  func renew() { session?.renew() }

  /// Lets the last worker end.
  func dismiss() {
    session.take()?.dismiss()
  }
}
