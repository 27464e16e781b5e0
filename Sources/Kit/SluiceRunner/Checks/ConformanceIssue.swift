import Foundation
import SluiceScenarios
import SluiceSpies
package import SluiceText

/// Something that is wrong, with the place at which a test library shows it.
package struct ConformanceIssue: Sendable, Hashable {
  /// The absolute path of the file, so that editors can open it.
  package var path: String
  /// The line, from 1.
  package var line: Int
  /// The column, from 1.
  package var column = 1
  /// Everything to be read about it.
  package var text: String
  /// Whether it does not fail the test.
  package var isWarning = false

  /// An account, as far as there is room for it.
  init(_ account: IssueAccount, _ text: DisplayText) {
    (path, line, column) = (account.place.path, account.place.line, account.place.column)
    self.text = text.rendered
    isWarning = account.isWarning
  }

  /// The issue without the commands of a subject for the engine that runs the test.
  ///
  /// - Parameter variables: The variables of the test's process.
  /// - Returns: The issue; the same one outside of an engine.
  func guarded(in variables: [String: String]) -> ConformanceIssue {
    var issue = self
    issue.text = CommandGuard.guarded(text, in: variables)
    return issue
  }
}

/// What a check ran.
package struct ConformanceCount: Sendable, Hashable {
  /// The cases that were run.
  package var cases = 0
  /// The cases that did not pass.
  package var failed = 0
  /// The cases that were not run, or failed as was known.
  package var skipped = 0
  /// The runs, one for each schedule of each case.
  package var schedules = 0
  /// The rules that some case exercised.
  package var rules = 0
  /// The parts that were not tested, of each subject.
  package var notTested: [Untested] = []
  /// What is said of processes that a subject had left running; nil if there were none.
  package var leftRunning: String?

  /// What standard error is told, for which no test library has a place: an undeclared edition,
  /// what was not tested, and what was left running.
  ///
  /// Each line ends with a line break; empty if there is nothing to tell.
  package private(set) var notes = ""

  /// The parts of a run that were not tested, of one subject.
  package struct Untested: Sendable, Hashable {
    /// The name of the subject.
    package var subject: String
    /// The parts.
    package var parts: NotTested
  }

  /// The cases that were left out.
  package var leftOut: Int {
    notTested.map { subject in subject.parts.cases - subject.parts.played }.reduce(0, +)
  }

  /// The cases that passed under a part of their schedules.
  package var sampled: Int { notTested.map(\.parts.sampled).reduce(0, +) }

  /// The ids of the rules that could have been exercised and were not, each once, sorted.
  package var unexercisedRules: [String] {
    Set(notTested.flatMap { subject in subject.parts.applicableRules.map(\.id) }).sorted()
  }

  /// A count of nothing.
  package init() {}

  /// Counts a result.
  mutating func add(_ result: CaseResult) {
    schedules += result.schedules.tried
    switch result.outcome {
    case .passed: cases += 1
    case .failed, .errored:
      cases += 1
      failed += 1
    case .skipped: skipped += 1
    }
  }

  /// Makes the text for standard error.
  ///
  /// - Parameters:
  ///   - call: The call in the test.
  ///   - undeclared: The edition that counted, if that was the newest since the call names none.
  ///   - detail: Whether each reason and each rule is named, as each failed case is.
  mutating func explain(_ call: ConformanceCall, undeclared: Edition?, _ detail: IssueDetail) {
    var text = DisplayText()
    if let undeclared {
      text.append(
        "\(call.fileID):\(call.line): note: edition: \(undeclared), the newest, since none is "
          + "declared; in the call it is: edition: \"\(undeclared)\"")
    }
    for untested in notTested {
      let sentences = untested.parts.text(isWhole: detail == .cases, for: .test)
      guard sentences.lineCount > 0 else { continue }
      text.append("\(call.fileID):\(call.line): note: '\(untested.subject)', not tested:")
      text.append(sentences.indented(by: 2))
    }
    if let leftRunning { text.append("\(call.fileID):\(call.line): note: \(leftRunning)") }
    let lines = text.rendered(columns: nil).map { line in line + "\n" }.joined()
    notes = CommandGuard.guarded(lines, in: ProcessInfo.processInfo.environment)
  }

  /// Adds the count of another subject; a rule is exercised if all of them did so.
  static func += (left: inout ConformanceCount, right: ConformanceCount) {
    left.rules = left.schedules == 0 ? right.rules : min(left.rules, right.rules)
    left.cases += right.cases
    left.failed += right.failed
    left.skipped += right.skipped
    left.schedules += right.schedules
    left.notTested += right.notTested
  }
}

/// The call of a check in a test: where it stands, and how it is written.
package struct ConformanceCall: Sendable, Hashable {
  /// What stands before its parentheses, such as `try await expectConformance`.
  package var function: String
  /// The compiler's name of the file, `<module>/<file>`.
  package var fileID: String
  /// The file's absolute path.
  package var filePath: String
  /// The line, from 1.
  package var line: Int
  /// The column, from 1.
  package var column: Int
  /// The products that it names, for whoever repeats it.
  package var products: [String] = []
  /// Whether it names rules of the caller's own.
  package var hasRules = false
  /// The pattern by which `swift test --filter` runs the test of the call; nil without a test.
  package var testFilter: String?

  /// A call at a place.
  package init(function: String, fileID: String, filePath: String, line: Int, column: Int) {
    self.function = function
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The calls that show a case again, in the same test.
  func commands(
    for scenario: ScenarioCase, subject: String, options: ConformanceCheck.Options
  ) -> ExplorationCommands {
    let defaults = ConformanceCheck.Options()
    var words = ["of: \(subject)"]
    if !products.isEmpty { words.append("products: [\(products.joined(separator: ", "))]") }
    if hasRules { words.append("rules: […]") }
    words.append("only: \(ConformanceCall.literal(scenario.id))")
    if options.schedules != defaults.schedules { words.append("schedules: \(options.schedules)") }
    if options.seed != defaults.seed { words.append("seed: \(options.seed)") }
    if options.level != defaults.level { words.append("level: .\(options.level)") }
    if let edition = options.edition {
      words.append("edition: \(ConformanceCall.literal(edition))")
    }
    if let list = options.knownFailing {
      words.append("knownFailing: \(ConformanceCall.literal(list))")
    }
    return ExplorationCommands(
      swiftCall: "\(function)(\(words.joined(separator: ", "))",
      remark: "as in \(fileID):\(line)")
  }

  /// The command that reports each failed case as an issue of its own.
  var eachCase: DisplayText {
    var words = ["swift", "test"]
    if let testFilter { words += ["--filter", testFilter] }
    var text = DisplayText()
    text.append(
      command: "\(IssueDetail.variable)=1 \(words.map(ShellWord.quoted).joined(separator: " "))",
      behind: "each case: ")
    return text
  }

  /// What a call selected that selects nothing.
  func again(_ options: ConformanceCheck.Options) -> String {
    var parts: [String] = []
    if !options.only.isEmpty { parts.append("only: \(options.only)") }
    if let filter = options.filter { parts.append("filter: \(ConformanceCall.literal(filter))") }
    return parts.isEmpty ? "" : " by \(parts.joined(separator: ", "))"
  }

  /// A text as a literal of Swift's.
  static func literal(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
