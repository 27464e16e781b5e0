import SluiceConformance
import SluiceScenarios
import SluiceSpies
import SluiceText

/// The part of a check that is about the implementations of one name.
struct SubjectRun {
  let check: ConformanceCheck
  let subject: String
  let client: ConformanceClient
  let plan: RunPlan
  let known: KnownFailures
  let allowed: AllowedRules
  private(set) var count = ConformanceCount()
  private var rules: RuleTally
  private var untested = NotTested()
  private var reasonToSkip: String?
  private var unseen: Set<String> = []

  init(
    check: ConformanceCheck, subject: String, client: ConformanceClient, plan: RunPlan,
    known: KnownFailures, allowed: AllowedRules
  ) {
    self.check = check
    rules = RuleTally(
      own: check.rules.own.map(\.id), meaningless: check.meaninglessRules(for: subject))
    self.subject = subject
    self.client = client
    self.plan = plan
    self.known = known
    self.allowed = allowed
  }

  /// Runs every selected case.
  ///
  /// - Parameters:
  ///   - findings: Takes what is wrong.
  ///   - report: Told of the issue of a case that has one of its own.
  /// - Throws: What asking a worker throws, or `PlanError` for a file that can't be read.
  mutating func perform(
    _ findings: inout CheckFindings, _ report: (ConformanceIssue) -> Void
  ) throws {
    unseen = Set(known.entries.keys)
    var cases = PlannedCases(plan)
    while let scenario = try cases.next() {
      let commands = commands(for: scenario, check.options)
      var result = try client.result(of: scenario, subject: subject, commands: commands)
      result.advice = result.advice?.map { failure in withCommand(failure, for: scenario) }
      // What a case exercises that came later counts when the case does.
      if scenario.edition <= check.edition { rules.count(result) }
      unseen.remove(result.id)
      let judged = known.applied(to: result, line: scenario.line, again: commands.run)
        .counted(by: check.edition, of: scenario)
      count.add(judged)
      untested.count(judged)
      if case .skipped(let reason) = judged.outcome { reasonToSkip = reasonToSkip ?? reason }
      guard check.options.part != .coverage else { continue }
      for failure in judged.advice ?? [] {
        findings.add(advice: FailedCase(failure, of: scenario, subject: subject))
      }
      guard let failure = judged.failure else { continue }
      let issue = findings.add(
        failure: FailedCase(failure, of: scenario, subject: subject))
      if let issue { report(issue) }
    }
    count.rules = rules.exercised.count
    untested.isOfWholeRun = check.isComplete && check.options.part != .cases
    untested.rules = rules.unexercised(allowed.reasons)
    count.notTested = [ConformanceCount.Untested(subject: subject, parts: untested)]
    finish(&findings)
  }

  /// The calls for a case: one that came later fails in its own edition.
  private func commands(
    for scenario: ScenarioCase, _ options: ConformanceCheck.Options
  ) -> ExplorationCommands {
    var options = options
    if scenario.edition > check.edition { options.edition = "\(scenario.edition)" }
    return check.call.commands(for: scenario, subject: subject, options: options)
  }

  /// A piece of advice, with the call that makes it a failure.
  private func withCommand(_ failure: CaseFailure, for scenario: ScenarioCase) -> CaseFailure {
    guard let rule = failure.rule.flatMap({ id in check.rules.rule(named: id) }) else {
      return failure
    }
    var failure = failure
    var options = check.options
    options.level = min(options.level, rule.level)
    if rule.edition > check.edition { options.edition = "\(rule.edition)" }
    failure.again = commands(for: scenario, options).run
    return failure
  }

  /// Says what is wrong with the run as a whole.
  private func finish(_ findings: inout CheckFindings) {
    guard check.options.part != .cases else { return }
    if count.cases == 0, let reasonToSkip {
      findings.add(
        RunRemark("'\(subject)': all \(count.skipped) cases were skipped: \(reasonToSkip)"))
      return
    }
    guard check.isComplete else { return }
    for id in unseen.sorted() {
      findings.add(
        RunRemark("the list of known failures names a case that does not exist: \(id)"))
    }
    for remark in allowed.objections(to: rules, subject: subject) { findings.add(remark) }
  }
}

/// The rules that could apply and need not be exercised: those that the call names, and those of
/// the lists beside the kit's scenarios and the caller's.
struct AllowedRules {
  /// The rules that the call names; nil if it holds no rule to being exercised.
  private let named: [String]?
  private let book: RuleBook
  /// The rules of both lists.
  private let listed: Set<String>
  /// The reasons of the caller's list, by rule; those of the kit's are about its own streams.
  let reasons: [String: String]

  /// The rules of a call and of the lists of a root.
  ///
  /// - Throws: `ConformanceCheckError` for what is no rule, or no list; `PlanError` for a list that
  ///   can't be read.
  init(_ named: [String]?, of book: RuleBook, root: ScenarioRoot) throws {
    let unknown = (named ?? []).filter { rule in book.rule(named: rule) == nil }
    guard unknown.isEmpty else { throw ConformanceCheckError.unknownRules(unknown) }
    self.named = named
    self.book = book
    var listed: Set<String> = []
    var reasons: [String: String] = [:]
    for mark in ["", ShippedScenarios.mark] {
      let path = "\(mark)Scenarios/not-exercised.txt"
      guard (try? FileKind(at: root.path(of: path))) == .regular else { continue }
      let text = try FileContent.text(at: root.path(of: path), shownAs: path)
      do throws(ListError) {
        let list = try UnexercisedRules(parsing: text, rules: book)
        listed.formUnion(list.reasons.keys)
        if mark.isEmpty { reasons = list.reasons }
      } catch {
        throw ConformanceCheckError.unusableList(path, error)
      }
    }
    self.listed = listed
    self.reasons = reasons
  }

  /// Objections of a call that says which rules need not be exercised: one remark for all rules
  /// that were not, and one for all that were although the call names them.
  ///
  /// - Parameters:
  ///   - tally: What was exercised.
  ///   - subject: The name of the implementations.
  /// - Returns: The remarks.
  func objections(to tally: RuleTally, subject: String) -> [RunRemark] {
    guard let named else { return [] }
    let missing = tally.unexercised().filter { rule in
      rule.isApplicable && !listed.contains(rule.id) && !named.contains(rule.id)
    }
    let surprising = named.filter { rule in tally.exercised.contains(rule) }
    var remarks: [RunRemark] = []
    if !missing.isEmpty {
      let names = missing.map { rule in "\"\(rule.id)\"" }.joined(separator: ", ")
      var remark = RunRemark(
        "'\(subject)': no case exercised \(missing.count) of the rules that could apply")
      remark.list = missing.map { rule in
        "  \(rule.id): " + (book.rule(named: rule.id)?.statement ?? "")
          + (rule.reason.map { reason in " (\(reason))" } ?? "")
      }
      remark.next =
        "add a scenario that does, or say that this is known: notExercised: [\(names)]"
      remarks.append(remark)
    }
    if !surprising.isEmpty {
      remarks.append(
        RunRemark(
          "'\(subject)': named in 'notExercised:', and exercised: "
            + surprising.joined(separator: ", ")))
    }
    return remarks
  }
}
