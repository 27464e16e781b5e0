import SluiceReports
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import SluiceText

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
  /// The ids of the program's own rules; nil if it has none.
  let ownRules: [String]?
  /// The ids of the rules that have no meaning for the streams, sorted.
  let meaninglessRules: [String]
  /// What the sources of the streams are declared to lack, if anything.
  let absent: AbsentAbilities?
  /// The edition that counts, if that is the newest since nothing names one.
  let undeclared: Edition?
  /// What takes the results of an upgrade and gives back what would change; nil for a run.
  let upgrade: UpgradeTally?
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
      known: knownFailures, keepsFailures: options.writeKnownFailing != nil,
      edition: clients.edition)
    let hangs = ToldHangs(of: clients)
    var crashes = 0
    let feed = CaseFeed(
      plan, shard: shard, of: own.dealt, stopSignal: environment.stopSignal)
    var end = RunJournal.End(unseen: [:], realNanoseconds: 0)
    do {
      let jobs = Harness.jobs(options.jobs, options.isolation)
      // While a second process looks at one case, a worker can play so many others.
      try SharedWork(jobs: jobs, ahead: options.mayRunAhead ? 16 : nil).run(feed) {
        [clients, first = own.first, options, environment] in
        CasePlayer(of: clients, firstCaseID: first, options, in: environment)
      } each: { item, played in
        guard let played = try played.value() else {
          feed.leaveOut()
          return true
        }
        let scenario = item.scenario
        let told = try hangs.result(of: played, scenario)
        if let text = told.scenarioText {
          output.attempt { () throws(ReportError) in try recorded?.write(text, of: scenario) }
        }
        var result = failures.settled(
          clients.withCommands(told, for: scenario), others: played.otherCauses, of: scenario,
          again: clients.commands(for: scenario).run)
        result = result.offeringFile(clients.commands(for: scenario))
        if let upgrade { result = upgrade.result(result, of: scenario) }
        if options.isReproducible { result.realNanoseconds = 0 }
        let totals = try output.add(
          result, of: CaseListing(scenario, number: item.number))
        if result.failure?.kind.isCrash == true { crashes += 1 }
        guard let reason = enough(totals, hangs: hangs.count, crashes: crashes) else {
          return true
        }
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

  /// Why the cases so far are enough for the call; nil if they are not.
  private func enough(_ totals: ReportTotals, hangs: Int, crashes: Int) -> String? {
    let failed = totals.failures + totals.errors
    if failed >= options.maxFailures ?? .max { return "\(failed) failed" }
    if crashes >= options.maxCrashes ?? .max { return "\(crashes) crashed or deadlocked" }
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
    output.attempt { () throws(ReportError) in
      try list?.write(KnownFailures.text(failures.failures))
      try list?.publish()
    }
  }

  private func close(_ output: inout RunOutput, _ end: RunJournal.End) throws -> ExitCode {
    // What stopped the run is told also where a report can't be written.
    let closing = Result { try output.close(end) }
    guard let reason = end.interruption else { return try closing.get() }
    environment.tell(
      "\(environment.programName): the run was not finished: \(oneLine(reason))\n",
      on: environment.standardError)
    _ = try closing.get()
    return .harnessFailure
  }

  /// What the run is of, with a digest of all its cases if it is a shard.
  private func begin(of selection: String?) -> RunJournal.Begin {
    let run = RunJournal.Run(
      kit: Harness.version, subject: options.subject, seed: options.seed,
      schedules: options.schedules == Exploration.every ? "all" : "\(options.schedules)",
      level: clients.level.rawValue, edition: "\(clients.edition)",
      isNewest: undeclared == nil ? nil : true, cases: plannedCases, selection: selection,
      isComplete: isComplete,
      knownFailing: clients.knownFailing, lacking: absent?.description,
      reasons: unexercisedRules.reasons,
      isReproducible: options.isReproducible, ownRules: ownRules,
      meaninglessRules: meaninglessRules.isEmpty ? nil : meaninglessRules)
    guard !options.isReproducible else { return RunJournal.Begin(run: run, shard: shard) }
    return RunJournal.Begin(
      run: run, shard: shard, startedAt: environment.timeSinceEpoch().components.seconds,
      host: environment.hostName())
  }

  /// Whether the call selects everything, so that lists can be held to be exact.
  private var isComplete: Bool {
    guard options.filter == nil, options.rerun == nil, plan.patterns.isEmpty else { return false }
    if options.paths.isEmpty { return true }
    let all = environment.guarding {
      try? ScenarioFinder.files(
        [], workingDirectory: environment.workingDirectory, root: plan.library.root)
    }
    return all == plan.files
  }
}

extension RunOptions {
  /// Whether a worker may have the next case while a second process looks at the last, and one
  /// alone before the last is told of.
  ///
  /// Where a failure may end the run the next could be one too many, and in one process a case has
  /// it to itself.
  package var mayRunAhead: Bool {
    isolation != .none && [maxFailures, maxHangs, maxCrashes].allSatisfy { limit in limit == nil }
  }
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
