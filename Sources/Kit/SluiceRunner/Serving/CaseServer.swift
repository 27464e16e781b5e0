package import SluiceConformance
package import SluiceProducts
package import SluiceScenarios
import SluiceSimulation
package import SluiceText
import Synchronization

/// What answers the requests of a run, in a worker or in the run's own process.
package struct CaseServer: Sendable {
  private let runners: CaseRunners
  private let cases: RequestedCases
  private let rules: RuleBook

  /// A server of cases of some products.
  package init(products: [Product], cases: RequestedCases) {
    runners = CaseRunners(products: products)
    self.cases = cases
    rules = products.ruleBook
  }

  /// A rule that judges the cases; nil for one that is unknown.
  package func rule(named id: String) -> Rule? { rules.rule(named: id) }

  /// The answer to one request: the case's result as one line, of JSON or brief.
  ///
  /// - Parameters:
  ///   - request: The request's line.
  ///   - progress: Told of each scenario line before it runs.
  /// - Returns: The answer's line, which `CaseResult` reads; a request that is of no use is
  ///   answered with the reason, and ``CaseAsking`` knows what to do with one that is given up.
  package func answer(_ request: String, _ progress: @escaping (String) -> Void) -> String {
    WorkerAnswer.line(inBrief: BriefAnswer.line) { try run(CaseRequest(line: request), progress) }
  }

  /// What becomes of a case; nil if it has to be asked for patiently.
  private func run(
    _ request: CaseRequest, _ progress: @escaping (String) -> Void
  ) throws(CaseLineError) -> CaseResult? {
    let level = try request.ruleLevel()
    let edition = try request.lastEdition()
    let scenario: ScenarioCase?
    do {
      scenario = try cases.scenario(request.id, in: request.shownPath, below: request.root)
    } catch {
      return unusable(request, error.description)
    }
    guard let scenario else {
      return unusable(request, "'\(request.shownPath)' has no longer a case '\(request.id)'")
    }
    // A subject that blocks its thread for ever keeps the closure for as long.
    let explorer = CaseExplorer(
      of: scenario,
      playedBy: runners.runner(of: request.subject), level: level, edition: edition,
      seed: request.seed,
      keeping: KeptData(request), account: request.account,
      vocabulary: request.writesScenario ? cases.registry : nil, commands: request.commands,
      log: LogTeller(request, progress), progress: progress)
    let schedules = request.exploration.furtherSchedules
    let explore = { (explorer: CaseExplorer) in
      if request.observesRaces == true { return explorer.covered(schedules: schedules) }
      return request.observesTraits
        ? explorer.observed(schedules: schedules) : explorer.result(of: request.exploration)
    }
    // The subject's silence ends here: the kit works alone until the answer.
    defer { progress(StepProgress.isOver) }
    return request.isPatient
      ? explore(explorer.patient) : Simulation.onThread { explore(explorer) }
  }

  /// The result of a case that is not there any more, or not as it was when the run was planned.
  private func unusable(_ request: CaseRequest, _ reason: String) -> CaseResult {
    let failure = CaseFailure(.scenarioUnusable, reason, line: 1, again: request.commands.run)
    return CaseResult(id: request.id, outcome: .errored(failure))
  }
}

/// The runners of one process: one for each name of implementations, found once.
private final class CaseRunners: Sendable {
  private let products: [Product]
  private let known = Mutex<[String: CaseRunner]>([:])

  init(products: [Product]) {
    self.products = products
  }

  func runner(of subjectName: String) -> CaseRunner {
    known.withLock { known in
      if let runner = known[subjectName] { return runner }
      let runner = CaseRunner(products: products, subjectName: subjectName)
      known[subjectName] = runner
      return runner
    }
  }
}

extension CaseResult {
  /// The result in what came of asking a worker.
  ///
  /// A worker that died is a result of the case that it died of, with its signal and its last
  /// words. An answer that can't be read is an error of this case too, and costs no other.
  ///
  /// - Parameters:
  ///   - outcome: What came of asking.
  ///   - scenario: The case.
  ///   - again: The command that shows the case again.
  ///   - remark: What is to be said of a death beside.
  package init(
    _ outcome: WorkerOutcome, of scenario: ScenarioCase, again: String,
    remark: DeathRemark = DeathRemark()
  ) {
    switch outcome {
    case .answered(let line, _):
      do throws(CaseLineError) {
        try self.init(answer: line, of: scenario.id)
      } catch {
        let failure = CaseFailure(
          .answerUnusable, error.description, of: scenario, again: again)
        self.init(id: scenario.id, outcome: .errored(failure))
      }
    case .died(let death):
      let failure = CaseFailure(death, of: scenario, again: again, remark: remark)
      self.init(id: scenario.id, outcome: .errored(failure))
      // A trap or a hang is a failure like any other where one is expected.
      if let reason = scenario.xfail, !death.isForgery {
        self.outcome = .skipped("fails as expected: \(reason) (\(failure.message))")
      }
    }
  }
}

extension CaseResult {
  /// The result in an answer's line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - id: The case that was asked for.
  /// - Throws: `CaseLineError` if the line holds no result of the case.
  package init(answer line: String, of id: String) throws(CaseLineError) {
    if let result = try BriefAnswer.result(in: line, of: id) {
      self = result
    } else {
      self = try WorkerAnswer<CaseResult>.result(in: line, of: id) { $0.id }
    }
  }
}

/// What is said of the death of a worker beside what is known of it alone.
package struct DeathRemark: Sendable, Hashable {
  /// What stands behind the message, with the mark that parts them.
  package var message = ""
  /// Further lines of the text.
  package var lines: [String] = []
  /// The id of the case whose account is to be read in the place of this one.
  package var tellingCase: String?

  /// Nothing to be said.
  package init() {}

  /// That another case, which was told of before, hangs at the same place.
  ///
  /// - Parameter first: The other case's id.
  /// - Returns: The remark.
  package static func hangs(as first: String) -> DeathRemark {
    var remark = DeathRemark()
    remark.lines = [" it hangs where '\(first)' does, of which there is a log"]
    remark.tellingCase = first
    return remark
  }

  /// That no other worker has died of the case alone.
  ///
  /// - Parameters:
  ///   - suspects: What the worker had been asked for before.
  ///   - isOfSeveral: Whether others do behind them.
  /// - Returns: The remark.
  package static func stray(
    behind suspects: [CulpritSearch.Suspect], isOfSeveral: Bool
  ) -> DeathRemark {
    var remark = DeathRemark()
    remark.message = "; it does not come again alone"
    guard !suspects.isEmpty else { return remark }
    remark.lines = [
      isOfSeveral
        ? " it comes again behind several of the cases that the worker ran before:"
        : " it did not come again behind the cases that the worker ran before, either:"
    ]
    let left = suspects.count - mostSuspects
    if left > 0 { remark.lines.append("  … after \(left) others") }
    remark.lines += suspects.suffix(mostSuspects).map { suspect in "  \(suspect.id)" }
    return remark
  }

  /// That another worker died of the whole case, and none of the schedule alone.
  package static let ofWholeCase: DeathRemark = {
    var remark = DeathRemark()
    remark.lines = [" it comes again when the whole case is run, and not in its last run alone"]
    return remark
  }()

  /// How many cases are named.
  private static let mostSuspects = 20
}

extension WorkerDeath {
  /// The kind of failure of the case that the worker died of.
  package var kind: CaseFailure.Kind {
    if isHang { return .subjectHung }
    return isForgery ? .answerUnusable : .subjectCrashed
  }
}

extension WorkerDeath {
  /// Where it was, as lines of text.
  fileprivate var placeLines: [String] {
    let places = WaitingText.places(in: location.functions)
    guard isHang else { return places.isEmpty ? [] : [" it crashed here:"] + places }
    let what =
      switch location.isBlocked {
      case true?: "a call that blocks"
      case false?: "a loop that never suspends"
      case nil: "a loop that never suspends, or a call that blocks"
      }
    return [" one event has no end: \(what)"] + places
  }

  /// How it ended, with the sentence that it makes a failure of the case.
  fileprivate var sentence: String {
    if isHang { return "subject hung: \(self)" }
    return isForgery
      ? "the worker's answers can't be trusted: \(self)" : "subject crashed: \(crash)"
  }
}

extension CaseFailure {
  /// How many of a subject's last lines are shown, and how many of its log.
  private static let lastLines = 20
  private static let lastEntries = 40

  /// The problem of a case whose worker died.
  ///
  /// - Parameters:
  ///   - death: The end of the worker.
  ///   - scenario: The case.
  ///   - again: The command that shows the case again.
  ///   - schedule: The schedule, if it is not the canonical one.
  ///   - remark: What is to be said beside.
  init(
    _ death: WorkerDeath, of scenario: ScenarioCase, again: String,
    schedule: ScheduleAccount? = nil, remark: DeathRemark = DeathRemark()
  ) {
    var details = death.placeLines
    if let progress = death.lastProgress, schedule == nil {
      details.append(" last heard of: \(progress)")
    }
    // What the runtime writes below its complaint are addresses, which no two runs share.
    if !death.lastWords.standardOutput.isEmpty {
      details.append(" last words:")
      let lines = death.lastWords.standardOutput.split(separator: "\n")
      details += lines.suffix(CaseFailure.lastLines).map { line in "  \(line)" }
    }
    if death.picture == nil, !death.log.isEmpty {
      let left = death.log.count - CaseFailure.lastEntries
      details.append(" log until then:")
      if left > 0 { details.append("  … after \(left) others") }
      details += death.log.suffix(CaseFailure.lastEntries).map { line in "  \(line)" }
    }
    details += remark.lines
    self.init(
      death.kind, "\(death.sentence)\(remark.message)", details: details, of: scenario,
      again: again)
    self.schedule = schedule
    tellingCase = remark.tellingCase
    log = death.picture
  }

  /// The problem of a case that is expected to fail and passes under every schedule.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - reason: Why it is expected to fail.
  ///   - again: The command that shows the case again.
  init(unexpectedPassOf scenario: ScenarioCase, _ reason: String, _ again: String) {
    self.init(
      .passesUnexpectedly, "passes unexpectedly: expected to fail: \(reason)", of: scenario,
      again: again)
  }

  /// A problem of a whole case, shown at its first line.
  init(
    _ kind: Kind, _ message: String, details: [String] = [], of scenario: ScenarioCase,
    again: String
  ) {
    self.init(kind, message, line: scenario.line, again: again)
    excerpts = SourceExcerpt.all([(.wholeCase, scenario.span)], of: scenario, at: scenario.span)
    self.details = details
  }
}
