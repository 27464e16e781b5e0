import SluiceScenarios
import SluiceSimulation

/// What became of a case, for whoever counts verdicts and reads no texts.
package struct CaseVerdict: Sendable, Hashable, Codable {
  /// What became of it.
  package enum Outcome: Sendable, Hashable, Codable {
    /// Nothing was wrong under any schedule that was tried.
    case passed
    /// The streams can't be played in it.
    case skipped
    /// It failed: in this way, and by these rules, if rules were broken that no other explains.
    case failed(Problem.Kind, rules: [String])
  }

  /// The case's stable id.
  package var id: String
  /// What became of it.
  package var outcome: Outcome
  /// How many schedules were tried; a failure is that of the last.
  package var schedules: Int

  /// A verdict on a case.
  package init(id: String, outcome: Outcome, schedules: Int) {
    self.id = id
    self.outcome = outcome
    self.schedules = schedules
  }

  /// The rules that were broken and that no other explains; none for a case that did not fail.
  package var rules: [String] {
    if case .failed(_, let rules) = outcome { rules } else { [] }
  }

  /// How it failed; nil for a case that did not.
  package var kind: Problem.Kind? {
    if case .failed(let kind, _) = outcome { kind } else { nil }
  }
}

extension CaseExplorer {
  /// What becomes of the case under the canonical schedule and then further ones, up to the first
  /// that fails, which is neither made small nor told.
  ///
  /// - Parameter count: How many further schedules. A scenario's own number is meant for a run with
  ///   the usual number of them, and becomes less as that does.
  /// - Returns: The verdict.
  package func verdict(schedules count: Int) -> CaseVerdict {
    guard runner.reasonToSkip(scenario) == nil else {
      return CaseVerdict(id: scenario.id, outcome: .skipped, schedules: 0)
    }
    if let failure = failure(in: canonicalJudge(), tried: 1) { return failure }
    var tried = 1
    let wanted =
      scenario.schedules.map { own in min(own, own * count / Exploration.defaultSchedules) }
      ?? count
    // What forces its own schedule has no other.
    for number in 1..<(scenario.schedule.isEmpty ? wanted + 1 : 1) {
      let recorder = RecordingScheduler(
        scheduler(number), seed: numbersSeed, keepsDepartures: false)
      let judge = judge(recorder)
      tried += 1
      if let failure = failure(in: judge, tried: tried) { return failure }
      guard recorder.choices > 0 else { break }
    }
    return CaseVerdict(id: scenario.id, outcome: .passed, schedules: tried)
  }

  private func failure(in judge: Judge, tried: Int) -> CaseVerdict? {
    judge.signature.map { signature in
      CaseVerdict(
        id: scenario.id, outcome: .failed(signature.kind, rules: judge.primaryRules),
        schedules: tried)
    }
  }
}
