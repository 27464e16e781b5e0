import SluiceReports
import SluiceRunner
import SluiceScenarios

/// One `sluice run` once everything about the call is known to be right: cases out, results in,
/// reports written.
struct RunSession {
  let options: RunOptions
  let environment: CommandEnvironment
  let plan: RunPlan
  let shard: Shard
  /// Where reports go.
  let destinations: RunDestinations
  /// How many cases the plan selects.
  let plannedCases: Int
  let knownFailures: KnownFailures
  let unexercisedRules: UnexercisedRules
  /// What makes those that have the cases run.
  let clients: CaseClients

  /// Runs every selected case and writes the reports.
  ///
  /// A run that is stopped, or that the harness can't finish, still leaves whole reports of what is
  /// done.
  ///
  /// - Returns: What the run comes to.
  /// - Throws: `ReportError` if a report can't even be begun.
  func run() throws -> ExitCode {
    let begun = environment.monotonicTime()
    let own = try ownCases()
    // Whether all that is asked for can be written shows now, and not when the work is done.
    let list = try options.writeKnownFailing.map { path in
      try ReportDraft(of: ReportTarget(path: place(of: path)))
    }
    let recorded = try options.writeScenarios.map { path in
      try RecordedFolder(place(of: path))
    }
    var output = try RunOutput(
      begin(of: own.selection), to: destinations, plannedCases: own.count,
      printingTo: environment.standardOutput)
    var failures = FailureTally(
      known: knownFailures, keepsFailures: options.writeKnownFailing != nil)
    let hangs = ToldHangs(of: clients)
    let feed = CaseFeed(
      plan, shard: shard, of: own.dealt, stopSignal: environment.stopSignal)
    var end = RunJournal.End(unseen: [:], realNanoseconds: 0)
    do {
      let jobs = Harness.jobs(options.jobs, options.isolation)
      try SharedWork(jobs: jobs, isApart: mayRunAhead).run(feed) {
        [clients, first = own.first, options, environment] in
        CheckingPlayer(of: clients, firstCaseID: first, options, in: environment)
      } each: { item, played in
        guard let played else {
          feed.leaveOut()
          return true
        }
        let scenario = item.scenario
        let told = try hangs.result(of: played, scenario)
        if let text = told.scenarioText { try recorded?.write(text, of: scenario) }
        var result = failures.settled(
          told, others: played.otherCauses, of: scenario,
          again: clients.commands(for: scenario).run)
        if options.isReproducible { result.realNanoseconds = 0 }
        let totals = try output.add(RecordedCase(scenario, number: item.number, result))
        guard let reason = enough(totals, hangs: hangs.count) else { return true }
        end.cutShort =
          "\(reason), which is enough: "
          + "\(own.count - totals.cases) of \(own.count) cases were not run"
        return false
      }
      hangs.dismiss()
      end.interruption = try whyStopped(feed)
      end.unseen = failures.unseen
      if end.interruption == nil, end.cutShort == nil {
        try finish(failures, list, &output)
      }
    } catch {
      end.interruption = "\(error)"
    }
    let errors = clients.strays?.errors(isSearched: end.interruption == nil) ?? []
    end.workerErrors = errors.isEmpty ? nil : errors
    if !options.isReproducible {
      end.realNanoseconds = (environment.monotonicTime() - begun).wholeNanoseconds
    }
    return try close(&output, end)
  }

  /// Whether one worker, too, may have the next case before the last is told of.
  ///
  /// Where a failure may end the run it could be one too many, and in one process a case has it to
  /// itself.
  private var mayRunAhead: Bool {
    options.isolation != .none && options.maxFailures == nil && options.maxHangs == nil
  }

  /// Why the cases so far are enough for the call; nil if they are not.
  private func enough(_ totals: ReportTotals, hangs: Int) -> String? {
    let failed = totals.failures + totals.errors
    if failed >= options.maxFailures ?? .max { return "\(failed) failed" }
    return hangs >= options.maxHangs ?? .max ? "\(hangs) hung" : nil
  }

  /// The cases of the shard.
  private struct OwnCases {
    var count = 0
    /// The id of the first.
    var first: String?
    /// How many cases are dealt to shards, wanted or not.
    var dealt: Int
    /// A digest of the ids of all cases that the plan selects, of other shards too; nil where there
    /// are no others.
    var selection: String?
  }

  private func ownCases() throws -> OwnCases {
    var cases = PlannedCases(plan)
    guard shard.count > 1 else {
      return OwnCases(count: plannedCases, first: try cases.next()?.id, dealt: plannedCases)
    }
    var own = OwnCases(dealt: try dealtCases())
    var selection = Fingerprint()
    while let scenario = try cases.next() {
      selection.combine(scenario.id)
      guard shard.has(scenario.id, at: cases.picked - 1, of: own.dealt) else { continue }
      if own.first == nil { own.first = scenario.id }
      own.count += 1
    }
    own.selection = selection.hexadecimal
    return own
  }

  private func dealtCases() throws -> Int {
    if plan.isWanted == nil { return plannedCases }
    var plan = plan
    plan.isWanted = nil
    var cases = PlannedCases(plan)
    while try cases.next() != nil {}
    return cases.picked
  }

  /// Where a path of the call leads; a slash at its end says that a folder is meant.
  private func place(of path: String) -> String {
    ReportPaths.place(path, in: environment) ?? path
  }

  /// Says what is left to say after the last case of a run that nothing stopped.
  private func finish(
    _ failures: FailureTally, _ list: ReportDraft?, _ output: inout RunOutput
  ) throws {
    // What no shard has seen is known when all are joined.
    if isComplete, shard.count == 1 { try output.add(missing: failures.unseen) }
    try list?.write(KnownFailures.text(failures.failures))
    try list?.publish()
  }

  private func close(_ output: inout RunOutput, _ end: RunJournal.End) throws -> ExitCode {
    let totals = try output.close(end)
    if let reason = end.interruption {
      environment.tell(
        "\(environment.programName): the run was not finished: \(oneLine(reason))\n",
        on: environment.standardError)
      return .harnessFailure
    }
    return totals.isRed ? .failure : .success
  }

  /// What the run is of, with a digest of all its cases if it is a shard.
  private func begin(of selection: String?) -> RunJournal.Begin {
    let run = RunJournal.Run(
      kit: Harness.version, subject: options.subject, seed: options.seed,
      schedules: options.schedules == Exploration.every ? "all" : "\(options.schedules)",
      level: options.level.rawValue, cases: plannedCases, selection: selection,
      isComplete: isComplete,
      knownFailing: clients.knownFailing, reasons: unexercisedRules.reasons,
      isReproducible: options.isReproducible)
    guard !options.isReproducible else { return RunJournal.Begin(run: run, shard: shard) }
    return RunJournal.Begin(
      run: run, shard: shard, startedAt: environment.timeSinceEpoch().components.seconds,
      host: environment.hostName())
  }

  /// Whether the call selects everything, so that lists can be held to be exact.
  private var isComplete: Bool {
    guard options.filter == nil, options.rerun == nil, plan.patterns.isEmpty else { return false }
    if options.paths.isEmpty { return true }
    let all = try? ScenarioFinder.files(
      [], workingDirectory: environment.workingDirectory, root: plan.library.root)
    return all == plan.files
  }
}

// MARK: Cases

/// What became of a case that was played.
struct PlayedCase: Sendable {
  /// The result; of one that hangs as far as it is known without another look.
  var result: CaseResult
  /// What came of asking for a case that hangs.
  var hang: CaseAnswered?
  /// What it fails by under other seeds, where a list is to be written; nil for a pass.
  var otherCauses: [String?] = []
}

/// What plays cases one by one, and some of them once more in a second process.
private final class CheckingPlayer: WorkSharer {
  private let player: CaseClient
  /// What finds out what a worker died of, and plays a case a second time.
  private let checker: CaseClient
  private let firstCaseID: String?
  private let options: RunOptions
  /// How many other seeds have a say in a list of failures.
  private var otherSeeds: UInt64 { options.writeKnownFailing == nil ? 0 : 3 }
  private let environment: CommandEnvironment

  init(
    of clients: CaseClients, firstCaseID: String?, _ options: RunOptions,
    in environment: CommandEnvironment
  ) {
    player = clients.makeClient()
    checker = clients.makeClient()
    self.firstCaseID = firstCaseID
    self.options = options
    self.environment = environment
  }

  /// What became of a case, with what further processes say of a crash, a failure or a sample; nil
  /// if the run is to stop before it, or in its course.
  func outcome(of item: NumberedCase) throws -> PlayedCase? {
    guard !environment.stopSignal.isRaised else { return nil }
    let begun = environment.monotonicTime()
    do {
      var played = try play(item.scenario)
      // They were asked for to be compared.
      played.result.logs = []
      played.result.realNanoseconds = (environment.monotonicTime() - begun).wholeNanoseconds
      return played
    } catch WorkerError.stopped {
      return nil
    }
  }

  private func play(_ scenario: ScenarioCase) throws -> PlayedCase {
    let isChecked = isChecked(scenario)
    // Both processes of the first case get ready at once.
    if scenario.id == firstCaseID { checker.prepare() }
    let answered = try player.ask(player.request(scenario, keepsLogs: isChecked), of: scenario)
    if case .died(let death) = answered.outcome, death.isHang {
      // Whether it is told at length is known when those before it are.
      let again = player.commands(for: scenario).run
      return PlayedCase(
        result: CaseResult(answered.outcome, of: scenario, again: again), hang: answered)
    }
    var result = try checker.result(answered, of: scenario)
    if case .answered = answered.outcome, isChecked || result.problem != nil {
      let isAlone = isAlone(scenario)
      if isAlone { checker.renew() }
      var request = checker.request(scenario, keepsLogs: isChecked)
      // Of one that passed only the logs are compared; a failure has to be found again.
      request.endsWithLogs = result.outcome == .passed && options.rerun == nil
      let again = try checker.ask(request, of: scenario)
      result = SelfCheck(of: scenario, again: answered.request.commands.run)
        .result(result, comparedWith: try checker.result(again, of: scenario))
      // A run that has come to one such case will come to others, each some time after the last.
      if isAlone { checker.prepare() }
    }
    return PlayedCase(result: result, otherCauses: try otherCauses(of: scenario, result))
  }

  /// What a case fails by under other seeds, where those have a say: not where every schedule was
  /// run, and one that failed is the first of all.
  private func otherCauses(
    of scenario: ScenarioCase, _ result: CaseResult
  ) throws -> [String?] {
    if case .skipped = result.outcome { return [] }
    guard otherSeeds > 0, !result.schedules.isExhausted else { return [] }
    return try (1...otherSeeds).map { number in
      var request = player.request(scenario)
      request.seed = options.seed &+ number
      return try checker.result(try player.ask(request, of: scenario), of: scenario).problem?.cause
    }
  }

  func dismiss() {
    player.dismiss()
    checker.dismiss()
  }

  /// Whether a case that is run in two processes has a new one for the second time.
  ///
  /// Each that is run again has, and some of the others.
  private func isAlone(_ scenario: ScenarioCase) -> Bool {
    options.rerun != nil || SelfCheck.isAlone(scenario.id, seed: options.seed)
  }

  /// Whether a case is one of those that are run in two processes: the first always is, so that no
  /// run goes without, and each that is run again because it failed, so that a subject which is
  /// right by chance stays an error.
  private func isChecked(_ scenario: ScenarioCase) -> Bool {
    options.rerun != nil || scenario.id == firstCaseID
      || SelfCheck.samples(scenario.id, seed: options.seed)
  }
}

/// The hangs that a run has told of, case by case in order: the first at each place at length, with
/// its log and its schedule, which takes further workers; others as the same.
private final class ToldHangs {
  private let client: CaseClient
  private let places = KnownHangs()
  /// How many cases have hung.
  private(set) var count = 0

  init(of clients: CaseClients) {
    client = clients.makeClient()
  }

  /// The result to report of a case.
  func result(of played: PlayedCase, _ scenario: ScenarioCase) throws -> CaseResult {
    guard let hang = played.hang, case .died(let death) = hang.outcome else {
      return played.result
    }
    count += 1
    var told = played.result
    let functions = death.hang.functions
    if let first = places.first(like: functions) {
      told.outcome =
        CaseResult(
          hang.outcome, of: scenario, again: client.commands(for: scenario).run,
          remark: .hangs(as: first)
        ).outcome
      return told
    }
    do {
      told = try client.result(hang, of: scenario)
    } catch WorkerError.stopped {
      return told
    }
    told.realNanoseconds = played.result.realNanoseconds
    if told.problem?.kind == .subjectHung { places.note(functions, of: scenario.id) }
    return told
  }

  func dismiss() { client.dismiss() }
}

extension RunSession {
  /// Why there were no more cases before all that were planned; nil if there are none left.
  private func whyStopped(_ feed: CaseFeed) throws -> String? {
    switch feed.end {
    case .stopped:
      return "stopped by \(environment.stopSignal.received.map(signalName) ?? "a signal")"
    case .failed(let error): throw error
    case .complete, nil: return nil
    }
  }
}

extension Duration {
  /// The whole nanoseconds, as many as fit.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product + attoseconds / 1_000_000_000
  }
}
