import SluiceReports
import SluiceRunner
import SluiceScenarios

/// What is printed of a replay.
struct ReplayText {
  let result: CaseResult
  let scenario: ScenarioCase
  let times: Int

  /// The case, the log if it was asked for, and what became of it.
  var text: String {
    var lines = ["\(scenario.suite) / \(scenario.name)"]
    lines += result.logs.flatMap { log in log.lines.map { line in "  \(line)" } }
    switch result.outcome {
    case .failed(let problem), .errored(let problem): lines.append(problem.body)
    case .skipped(let reason): lines.append("skipped: \(reason)")
    case .passed: lines.append(passed)
    }
    if let divergence = result.divergence, result.problem?.kind != .diverged {
      lines.append("the schedule diverged: \(divergence)")
    }
    return CleanText(lines.joined(separator: "\n")).string + "\n"
  }

  private var passed: String {
    let steps = "\(result.steps) steps, \(result.assertions) checks"
    guard times > 1 else { return "passed under this schedule: \(steps)" }
    return "passed under this schedule, with the same log \(times) times: \(steps)"
  }

  /// What a replay comes to: a schedule that does not fit is never a pass, whatever else happened.
  static func exitCode(of result: CaseResult) -> ExitCode {
    if result.divergence != nil || result.problem?.kind == .diverged { return .diverged }
    return result.problem == nil ? .success : .failure
  }
}
