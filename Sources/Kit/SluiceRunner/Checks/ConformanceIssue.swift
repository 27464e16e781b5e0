import SluiceScenarios
import SluiceText

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

  /// An issue of a call as a whole.
  init(_ text: String, at call: ConformanceCall) {
    path = call.filePath
    line = call.line
    column = call.column
    self.text = text
  }

  /// The failure of a case, at the scenario's line.
  init(_ failure: CaseFailure, of scenario: ScenarioCase, root: ScenarioRoot) {
    path = root.path(of: scenario.path)
    line = failure.line
    text = "\(scenario.suite) / \(scenario.name)\n\(failure.text().rendered)"
  }

  /// A piece of advice, at the line of the scenario that shows it best.
  init(_ advice: AdvicePiece, root: ScenarioRoot) {
    self.init(advice.failure, of: advice.scenario, root: root)
    text = "advice: \(text)"
    let others = advice.count - 1
    if others > 0 {
      let cases = others == 1 ? "1 other case breaks" : "\(others) other cases break"
      text += "\n\(cases) \(advice.failure.cause)"
    }
    isWarning = true
  }

  /// What is wrong with a scenario file, as the command line says it.
  init(_ finding: RunPlan.Finding, root: ScenarioRoot, call: ConformanceCall) {
    self.init(finding.text(as: .human, usesColor: false), at: call)
    while text.last == "\n" { text.removeLast() }
    switch finding {
    case .diagnostic(let diagnostic, let sources):
      let location = sources.location(of: diagnostic.span)
      (path, line, column) = (root.path(of: location.path), location.line, location.column)
      isWarning = diagnostic.severity == .warning
    case .unreadable: break
    case .duplicate(let scenario, _):
      (path, line, column) = (root.path(of: scenario.path), scenario.line, 1)
    }
  }
}

/// Advice of a check by one rule, with the failure that is the easiest to read.
struct AdvicePiece {
  /// The failure that it would be at the level of its rule.
  private(set) var failure: CaseFailure
  /// The case.
  private(set) var scenario: ScenarioCase
  /// How many cases have it.
  private(set) var count = 1

  /// The advice of one case.
  init(_ failure: CaseFailure, of scenario: ScenarioCase) {
    self.failure = failure
    self.scenario = scenario
  }

  /// Counts another case, and keeps it if there is less to read of it.
  mutating func add(_ failure: CaseFailure, of scenario: ScenarioCase) {
    count += 1
    guard failure.effort < self.failure.effort else { return }
    (self.failure, self.scenario) = (failure, scenario)
  }
}

extension CaseFailure {
  /// How much there is to read and to think about, races last.
  fileprivate var effort: Int { (log?.rows.count ?? 0) + (isRace ? mostRows : 0) }

  /// More rows than a log has that is drawn.
  private var mostRows: Int { CaseFailure.mostEvents }
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

  /// Adds the count of another subject; a rule is exercised if all of them did so.
  static func += (left: inout ConformanceCount, right: ConformanceCount) {
    left.rules = left.schedules == 0 ? right.rules : min(left.rules, right.rules)
    left.cases += right.cases
    left.failed += right.failed
    left.skipped += right.skipped
    left.schedules += right.schedules
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
    if let list = options.knownFailing {
      words.append("knownFailing: \(ConformanceCall.literal(list))")
    }
    return ExplorationCommands(
      swiftCall: "\(function)(\(words.joined(separator: ", "))",
      remark: "as in \(fileID):\(line)")
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
