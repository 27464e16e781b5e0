import SluiceReports
import SluiceRunner
import SluiceScenarios
import SluiceSimulation

/// What `sluice explore` was asked for.
package struct ExploreOptions: Equatable, Sendable {
  /// How far to go on.
  package enum Extent: Equatable, Sendable {
    /// So many further schedules.
    case runs(Int)
    /// For so long, in real time.
    case time(Duration)
    /// Every schedule there is, up to so many runs.
    case exhaustive(runs: Int)
  }

  /// Patterns of case ids, and scenario files and folders; none means all of `Scenarios`.
  package var selectors: [String] = []
  /// The name of the subject.
  package var subject = "reference"
  /// Which cases, as the expression that was given.
  package var filter: String?
  /// The weakest rules that fail a case.
  package var level = RuleLevelChoice.should
  /// How far to go on with each case.
  package var extent = Extent.runs(1000)
  /// The largest number of departures of an exhaustive search; nil for any.
  package var departures: Int?
  /// Whether an exhaustive search leaves out orders that differ in independent events only.
  package var isReduced = true
  /// The seed of all that is left to chance.
  package var seed: UInt64 = 0
  /// Where cases run.
  package var isolation = IsolationChoice.process
  /// How long a worker may report no progress, in real time.
  package var watchdog = Duration.seconds(10)

  /// What a call without any words asks for.
  package init() {}
}

/// `sluice explore`.
struct ExploreCommand: Command {
  static let name = "explore"
  static let summary = "Runs cases under many more schedules, or under every one there is."
  static let discussion = [
    "Says for each case how many schedules were run, how many were distinct, and",
    "whether there are any others. Without '--exhaustive' the first failure of a",
    "case ends it. A word that names no file or folder is a pattern of case ids, as",
    "'--filter' takes one without a key: 'listener/cancellation', '*cancel races*'.",
  ]
  static let operand: OperandDeclaration? = .selectors

  static let runs = OptionDeclaration(
    "--runs", .one("N"),
    help: "how many schedules of each case (default: 1000; with --exhaustive: 1000000)")
  static let time = OptionDeclaration(
    "--for", .one("SECONDS"), help: "how long to go on with each case, as in 10s")
  static let exhaustive = OptionDeclaration(
    "--exhaustive", .none, help: "every schedule, depth first")
  static let departures = OptionDeclaration(
    "--departures", .one("N"), help: "with --exhaustive: at most so many from the canonical order")
  static let unreduced = OptionDeclaration(
    "--no-reduction", .none, help: "with --exhaustive: also orders of independent events")
  static let options: [OptionDeclaration] = [
    .subject, .filter, .level, runs, time, exhaustive, departures, unreduced, .seed,
    .isolation, RunCommand.watchdog,
  ]

  let values: ExploreOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> ExploreCommand {
    let defaults = ExploreOptions()
    var values = defaults
    values.selectors = parsed.operands
    values.subject = parsed.text(.subject) ?? defaults.subject
    values.filter = parsed.text(.filter)
    values.level = try parsed.choice(.level) ?? defaults.level
    values.extent = try extent(parsed) ?? defaults.extent
    values.departures = try parsed.integer(departures, in: 0...1_000_000)
    values.isReduced = !parsed.isGiven(unreduced)
    for option in [departures, unreduced] where parsed.isGiven(option) {
      guard parsed.isGiven(exhaustive) else {
        throw .needsOption(option.name, exhaustive.name)
      }
    }
    values.seed = try parsed.integer(.seed, in: 0 ... .max) ?? defaults.seed
    values.isolation = try parsed.choice(.isolation) ?? defaults.isolation
    values.watchdog = try parsed.seconds(RunCommand.watchdog) ?? defaults.watchdog
    return ExploreCommand(values: values)
  }

  /// How far to go on, which at most one option says.
  private static func extent(
    _ parsed: ParsedOptions
  ) throws(UsageError) -> ExploreOptions.Extent? {
    if parsed.isGiven(time), let other = [runs, exhaustive].first(where: parsed.isGiven) {
      throw .conflictingOptions(other.name, time.name)
    }
    let count = try parsed.integer(runs, in: 1...1_000_000_000)
    if parsed.isGiven(exhaustive) { return .exhaustive(runs: count ?? longestSearch) }
    if let count { return .runs(count) }
    return try parsed.seconds(time).map { duration in .time(duration) }
  }

  /// The most runs of an exhaustive search, if nothing else is said.
  private static let longestSearch = 1_000_000

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    try harness.explore(values, in: environment)
  }
}

extension Harness {
  /// Runs the selected cases under many more schedules and says what was found.
  package func explore(
    _ options: ExploreOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let plan = try plan(
      subject: options.subject, selectors: options.selectors, filter: options.filter,
      in: environment)
    return try withSelectedCases(of: plan, in: environment) { _ in
      try Simulation.requireSupport()
      let client = try client(RunOptions(options), plan, in: environment)
      defer { client.dismiss() }
      var session = ExploreSession(options: options, environment: environment, client: client)
      var cases = PlannedCases(plan)
      // No report has to be made whole: a signal ends this at once, and the worker with it.
      while let scenario = try cases.next() { try session.explore(scenario) }
      return session.finish()
    }
  }
}

extension RunOptions {
  /// What of an exploration's options has a say in a result.
  init(_ options: ExploreOptions) {
    self.init()
    subject = options.subject
    level = options.level
    seed = options.seed
    isolation = options.isolation
    watchdog = options.watchdog
  }
}

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
    if count.haveServed {
      parts.append("work of the process ran where it was enqueued, and was not reordered")
    }
    return parts.joined(separator: "; ")
  }
}
