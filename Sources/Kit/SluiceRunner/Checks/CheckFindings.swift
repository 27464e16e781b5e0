import SluiceConformance
import SluiceScenarios
import SluiceText

/// Findings of one check, with the failed cases grouped by their causes.
///
/// The order of the issues depends on the scenarios and the streams alone. Mistakes in scenario
/// files come first, then the causes, then remarks about the run, then warnings. The cause of most
/// failed cases is the first; causes of equally many cases keep the order in which they came up.
/// The smallest case of a cause may be its last one, so a group is reported when the check is over.
package struct CheckFindings {
  private let check: ConformanceCheck
  private let root: ScenarioRoot
  private let detail: IssueDetail
  private var mistakes: [IssueAccount] = []
  private var failures = CauseGroups<FailedCase>()
  private var advice = CauseGroups<FailedCase>()
  private var remarks: [RunRemark] = []

  /// The findings of a check that has found nothing yet.
  init(of check: ConformanceCheck, root: ScenarioRoot, detail: IssueDetail) {
    self.check = check
    self.root = root
    self.detail = detail
  }

  /// Takes in what is wrong with a scenario file.
  mutating func add(_ finding: RunPlan.Finding) {
    mistakes.append(IssueAccount(finding, root: root, call: check.call))
  }

  /// Takes in a failed case.
  ///
  /// - Returns: Its issue, if each case has its own.
  mutating func add(failure: FailedCase) -> ConformanceIssue? {
    guard detail == .cases else {
      failures.add(failure)
      return nil
    }
    let account = account(of: failure)
    return ConformanceIssue(account, account.whole)
  }

  /// Takes in advice of a case.
  mutating func add(advice piece: FailedCase) { advice.add(piece) }

  /// Takes in a remark about the run as a whole.
  mutating func add(_ remark: RunRemark) { remarks.append(remark) }

  /// The issues that are not reported yet.
  var issues: [ConformanceIssue] {
    let failed =
      mistakes.filter { account in !account.isWarning }
      + failures.families(by: .learned).map { family in account(of: family) }
      + remarks.map { remark in IssueAccount(remark, call: check.call) }
    let warnings =
      mistakes.filter(\.isWarning)
      + advice.families(by: .learned).map { family in account(of: family, isAdvice: true) }
    switch detail {
    case .causes: return IssueBudget.issues(failed, warnings: warnings, call: check.call)
    case .cases:
      return (failed + warnings).map { account in ConformanceIssue(account, account.whole) }
    }
  }

  /// The account of a cause: the smallest case, a few of the others by their titles, and the
  /// symptoms.
  private func account(
    of family: CauseFamily<CauseGroups<FailedCase>.Group>, isAdvice: Bool = false
  ) -> IssueAccount {
    let group = family.lead
    var account = account(of: group.smallest, isAdvice: isAdvice)
    let cases = group.count == 1 ? "1 case" : "\(group.count) cases"
    account.summary = "\(group.cause): \(cases)"
    account.isWarning = isAdvice
    if let others = group.others(isAdvice: isAdvice) {
      let sentence = "\(others) \(group.cause)\(subjects(of: group))"
      var lines = ["\(sentence):"] + group.others.map { title in "  \(title)" }
      if group.untitled > 0 { lines.append("  … \(group.untitled) more") }
      account.append(DisplayText(lines), brief: DisplayText(sentence))
    }
    if let sentence = family.alsoSentence {
      account.append(DisplayText(family.alsoLines), brief: DisplayText(sentence))
    }
    // Advice has no issue for each case; the command above makes failures of it.
    let isOneCase = group.count == 1 && family.also.isEmpty
    if !isAdvice, !isOneCase { account.append(check.call.eachCase) }
    return account
  }

  /// The streams of a cause, where a check is about several.
  private func subjects(of group: CauseGroups<FailedCase>.Group) -> String {
    guard check.subjectNames.count > 1 else { return "" }
    let names = check.subjectNames.filter { name in group.parts[name] != nil }
    return ", with \(names.map { name in "'\(name)'" }.joined(separator: ", "))"
  }

  /// The account of a case.
  private func account(of failed: FailedCase, isAdvice: Bool = false) -> IssueAccount {
    let failure = failed.failure
    var account = IssueAccount(
      failed.title,
      at: IssueAccount.Place(path: root.path(of: failed.scenario.path), line: failure.line))
    account.append(DisplayText((isAdvice ? "advice: " : "") + failed.title))
    account.append(DisplayText(failure.message))
    account.append(
      failure.text(CaseFailure.TextStyle(hasCommand: false, hasMessage: false)),
      brief: failure.meaning.map { meaning in DisplayText(meaning.statementLine) }
        ?? DisplayText())
    if let again = failure.again {
      var command = DisplayText()
      command.append(command: again, behind: CaseFailure.againMark)
      account.append(command)
    }
    return account
  }
}

/// A failed case of a check, or one with advice.
struct FailedCase: GroupedFailure {
  /// Its failure.
  let failure: CaseFailure
  /// The case.
  let scenario: ScenarioCase
  /// The name of the stream.
  let part: String
  let lineCount: Int

  /// A case with its failure, and the name of the stream.
  init(_ failure: CaseFailure, of scenario: ScenarioCase, subject: String) {
    self.failure = failure
    self.scenario = scenario
    part = subject
    lineCount = failure.text().lineCount
  }

  var cause: String { failure.cause }
  var title: String { "\(scenario.suite) / \(scenario.name)" }
  var isHard: Bool { failure.isHard }
}

/// A remark about a check as a whole.
struct RunRemark: Sendable, Hashable {
  /// What is wrong, in one line.
  var heading: String
  /// What it is about, one line each.
  var list: [String] = []
  /// What to do about it.
  var next: String?

  /// A remark in one line.
  init(_ heading: String) { self.heading = heading }
}

/// Which failed cases of a check have an issue of their own.
package enum IssueDetail: Sendable, Hashable {
  /// The smallest case of each cause.
  case causes
  /// Each case.
  case cases

  /// The variable of the environment that asks for each case, as the option `--verbose` of the
  /// command line does.
  package static let variable = "SLUICE_VERBOSE"

  /// What an environment asks for.
  ///
  /// - Throws: `ConformanceCheckError.unusableVariable` for a value that is neither yes nor no.
  package init(in environment: [String: String]) throws(ConformanceCheckError) {
    switch environment[Self.variable] {
    case nil, "", "false", "0": self = .causes
    case "true", "1": self = .cases
    case let value?: throw .unusableVariable(Self.variable, value: value)
    }
  }
}

extension IssueAccount {
  /// What is wrong with a scenario file, as the command line says it.
  fileprivate init(_ finding: RunPlan.Finding, root: ScenarioRoot, call: ConformanceCall) {
    var place = Place(call)
    var isWarning = false
    switch finding {
    case .diagnostic(let diagnostic, let sources):
      let location = sources.location(of: diagnostic.span)
      place = Place(
        path: root.path(of: location.path), line: location.line, column: location.column)
      isWarning = diagnostic.severity == .warning
    case .unreadable: break
    case .duplicate(let named, _):
      place = Place(path: root.path(of: named.path), line: named.line)
    }
    self.init("\(place.path):\(place.line):\(place.column)", at: place)
    self.isWarning = isWarning
    var text = finding.text(as: .human, usesColor: false)
    while text.last == "\n" { text.removeLast() }
    append(DisplayText(verbatim: text), brief: DisplayText(verbatim: text).shortened(to: 2))
  }

  /// A remark about a check, at the call.
  fileprivate init(_ remark: RunRemark, call: ConformanceCall) {
    self.init(remark.heading, at: Place(call))
    if remark.list.isEmpty {
      append(DisplayText(remark.heading))
    } else {
      append(
        DisplayText(["\(remark.heading):"] + remark.list), brief: DisplayText(remark.heading))
    }
    if let next = remark.next { append(DisplayText(next)) }
  }
}
