import SluiceReports
import SluiceRunner
import SluiceScenarios

/// One `sluice explore` while it is under way: the cases one by one, each as far as was asked.
struct ExploreSession {
  /// How many schedules are asked for at once.
  private static let batch = 500

  let options: ExploreOptions
  let environment: CommandEnvironment
  let client: CaseClient
  private var explored = 0
  private var failed = 0
  private var tried = 0

  init(options: ExploreOptions, environment: CommandEnvironment, client: CaseClient) {
    self.options = options
    self.environment = environment
    self.client = client
  }

  /// Explores one case and prints what was found.
  mutating func explore(_ scenario: ScenarioCase) throws {
    let result =
      switch options.extent {
      case .runs(let count):
        try sample(scenario) { tried in min(ExploreSession.batch, count - tried) }
      case .time(let duration): try sample(scenario, until: environment.monotonicTime() + duration)
      case .exhaustive(let runs): try exhaust(scenario, runs: runs)
      }
    explored += 1
    tried += result.schedules.tried
    if result.problem != nil { failed += 1 }
    show(result, of: scenario)
  }

  /// Prints the end, and says what it comes to.
  ///
  /// - Returns: The exit code.
  func finish() -> ExitCode {
    let cases = "\(explored) case\(explored == 1 ? "" : "s")"
    environment.standardOutput.write("\(cases), \(tried) schedules: \(failed) failed\n")
    return failed == 0 ? .success : .failure
  }

  private func sample(_ scenario: ScenarioCase, until end: Duration) throws -> CaseResult {
    try sample(scenario) { _ in
      environment.monotonicTime() < end ? ExploreSession.batch : 0
    }
  }

  /// Tries further schedules in batches until one fails, none is left, or enough were tried.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - next: How many come next, after so many.
  /// - Returns: What became of the case, with the counts of all batches.
  /// - Throws: What asking throws.
  private func sample(
    _ scenario: ScenarioCase, next: (_ tried: Int) -> Int
  ) throws -> CaseResult {
    var digests: Set<UInt64> = []
    var count = ScheduleCount()
    var result = CaseResult(id: scenario.id, outcome: .passed)
    var tried = 0
    repeat {
      let size = max(0, next(tried))
      var request = client.request(scenario, .sample(first: tried + 1, count: size))
      request.keepsDigests = true
      result = try client.result(try client.ask(request), of: scenario)
      digests.formUnion(result.digests)
      // The canonical run comes with every batch, and counts once.
      count.tried += result.schedules.tried - (tried > 0 ? 1 : 0)
      count.isExhausted = result.schedules.isExhausted
      tried += size
    } while result.outcome == .passed && !count.isExhausted && next(tried) > 0
    count.distinct = digests.count + 1
    result.schedules = count
    return result
  }

  private func exhaust(_ scenario: ScenarioCase, runs: Int) throws -> CaseResult {
    try client.result(
      of: scenario,
      .exhaustive(
        runs: runs, departures: options.departures, reduced: options.isReduced))
  }

  private func show(_ result: CaseResult, of scenario: ScenarioCase) {
    var lines = [scenario.id]
    switch result.outcome {
    case .failed(let problem), .errored(let problem): lines.append(problem.body)
    case .skipped(let reason): lines.append("  skipped: \(reason)")
    case .passed: break
    }
    if result.schedules.tried > 0 { lines.append("  \(ExploreSession.text(result.schedules))") }
    let text = CleanText(lines.joined(separator: "\n")).string
    environment.standardOutput.write(text + "\n")
  }

  /// The counts as a line of text.
  static func text(_ count: ScheduleCount) -> String {
    var parts = ["\(count.tried) schedules run, \(count.distinct) distinct"]
    if count.redundant > 0 { parts.append("\(count.redundant) redundant") }
    if count.outcomes > 0 { parts.append("\(count.outcomes) distinct outcomes") }
    if count.failures > 0 { parts.append("\(count.failures) failed") }
    parts.append(count.isExhausted ? "there is no other" : "there may be others")
    return parts.joined(separator: "; ")
  }
}
