public import SluiceScenarios

extension CaseResult {
  /// The result in what came of asking a worker.
  ///
  /// A worker that died is a result of the case that it died of, with its signal and its last words.
  /// - Parameters:
  ///   - outcome: What came of asking.
  ///   - scenario: The case.
  ///   - again: The command that shows the case again.
  /// - Throws: `CaseLineError` if the answer is not a result of this case.
  public init(
    _ outcome: WorkerOutcome, of scenario: ScenarioCase, again: String
  ) throws(CaseLineError) {
    switch outcome {
    case .answered(let line, _):
      self = try CaseLine.decode(CaseResult.self, from: line)
      guard id == scenario.id else {
        throw CaseLineError(reason: "asked for '\(scenario.id)', answered '\(id)'")
      }
    case .died(let death):
      self.init(
        id: scenario.id, outcome: .errored(Problem(death, of: scenario, again: again)))
    }
  }
}

extension Problem {
  /// How many of a subject's last lines are shown.
  private static let lastLines = 20

  fileprivate init(_ death: WorkerDeath, of scenario: ScenarioCase, again: String) {
    let isHang = if case .silent = death.cause { true } else { false }
    let message = isHang ? "subject hung: \(death)" : "subject crashed: \(death)"
    var lines = [message, " at \(scenario.path):\(scenario.line)"]
    if let progress = death.lastProgress { lines.append(" last heard of: \(progress)") }
    // What the runtime writes below its complaint are addresses, which no two runs share.
    for words in [death.lastWords.standardOutput, death.complaint ?? ""] where !words.isEmpty {
      lines.append(" last words:")
      lines += words.split(separator: "\n").suffix(Problem.lastLines).map { line in "  \(line)" }
    }
    lines.append("again: \(again)")
    self.init(
      kind: isHang ? .subjectHung : .subjectCrashed, message: message,
      body: lines.joined(separator: "\n"), line: scenario.line)
  }
}
