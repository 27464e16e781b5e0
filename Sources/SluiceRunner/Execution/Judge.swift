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
  /// What is told of the schedule beside a failure, as lines of text.
  var scheduleLines: [String] = []
  /// The schedule that these lines are about.
  var schedule: Schedule?
  /// How much is wanted of the account of a failure.
  var extent = FailureAccount.Extent()
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
  var wholePicture: LogPicture? { text("", at: scenario.span).diagram.picture(reach: .whole) }

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
    if let violation = violations.first { return .failed(problem(of: violation)) }
    if let mishap = record.mishap {
      let problem = problem(of: mishap)
      return mishap.kind == .expectationFailed ? .failed(problem) : .errored(problem)
    }
    guard record.unfinished.isEmpty else { return .errored(hang) }
    guard record.divergence == nil else { return .errored(divergence) }
    return .passed
  }

  private func problem(of violation: Judgement) -> Problem {
    var text = FailureText(of: violation, in: scenario, record, again: again)
    text.details += Judge.evidence(of: record).excuse(for: violation)?.lines ?? []
    if violation.rule.id == Rule.tasksEnded.id { text.left = record.left }
    if let mishap = record.mishap { text.details += ["also: \(mishap.message)"] + mishap.details }
    return problem(.ruleViolation, rule: violation.rule.id, text)
  }

  private func problem(of mishap: Mishap) -> Problem {
    var text = text(mishap.message, at: mishap.span)
    text.playedAt = mishap.playedAt
    text.stimulus = mishap.stimulus
    text.details = mishap.details
    text.place = mishap.place
    return problem(mishap.kind, text)
  }

  /// A consumer whose task did not end, although it was cancelled and nothing is left to happen.
  private var hang: Problem {
    problem(
      .subjectHung, FailureText(ofUnfinished: "waits for ever", in: scenario, record, again: again))
  }

  /// A choice of the schedule that never came up.
  private var divergence: Problem {
    let span = record.divergence?.span ?? scenario.span
    var text = text("the schedule diverged: a choice in it never came up", at: span)
    if let row = record.divergence?.row {
      let ready = row.ready.map(\.description).sorted().joined(separator: ", ")
      text.details = ["expected at \(row.instant): \(row.run) out of \(ready)"]
    }
    return problem(.diverged, text)
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

  private func text(_ message: String, at span: SourceSpan) -> FailureText {
    FailureText(scenario: scenario, record: record, message: message, span: span, again: again)
  }

  private func problem(
    _ kind: Problem.Kind, rule: String? = nil, _ text: FailureText
  ) -> Problem {
    var text = text
    text.details += undeclaredAbilities
    text.scheduleLines = scheduleLines
    text.schedule = schedule
    text.extent = extent
    return text.problem(kind, rule: rule)
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
  var kind: Problem.Kind
  /// The violated rule, if one was.
  var rule: String?
  /// The line that could not be played or met, where no rule was violated.
  var span: SourceSpan?
  /// What was said of that line.
  var message: String?

  /// The violated rule, or else the kind of the problem.
  var cause: String { rule ?? kind.rawValue }
}

/// The text of a failure: the message, its place in the scenario, why, the log around it, and how
/// to see it again.
struct FailureText {
  let scenario: ScenarioCase
  let record: RunRecord
  /// The failure in one line.
  let message: String
  /// The line to point at.
  let span: SourceSpan
  /// Where the scenario plays the flow in which that line is written.
  var playedAt: SourceSpan?
  /// The line that set it off, where that is another one.
  var stimulus: SourceSpan?
  /// More lines that explain it.
  var details: [String] = []
  /// The number of the log entry to blame.
  var blamed: Int?
  /// Where in the log an expectation failed.
  var place: FailedPlace?
  /// The tasks that were left, if the failure is about them.
  var left: [Waiter] = []
  /// What is told of the schedule, if it is not the canonical one.
  var scheduleLines: [String] = []
  /// The schedule that these lines are about.
  var schedule: Schedule?
  /// The command that shows the failure again.
  let again: String
  /// How much is wanted of the account.
  var extent = FailureAccount.Extent()
  /// Whether that command shows every entry of the log if it is asked to.
  var isShownWhole = true

  /// The problem that the text tells.
  func problem(_ kind: Problem.Kind, rule: String? = nil) -> Problem {
    let picture = diagram.picture(reach: reach)
    var problem = Problem(
      kind: kind, rule: rule, message: message, body: body(picture),
      line: scenario.sources.location(of: playedAt ?? span).line)
    problem.account = account(picture)
    return problem
  }

  /// How much of the log is drawn: what nobody reads costs nothing.
  private var reach: LogDiagram.Reach {
    switch extent.drawing {
    case .none: .excerpt
    case .near: .near
    case .whole: .whole
    }
  }

  /// The parts of the text.
  private func account(_ picture: LogPicture?) -> FailureAccount {
    let places: [(reason: SourceExcerpt.Mark.Reason, span: SourceSpan?)] = [
      (.failed, span), (.played, playedAt), (.stimulus, stimulus),
    ]
    var account = FailureAccount(again: again)
    account.excerpts = SourceExcerpt.all(places, in: scenario.sources)
    account.details = explanation
    let leftOut = picture?.leftOut ?? 0
    if isShownWhole, leftOut > 0 { account.leftOut = leftOut }
    if extent.drawing != .none { account.picture = picture }
    if extent.hasEvents {
      let events = record.entries.prefix(FailureAccount.mostEvents).map(LogLine.record)
      account.log = LogSample(wholeLog: events, of: schedule?.description ?? "")
    }
    account.departures = schedule.map { schedule in ScheduleTable(schedule).departures } ?? []
    let table = schedule.map { schedule in ScheduleTable(schedule).table.map { "  \($0)" } } ?? []
    account.schedule = scheduleLines.filter { line in !table.contains(line) }
    return account
  }

  /// All of it, beginning with the message.
  private func body(_ picture: LogPicture?) -> String {
    var lines = [message]
    lines += pointer(to: span, label: nil)
    if let playedAt { lines += pointer(to: playedAt, label: "played at") }
    if let stimulus { lines += pointer(to: stimulus, label: "after") }
    lines += explanation
    lines += picture?.lines() ?? diagram.lines
    lines += scheduleLines
    lines.append(FailureAccount.againMark + again)
    return lines.joined(separator: "\n")
  }

  /// What is said of it beside the log.
  private var explanation: [String] {
    details.map { detail in " \(detail)" } + record.idleWork.map { work in " \(work)" }
      + WaitingText(
        record.entries, names: record.names, unfinished: record.unfinished,
        waiters: record.waiters
      ).lines
      + LeftText(left, entries: record.entries, names: record.names).lines
  }

  /// The log around the entry to blame.
  var diagram: LogDiagram {
    let marks = record.marks.map { mark in
      LogDiagram.Mark(
        entry: mark.entry,
        line: scenario.sources.location(of: mark.playedAt ?? mark.span).line)
    }
    let line = scenario.sources.location(of: playedAt ?? span).line
    return LogDiagram(
      record.entries, blamed: blamed, failed: place.map { place in (place, line) },
      names: record.names, backend: scenario.place.product, marks: marks)
  }

  /// The line of the scenario with a caret below the place.
  private func pointer(to span: SourceSpan, label: String?) -> [String] {
    let location = scenario.sources.location(of: span)
    let place = "\(location.path):\(location.line):\(location.column)"
    let text = scenario.sources.text(of: span)
    let firstLine = text.prefix { character in !character.isNewline }
    let number = "\(location.line)"
    let margin = String(repeating: " ", count: number.count)
    let prefix = label.map { label in " \(label) " } ?? " at "
    return [
      "\(prefix)\(place)",
      "  \(number) | \(firstLine)",
      "  \(margin) | \(String(repeating: "^", count: max(1, firstLine.count)))",
    ]
  }
}

extension FailureText {
  /// The text of a violation, at the line that led to it.
  init(
    of violation: Judgement, in scenario: ScenarioCase, _ record: RunRecord, again: String
  ) {
    guard case .violated(let entry, let reason) = violation.verdict else {
      preconditionFailure("a primary judgement is a violation")
    }
    let mark = record.marks.last { mark in mark.entry <= entry }
    self.init(
      scenario: scenario, record: record, message: "\(violation.rule.id): \(reason)",
      span: mark?.span ?? scenario.span, playedAt: mark?.playedAt,
      details: ["rule: \(violation.rule.statement)"], blamed: entry, again: again)
  }

  /// The text of consumers whose tasks did not end, at the last line.
  init(
    ofUnfinished what: String, in scenario: ScenarioCase, _ record: RunRecord, again: String
  ) {
    let names = record.unfinished.map { name in "'\(name)'" }.joined(separator: ", ")
    let last = record.marks.last
    self.init(
      scenario: scenario, record: record, message: "\(names) \(what)",
      span: last?.span ?? scenario.span, playedAt: last?.playedAt, again: again)
  }
}
