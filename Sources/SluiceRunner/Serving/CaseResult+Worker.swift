package import SluiceScenarios

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
  package init(_ outcome: WorkerOutcome, of scenario: ScenarioCase, again: String) {
    switch outcome {
    case .answered(let line, _):
      do {
        self = try CaseResult(answer: line, of: scenario)
      } catch {
        let problem = Problem(
          .answerUnusable, error.description, details: [], of: scenario, again: again)
        self.init(id: scenario.id, outcome: .errored(problem))
      }
    case .died(let death):
      let problem = Problem(death, of: scenario, again: again)
      self.init(id: scenario.id, outcome: .errored(problem))
      // A trap or a hang is a failure like any other where one is expected.
      if let reason = scenario.xfail {
        self.outcome = .skipped("fails as expected: \(reason) (\(problem.message))")
      }
    }
  }

  private init(answer line: String, of scenario: ScenarioCase) throws(CaseLineError) {
    switch try CaseLine.decode(CaseAnswer.self, from: line) {
    case .result(let result):
      guard result.id == scenario.id else {
        throw .otherCase(asked: scenario.id, answered: result.id)
      }
      self = result
    case .unusable(let reason): throw .unreadable(reason: reason)
    }
  }
}

extension Problem {
  /// How many of a subject's last lines are shown, and how many of its log.
  private static let lastLines = 20
  private static let lastEntries = 40

  /// The problem of a case whose worker died.
  ///
  /// - Parameters:
  ///   - death: The end of the worker.
  ///   - scenario: The case.
  ///   - again: The command that shows the case again.
  ///   - scheduleLines: What is told of the schedule, if it is not the canonical one.
  init(
    _ death: WorkerDeath, of scenario: ScenarioCase, again: String, scheduleLines: [String] = []
  ) {
    let isHang = if case .silent = death.cause { true } else { false }
    var details: [String] = []
    if isHang {
      details.append(" one event has no end: a loop that never suspends, or a call that blocks")
    }
    if let progress = death.lastProgress, scheduleLines.isEmpty {
      details.append(" last heard of: \(progress)")
    }
    // What the runtime writes below its complaint are addresses, which no two runs share.
    for words in [death.lastWords.standardOutput, death.complaint ?? ""] where !words.isEmpty {
      details.append(" last words:")
      details += words.split(separator: "\n").suffix(Problem.lastLines).map { line in "  \(line)" }
    }
    if !death.log.isEmpty {
      let left = death.log.count - Problem.lastEntries
      details.append(" log until then:")
      if left > 0 { details.append("  … after \(left) others") }
      details += death.log.suffix(Problem.lastEntries).map { line in "  \(line)" }
    }
    details += scheduleLines
    self.init(
      isHang ? .subjectHung : .subjectCrashed,
      "\(isHang ? "subject hung" : "subject crashed"): \(death)", details: details, of: scenario,
      again: again)
  }

  /// The problem of a case that is expected to fail and passes under every schedule.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - reason: Why it is expected to fail.
  ///   - again: The command that shows the case again.
  init(unexpectedPassOf scenario: ScenarioCase, _ reason: String, _ again: String) {
    self.init(
      .passesUnexpectedly, "passes unexpectedly: expected to fail: \(reason)", details: [],
      of: scenario, again: again)
  }

  /// A problem of a whole case, shown at its first line.
  init(
    _ kind: Kind, _ message: String, details: [String], of scenario: ScenarioCase, again: String
  ) {
    let lines =
      [message, " at \(scenario.path):\(scenario.line)"] + details + ["again: \(again)"]
    self.init(
      kind: kind, message: message, body: lines.joined(separator: "\n"), line: scenario.line)
  }
}
