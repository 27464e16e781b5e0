import SluiceReports
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import SluiceText

/// One `sluice stress` once everything about the call is known to be right.
struct StressSession {
  let options: StressOptions
  let environment: CommandEnvironment
  let plan: RunPlan
  let plannedCases: Int
  let server: StressServer
  /// What counts where the call does not say it.
  let usual: GateDefaults

  /// Plays every selected case, and says what became of those that did not pass.
  ///
  /// - Returns: What the run comes to.
  /// - Throws: What keeps the run from going on.
  func run() throws -> ExitCode {
    let feed = CaseFeed(plan, of: plannedCases, stopSignal: environment.stopSignal)
    var tally = StressTally()
    var ids: [String] = []
    var lateDeaths = 0
    var isForged = false
    var session = supervisor?.makeSession { [environment] late in
      lateDeaths += 1
      if late.death.isForgery { isForged = true }
      let id = late.before > 0 ? ids[late.before - 1] : ""
      environment.tell(
        "ERROR \(oneLine(id)): a worker died after it had answered the case: \(late.death)\n")
    }
    do {
      for scenario in feed.lazy.map(\.scenario) {
        let request = request(scenario)
        let line = try CaseLine.encode(request)
        let outcome =
          try session?.ask(line)
          ?? .answered(
            environment.guarding { server.answer(line) { _ in } }, output: CapturedOutput())
        ids.append(scenario.id)
        var result = StressResult(outcome, of: scenario, request: request)
        if result.result.failure?.kind == .answerUnusable { isForged = true }
        result.result = result.result.counted(by: edition, of: scenario)
        tally.count(result)
        let columns = environment.columns(on: environment.standardOutput)
        if let text = StressTally.text(of: result, scenario, columns: columns) {
          environment.tell(text)
        }
      }
    } catch WorkerError.stopped {
      feed.leaveOut()
    }
    session.take()?.dismiss()
    environment.tell(tally.summary)
    if case .failed(let error) = feed.end { throw error }
    if let code = environment.stoppedCode() { return code }
    // Rounds on real threads differ from one to the next: no case can be asked again.
    if isForged { return .harnessFailure }
    return tally.failed == 0 && lateDeaths == 0 ? .success : .failure
  }

  /// What starts workers; nil if cases are played in this process.
  private var supervisor: WorkerSupervisor? {
    guard options.isolation == .process else { return nil }
    var variables = environment.variables.all
    // A race that the thread sanitizer sees ends the worker, and so is its case's result.
    if variables["TSAN_OPTIONS"] == nil { variables["TSAN_OPTIONS"] = "halt_on_error=1" }
    let command = WorkerCommand(
      executable: environment.executablePath, arguments: ["stress-worker"],
      environment: variables)
    let stop = environment.stopSignal
    return WorkerSupervisor(
      command: command, watchdog: options.watchdog * Sanitizer.slowdown,
      clock: MachineWatchdogClock(), isStopped: { stop.isRaised })
  }

  private var level: RuleLevelChoice { options.level ?? usual.level }
  private var edition: Edition { options.edition ?? usual.edition }

  private func request(_ scenario: ScenarioCase) -> StressRequest {
    StressRequest(
      root: plan.library.root.path, shownPath: scenario.path, id: scenario.id,
      subject: options.subject, level: level.rawValue, edition: "\(edition)",
      rounds: options.rounds, seed: options.seed, again: again(scenario))
  }

  /// The command that shows a round of a case again, as a shell takes it, but for the seed.
  private func again(_ scenario: ScenarioCase) -> String {
    let defaults = StressOptions()
    var words = CallWords(environment, root: plan.library.root).words("stress", scenario.path)
    if options.subject != defaults.subject { words += ["--subject", options.subject] }
    if level != usual.level { words += ["--level", level.rawValue] }
    let edition = max(edition, scenario.edition)
    if edition != usual.edition { words += ["--edition", "\(edition)"] }
    if options.watchdog != defaults.watchdog {
      words += ["--watchdog", AgainCommand.seconds(options.watchdog)]
    }
    words += ["--filter", CaseFilter.text(selecting: scenario.id), "--rounds", "1", "--seed"]
    return words.map(ShellWord.quoted).joined(separator: " ")
  }
}

/// What a run on real threads adds up.
struct StressTally {
  private var passed = 0
  /// How many cases were wrong.
  private(set) var failed = 0
  private var skipped = 0
  private var rounds = 0
  private var unreachedRounds = 0
  private var overlappingRounds = 0
  private var rules: Set<String> = []

  /// Counts a case.
  mutating func count(_ stressed: StressResult) {
    switch stressed.result.outcome {
    case .passed: passed += 1
    case .failed, .errored: failed += 1
    case .skipped: skipped += 1
    }
    rounds += stressed.rounds
    unreachedRounds += stressed.unreachedRounds
    overlappingRounds += stressed.overlappingRounds
    for rule in stressed.result.rules where rule.verdict != .inapplicable {
      rules.insert(rule.rule)
    }
  }

  /// What is said of a case as soon as it is over; nil for one that passed or was skipped.
  static func text(
    of stressed: StressResult, _ scenario: ScenarioCase, columns: Int?
  ) -> DisplayText? {
    // Of the advice of a case only that on its edition has an account of its own here.
    let advice = stressed.result.advice?.last
    guard let failure = stressed.result.failure ?? advice else { return nil }
    let word = stressed.result.failure == nil ? "ADVICE" : "FAILED"
    let seed = stressed.wrongSeed.map { seed in " (seed \(seed))" } ?? ""
    var text = DisplayText(
      "\(word) \(oneLine(scenario.id))\(seed): \(oneLine(failure.message))")
    let style = CaseFailure.TextStyle(
      columns: columns.map { columns in columns - 2 }, tellsOfLeftOut: true, hasMessage: false)
    text.append(failure.text(style).indented(by: 2))
    text.append("")
    return text
  }

  /// The last lines of the run.
  var summary: String {
    var lines = [
      "\(count(rounds, "round")) of \(count(passed + failed + skipped, "case")) on threads: "
        + "\(passed) passed, \(failed) failed, \(skipped) skipped",
      "\(count(rules.count, "rule")) had something to say",
    ]
    if unreachedRounds > 0 {
      lines.append("\(count(unreachedRounds, "round")) missed a line of their scenario")
    }
    if overlappingRounds > 0 {
      lines.append(
        "\(count(overlappingRounds, "round")) had callbacks that overlapped, of which nobody can "
          + "tell the order")
    }
    return lines.map { line in line + "\n" }.joined()
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
