import SluiceConformance
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import SluiceText

/// What decides from everything that a run left behind what became of it.
///
/// Work that escaped comes first: what is seen of such a run need not be so in the next one. Then
/// comes a violated rule, then an expectation that was not met, then a hang or a limit, then a
/// schedule that did not fit.
///
/// It is a class since it is large, and what a search and a tour find holds several.
final class Judge {
  let scenario: ScenarioCase
  let record: RunRecord
  let level: Rule.Level
  /// The command that shows the run again.
  let again: String
  /// The schedule; nil for the canonical one.
  var schedule: ScheduleAccount?
  /// How much is wanted of the account of a failure.
  var extent = CaseFailure.Extent()
  private let judgements: [Judgement]

  /// A judge of one run.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - record: What the run left behind.
  ///   - level: The lowest level at which a violation fails the case.
  ///   - rules: The rules.
  ///   - switchedOff: The ids of rules that are as if there were none of these.
  ///   - again: The command that shows the run again.
  init(
    scenario: ScenarioCase, record: RunRecord, level: Rule.Level, rules: RuleBook,
    without switchedOff: Set<String>, again: String
  ) {
    self.scenario = scenario
    self.record = record
    self.level = level
    self.again = again
    let all = rules.judge(Judge.evidence(of: record))
    judgements =
      switchedOff.isEmpty
      ? all : all.filter { judgement in !switchedOff.contains(judgement.ruleID) }
  }

  private static func evidence(of record: RunRecord) -> Evidence {
    Evidence(
      of: record.entries, isEndless: record.mishap?.kind == .limitReached,
      filedIn: record.index, declarations: record.declarations,
      askedOptions: record.askedOptions, aftermath: record.aftermath)
  }

  /// The violations that count; none are held against a run that has escaped.
  private var violations: [Judgement] {
    record.mishap?.kind == .escaped ? [] : judgements.primaryViolations(from: level)
  }

  /// What became of the run, with what every rule said.
  var result: CaseResult {
    let primary = violations
    var result = CaseResult(
      id: scenario.id, outcome: outcome(primary), judgements, primary: primary)
    // Of a run that has escaped no rule saw all.
    if record.mishap?.kind == .escaped { (result.rules, result.assertions) = ([], 0) }
    result.assertions += record.expectations
    result.steps = record.steps
    result.virtualNanoseconds = record.virtualNanoseconds
    return result
  }

  /// Every entry of the log, to be drawn; nil if there is none.
  var wholePicture: LogPicture? { telling("", at: scenario.span).diagram.picture(reach: .whole) }

  /// The log, for a comparison with that of another process.
  ///
  /// - Parameter run: Which run it is.
  /// - Returns: The log as lines, and its digest.
  func sample(_ run: String) -> LogSample {
    LogSample(run: run, lines: record.entries.map { entry in LogLine.text(of: entry) })
  }

  /// The ids of the rules whose violations count.
  var primaryRules: [String] { violations.map { violation in violation.ruleID } }

  /// What two runs that fail alike share; nil for a run that does not fail.
  var signature: FailureSignature? {
    if record.mishap?.kind == .escaped { return FailureSignature(kind: .escaped) }
    if let violation = violations.first {
      return FailureSignature(kind: .ruleViolation, rule: violation.rule.id)
    }
    if let mishap = record.mishap {
      let isExpectation = mishap.kind == .expectationFailed
      return FailureSignature(
        kind: mishap.kind, span: mishap.span, message: isExpectation ? mishap.message : nil)
    }
    if !record.unfinished.isEmpty { return FailureSignature(kind: .subjectHung) }
    return record.divergence == nil ? nil : FailureSignature(kind: .diverged)
  }

  private func outcome(_ violations: [Judgement]) -> CaseResult.Outcome {
    if let violation = violations.first { return .failed(failure(of: violation)) }
    if let mishap = record.mishap {
      let failure = failure(of: mishap)
      return mishap.kind == .expectationFailed ? .failed(failure) : .errored(failure)
    }
    guard record.unfinished.isEmpty else { return .errored(hang) }
    guard record.divergence == nil else { return .errored(divergence) }
    return .passed
  }

  private func failure(of violation: Judgement) -> CaseFailure {
    var text = FailureTelling(of: violation, in: scenario, record, again: again)
    text.details += Judge.evidence(of: record).excuse(for: violation)?.lines ?? []
    if violation.rule.id == Rule.tasksEnded.id { text.left = record.left }
    if let mishap = record.mishap { text.details += ["also: \(mishap.message)"] + mishap.details }
    return failure(.ruleViolation, rule: violation.rule.id, text)
  }

  private func failure(of mishap: Mishap) -> CaseFailure {
    var text = telling(mishap.message, at: mishap.span)
    text.playedAt = mishap.playedAt
    text.stimulus = mishap.stimulus
    text.details = mishap.details
    text.place = mishap.place
    return failure(mishap.kind, text)
  }

  /// A consumer whose task did not end, although it was cancelled and nothing is left to happen.
  private var hang: CaseFailure {
    failure(
      .subjectHung,
      FailureTelling(ofUnfinished: "waits for ever", in: scenario, record, again: again))
  }

  /// A choice of the schedule that never came up.
  private var divergence: CaseFailure {
    let span = record.divergence?.span ?? scenario.span
    var text = telling("the schedule diverged: a choice in it never came up", at: span)
    if let row = record.divergence?.row {
      let ready = row.ready.map(\.description).sorted().joined(separator: ", ")
      text.details = ["expected at \(row.instant): \(row.run) out of \(ready)"]
    }
    return failure(.diverged, text)
  }

  /// The declaration that would leave the case out, where no listener of the run can notice what
  /// the case sends: it is right if the source never does so.
  private var undeclaredAbilities: [String] {
    let inaudible = record.inaudible ?? []
    let unnoticed = scenario.needs.intersection(inaudible).sorted()
    guard !unnoticed.isEmpty else { return [] }
    let words = unnoticed.map { ability in "'\(ability.rawValue)'" }.joined(separator: ", ")
    return [
      "no listener of the stream has a callback for \(words). If the source never does that,",
      "declare it: over: .listener(…)\(inaudible.declaration)",
    ]
  }

  private func telling(_ message: String, at span: SourceSpan) -> FailureTelling {
    FailureTelling(scenario: scenario, record: record, message: message, span: span, again: again)
  }

  private func failure(
    _ kind: CaseFailure.Kind, rule: String? = nil, _ text: FailureTelling
  ) -> CaseFailure {
    var text = text
    text.details += undeclaredAbilities
    text.schedule = schedule
    text.extent = extent
    return text.failure(kind, rule: rule)
  }
}

extension [Judgement] {
  /// The violations at a level or above that no other of them explains.
  ///
  /// A rule below the level must not explain one at the level away.
  func primaryViolations(from level: Rule.Level) -> [Judgement] {
    // A whole rule is dear to ask for: of those that held, none is.
    violations.filter { judgement in judgement.rule.level >= level }.primaryViolations
  }
}

extension CaseResult {
  /// A result with what every rule said.
  ///
  /// - Parameters:
  ///   - id: The case's stable id.
  ///   - outcome: What became of it.
  ///   - judgements: What the rules said.
  ///   - primary: The violations that count.
  init(id: String, outcome: Outcome, _ judgements: [Judgement], primary: [Judgement]) {
    self.init(id: id, outcome: outcome)
    let primaryIDs = judgements.primaryViolations.map(\.ruleID) + primary.map(\.ruleID)
    rules = judgements.compactMap { judgement in RuleResult(judgement, primary: primaryIDs) }
    assertions = rules.count { rule in rule.verdict != .inapplicable }
  }
}

extension RuleResult {
  /// A rule's word on a run; nil if it has nothing to say.
  init?(_ judgement: Judgement, primary: [String]) {
    switch judgement.verdict {
    case .held: self.init(rule: judgement.ruleID, verdict: .held)
    case .violated(_, let reason):
      let id = judgement.ruleID
      self.init(
        rule: id, verdict: primary.contains(id) ? .violated : .impliedViolation, reason: reason)
    case .inapplicable(let reason):
      self.init(rule: judgement.ruleID, verdict: .inapplicable, reason: reason)
    case .notExercised: return nil
    }
  }
}

/// What two failures must share to be the same one: the kind, and the rule, or the line and what
/// was amiss there.
struct FailureSignature: Hashable {
  var kind: CaseFailure.Kind
  /// The violated rule, if one was.
  var rule: String?
  /// The line that could not be played or met, where no rule was violated.
  var span: SourceSpan?
  /// What was said of that line.
  var message: String?

  /// The violated rule, or else the kind of the failure.
  var cause: String { rule ?? kind.rawValue }
}
