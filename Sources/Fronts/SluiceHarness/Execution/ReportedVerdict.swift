import SluiceConformance
import SluiceProducts
import SluiceReports
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import SluiceText

/// The verdict on one case, as the file for an issue has it.
///
/// The file has nothing of the subject's sources. The explanations of a failure may name functions
/// and files, so they are counted, and only values that can't do so are shown.
struct ReportedVerdict {
  private let result: CaseResult
  private let scenario: ScenarioCase
  /// The schedule that the call forces; nil for those of a run.
  private let schedule: String?
  private let request: CaseRequest
  private let seed: UInt64
  private let harness: Harness

  /// A verdict.
  ///
  /// - Parameters:
  ///   - result: The result of the case.
  ///   - scenario: The case.
  ///   - schedule: The schedule that the call forces; nil for those of a run.
  ///   - request: The request by which it was played.
  ///   - seed: The seed of the call.
  ///   - harness: The program, with the rules and the subjects.
  init(
    of result: CaseResult, _ scenario: ScenarioCase, schedule: String?, _ request: CaseRequest,
    seed: UInt64, by harness: Harness
  ) {
    self.result = result
    self.scenario = scenario
    self.schedule = schedule
    self.request = request
    self.seed = seed
    self.harness = harness
  }

  /// The exit code: a schedule that does not fit is never a success.
  var exitCode: ExitCode {
    switch ReplayText.exitCode(of: result) {
    case .diverged: .diverged
    case .harnessFailure: .harnessFailure
    default: .success
    }
  }

  /// The case, its verdict in a line, and the place of the file.
  func summary(writtenTo place: String) -> DisplayText {
    var text = DisplayText(oneLine("\(scenario.suite) / \(scenario.name)"))
    text.append(oneLine(verdictLine))
    text.append("written to \(oneLine(place)); read it before you send it")
    text.append("")
    return text
  }

  /// The whole file.
  var report: VerdictReport {
    var report = VerdictReport(introduction: Self.introduction)
    report.add(heading: "Why it is wrong")
    report.add(paragraph: Self.invitation)
    report.add(heading: "Verdict")
    report.add(verdict)
    report.add(heading: "Scenario as it is played")
    let lines = ScenarioText(of: scenario, registry: harness.registry).file
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    report.add(DisplayText(verbatim: lines.joined(separator: "\n")))
    report.add(heading: "Schedule")
    report.add(schedules)
    report.add(heading: "Log")
    add(log: &report)
    report.add(heading: "Declarations")
    report.add(declarations)
    report.add(heading: "Versions")
    report.add(DisplayText(versions))
    report.add(heading: "To show it again")
    report.add(DisplayText(verbatim: command), as: "sh")
    return report
  }

  private static let introduction = [
    "`sluice report` wrote this file for an issue about the kit. It has no source line, path or "
      + "function name of the subject. The log has the values and the texts of errors that the "
      + "stream delivered: read it before you send it."
  ]
  private static let invitation =
    "*(Say here what the stream does, and what the rule or the line should say of it.)*"
}

// MARK: The parts

extension ReportedVerdict {
  /// The verdict in a line, without what may name code.
  private var verdictLine: String {
    switch result.outcome {
    case .passed: "the case passed"
    case .skipped(let reason): "the case was skipped: \(reason)"
    case .failed(let failure): "the case failed: \(failure.withoutCode.message)"
    case .errored(let failure):
      "the case ended in an error, \(failure.kind.rawValue): \(failure.withoutCode.message)"
    }
  }

  private var verdict: DisplayText {
    var text = DisplayText("case: \(scenario.id)")
    text.append(verdictLine)
    if let failure = result.failure {
      var shown = failure.withoutCode
      (shown.log, shown.schedule) = (nil, nil)
      text.append(shown.text(CaseFailure.TextStyle(hasCommand: false, hasMessage: false)))
      if let rule = failure.rule.flatMap({ id in harness.rules.rule(named: id) }) {
        text.append("rule: \(rule.id) (\(rule.level.rawValue)): \(rule.statement)")
      }
      if let log = failure.log, let row = log.blamed {
        let blamed = log.rows[row]
        text.append("blamed: the entry in step \(blamed.step) at \(blamed.time), marked in the log")
      }
      text.append(others(than: failure))
      text.append(failure.leftOutLines)
    }
    if let divergence = result.divergence, result.failure?.kind != .diverged {
      text.append("the schedule diverged: \(divergence)")
    }
    for advice in result.advice ?? [] { text.append("advice: \(advice.message)") }
    return text
  }

  /// The other rules that the run breaks.
  private func others(than failure: CaseFailure) -> [String] {
    result.rules.compactMap { rule in
      guard rule.rule != failure.rule else { return nil }
      switch rule.verdict {
      case .violated: return "also: \(rule.rule)\(rule.reason.map { ": \($0)" } ?? "")"
      case .impliedViolation: return "implied: \(rule.rule)"
      case .held, .inapplicable: return nil
      }
    }
  }

  /// The schedule that fails, or else those that were played.
  private var schedules: DisplayText {
    if let account = result.failure?.schedule {
      var text = DisplayText()
      if let short = result.schedule ?? account.text ?? schedule {
        text.append(DisplayText(verbatim: short))
      }
      text.append(account.displayText)
      return text
    }
    if let schedule { return DisplayText(verbatim: schedule) }
    guard result.failure == nil else { return DisplayText("canonical") }
    let count = result.schedules.distinct
    let played = count == 1 ? "1 schedule was played" : "\(count) schedules were played"
    return DisplayText(played + (result.schedules.isExhausted ? ": there is no other" : ""))
  }

  /// The log as a diagram, and each entry in a line, as far as they are known.
  private func add(log report: inout VerdictReport) {
    if let picture = result.failure?.log ?? result.picture, !picture.rows.isEmpty {
      report.add(DisplayText(verbatim: picture.lines(isWhole: true).joined(separator: "\n")))
    }
    if let sample = result.failure?.events ?? result.logs.first {
      report.add(paragraph: "Each entry, with its virtual time and its step:")
      report.add(DisplayText(verbatim: sample.lines.joined(separator: "\n")))
    }
    let isEmpty = result.failure?.log?.rows.isEmpty ?? true
    if isEmpty, result.picture == nil, result.failure?.events == nil, result.logs.isEmpty {
      report.add(paragraph: "No log is known.")
    }
  }

  /// What the subjects declare whose streams the case reads.
  private var declarations: DisplayText {
    let used = scenario.streams
    var text = DisplayText()
    var told: Set<String> = []
    for product in harness.products {
      let isMeant = used.isEmpty && product.name == scenario.place.product
      for subject in product.subjects(named: request.subject)
      where (isMeant || used.contains(subject.stream)) && told.insert(subject.stream).inserted {
        text.append("\(subject.stream) of '\(subject.name)'")
        text.append(DisplayText("traits: \(subject.traits.declaration)").indented(by: 2))
        let lacking = subject.lacking.subtracting(subject.lackingAnyway)
        text.append(lacking.isEmpty ? "  lacks nothing" : "  \(lacking.declaration)")
      }
    }
    return text
  }

  private var versions: [String] {
    [
      "kit: \(Harness.version)", "Swift: \(Self.swift)", "platform: \(Self.platform)",
      "level: \(request.level)", "edition: \(request.edition)",
    ] + (schedule == nil ? ["seed: \(seed)"] : [])
  }

  /// The command that shows the verdict again.
  private var command: String {
    result.failure?.again ?? request.commands.text(for: schedule)
  }

  /// The Swift that compiled the kit, which is the one whose runtime it runs on.
  private static var swift: String {
    #if compiler(>=6.4)
      return "6.4 or later"
    #elseif compiler(>=6.3)
      return "6.3"
    #else
      return "6.2"
    #endif
  }

  private static var platform: String {
    #if arch(x86_64)
      return "Linux, x86-64"
    #elseif arch(arm64)
      return "Linux, arm64"
    #else
      return "another one"
    #endif
  }
}

extension CaseFailure {
  /// The failure without what may name functions or files of the subject: its explanation, and the
  /// message of a kind whose messages have such names.
  fileprivate var withoutCode: CaseFailure {
    var failure = self
    failure.meaning = nil
    failure.details = []
    failure.notes = []
    if kind.mayNameCode { failure.message = kind.summary }
    return failure
  }

  /// How many lines of the explanation the file leaves out; nothing for none.
  fileprivate var leftOutLines: [String] {
    let count = explanation.count
    guard count > 0 else { return [] }
    let lines = count == 1 ? "1 line" : "\(count) lines"
    return ["\(lines) of explanation left out, which may name functions of the subject"]
  }
}

extension CaseFailure.Kind {
  /// Whether a message of this kind may name a function or a file of the subject.
  fileprivate var mayNameCode: Bool {
    switch self {
    case .subjectCrashed, .subjectHung, .deadlocked, .escaped, .answerUnusable: true
    case .ruleViolation, .expectationFailed, .passesUnexpectedly, .limitReached, .diverged,
      .nondeterministic, .declarationWrong, .scenarioUnusable:
      false
    }
  }
}
