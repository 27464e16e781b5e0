import SluiceReports
import SluiceRunner
import SluiceScenarios
import SluiceSimulation
package import SluiceSpies
import SluiceText

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
  /// The weakest rules that fail a case; nil for the level of the gate.
  package var level: RuleLevelChoice?
  /// The last edition whose cases and rules count; nil for that of the gate.
  package var edition: Edition?
  /// How far to go on with each case.
  package var extent = Extent.runs(1000)
  /// The largest number of departures of an exhaustive search; nil for any.
  package var departures: Int?
  /// Whether an exhaustive search leaves out orders that differ in independent events only.
  package var isReduced = true
  /// The seed of all that is left to chance.
  package var seed: UInt64 = 0
  /// Which shard is explored; nil for what Bazel's variables say, or else for all cases.
  package var shard: ShardChoice?
  /// How cases are dealt to shards.
  package var shardDivision = Shard.Division.hash
  /// How many workers play at a time; nil for as many as there are processors.
  package var jobs: Int?
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
    "Says for each case how many schedules were tried, how many were distinct, and",
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
    .subject, .filter, .level, .edition, runs, time, exhaustive, departures, unreduced, .seed,
    RunCommand.shard, RunCommand.shardBy, .jobs, .isolation, RunCommand.watchdog,
  ]

  let values: ExploreOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> ExploreCommand {
    let defaults = ExploreOptions()
    var values = defaults
    values.selectors = parsed.operands
    values.subject = parsed.text(.subject) ?? defaults.subject
    values.filter = parsed.text(.filter)
    values.level = try parsed.choice(.level)
    values.edition = try parsed.edition()
    values.extent = try extent(parsed) ?? defaults.extent
    values.departures = try parsed.integer(departures, in: 0...1_000_000)
    values.isReduced = !parsed.isGiven(unreduced)
    for option in [departures, unreduced] where parsed.isGiven(option) {
      guard parsed.isGiven(exhaustive) else {
        throw .needsOption(option.name, exhaustive.name)
      }
    }
    values.seed = try parsed.seed() ?? defaults.seed
    values.shard = try ShardChoice(parsed)
    values.shardDivision = try parsed.choice(RunCommand.shardBy) ?? defaults.shardDivision
    values.isolation = try parsed.choice(.isolation) ?? defaults.isolation
    values.jobs = try parsed.jobs(values.isolation)
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
    environment.watchSignals()
    return try harness.explore(values, in: environment)
  }
}

extension Harness {
  /// Runs the selected cases under many more schedules and says what was found.
  package func explore(
    _ options: ExploreOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    try check(edition: options.edition)
    let plan = try plan(
      subject: options.subject, paths: options.selectors, filter: options.filter,
      in: environment)
    var shard = try options.shard.shard(in: environment)
    shard.division = options.shardDivision
    return try withSelectedCases(of: plan, in: environment) { count in
      try Simulation.requireSupport()
      let columns = environment.columns(on: environment.standardOutput)
      let clients = try clients(RunOptions(options, columns: columns), plan, in: environment)
      let session = ExploreSession(
        of: CaseFeed(plan, shard: shard, of: count, stopSignal: environment.stopSignal),
        options: options, edition: clients.edition, environment: environment)
      try SharedWork(jobs: Harness.jobs(options.jobs, options.isolation)).run(session) {
        ExploringPlayer(clients.makeClient())
      } each: { batch, result in
        if let result { session.take(result, of: batch) }
        return true
      }
      return try session.finish(clients.workerErrors(in: environment))
    }
  }
}

extension RunOptions {
  /// What of an exploration's options has a say in a result.
  init(_ options: ExploreOptions, columns: Int?) {
    self.init()
    account.drawing = columns == nil ? .none : .near
    subject = options.subject
    level = options.level
    edition = options.edition
    seed = options.seed
    isolation = options.isolation
    watchdog = options.watchdog
  }
}

/// Schedules of one case that a worker tries at once.
struct ExploreBatch: Sendable {
  /// Which case it is of, from 0.
  let number: Int
  let scenario: ScenarioCase
  let exploration: Exploration
}

/// What tries schedules of one case after the other.
private final class ExploringPlayer: WorkSharer {
  private let client: CaseClient

  init(_ client: CaseClient) {
    self.client = client
  }

  /// What came of a batch; nil if the call is to stop before it, or in its course.
  func outcome(of batch: ExploreBatch) throws -> CaseResult? {
    var request = client.request(batch.scenario, batch.exploration)
    if case .sample = batch.exploration { request.keepsDigests = true }
    do {
      let answered = try client.ask(request, of: batch.scenario)
      return try client.result(answered, of: batch.scenario)
    } catch WorkerError.stopped {
      return nil
    }
  }

  func dismiss() { client.dismiss() }
}

/// One `sluice explore` while it is under way: batches of schedules out, case by case, and results
/// in, in the same order.
///
/// Where several workers try batches of one case, some try what comes after the first failure: of
/// that nothing is told.
final class ExploreSession: Sequence, IteratorProtocol {
  /// How many schedules are asked for at once.
  private static let batch = 500

  /// A case under way.
  private struct Exploring {
    let scenario: ScenarioCase
    /// When it is to end; nil where that is no matter of time.
    var end: Duration?
    /// How many schedules were handed out, and in how many batches.
    var handedOut = 0
    var batches = 0
    /// How many batches have come back.
    var returned = 0
    /// Whether no more batches are handed out.
    var isClosed = false
    var digests: Set<UInt64> = []
    var count = ScheduleCount()
  }

  private let cases: CaseFeed
  private let options: ExploreOptions
  private let environment: CommandEnvironment
  /// The last edition whose cases count.
  private let edition: Edition
  /// The cases that batches are under way of, by their numbers.
  private var underWay: [Int: Exploring] = [:]
  /// How many cases were begun, and how many were told of.
  private var begun = 0
  private var explored = 0
  private var failed = 0
  private var hasUntrustedAnswer = false
  private var tried = 0

  /// A session for some cases.
  init(
    of cases: CaseFeed, options: ExploreOptions, edition: Edition, environment: CommandEnvironment
  ) {
    self.cases = cases
    self.edition = edition
    self.options = options
    self.environment = environment
  }

  /// The next batch; nil behind the last of the last case.
  func next() -> ExploreBatch? {
    guard !environment.stopSignal.isRaised else { return nil }
    if let batch = nextBatch() { return batch }
    guard let next = cases.next() else { return nil }
    underWay[begun] = Exploring(scenario: next.scenario)
    if case .time(let duration) = options.extent {
      underWay[begun]?.end = environment.monotonicTime() + duration
    }
    begun += 1
    return nextBatch()
  }

  /// The next batch of the case that was begun last; nil if it has no more, or is settled.
  private func nextBatch() -> ExploreBatch? {
    let number = begun - 1
    guard var exploring = underWay[number], !exploring.isClosed else { return nil }
    let exploration: Exploration
    switch options.extent {
    case .exhaustive(let runs):
      exploring.isClosed = true
      exploration = .exhaustive(
        runs: runs, departures: options.departures, reduced: options.isReduced)
    case .runs(let count):
      let size = Swift.min(Self.batch, count - exploring.handedOut)
      exploration = .sample(first: exploring.handedOut + 1, count: size)
      exploring.handedOut += size
      exploring.isClosed = exploring.handedOut >= count
    case .time:
      // One batch is tried, however short the time is; the last one ends the case alone.
      let isOver = exploring.batches > 0 && environment.monotonicTime() >= exploring.end ?? .zero
      exploration = .sample(first: exploring.handedOut + 1, count: isOver ? 0 : Self.batch)
      exploring.handedOut += Self.batch
      exploring.isClosed = isOver
    }
    exploring.batches += 1
    underWay[number] = exploring
    return ExploreBatch(number: number, scenario: exploring.scenario, exploration: exploration)
  }

  /// Takes what came of a batch, and tells of its case if that was the last word on it.
  func take(_ result: CaseResult, of batch: ExploreBatch) {
    // Of a case that is told of nothing more is told.
    guard var exploring = underWay[batch.number] else { return }
    exploring.returned += 1
    exploring.digests.formUnion(result.digests)
    if case .sample = batch.exploration {
      // The canonical run comes with every batch, and counts once.
      exploring.count.tried += result.schedules.tried - (exploring.returned > 1 ? 1 : 0)
      exploring.count.distinct = exploring.digests.count + 1
      exploring.count.isExhausted = result.schedules.isExhausted
    } else {
      exploring.count = result.schedules
    }
    underWay[batch.number] = exploring
    let isLast = exploring.isClosed && exploring.returned == exploring.batches
    guard isLast || result.outcome != .passed || exploring.count.isExhausted else { return }
    underWay[batch.number] = nil
    var told = result.counted(by: edition, of: exploring.scenario)
    told.schedules = exploring.count
    explored += 1
    tried += told.schedules.tried
    if told.failure != nil { failed += 1 }
    if told.failure?.kind == .answerUnusable { hasUntrustedAnswer = true }
    show(told, of: exploring.scenario)
  }

  /// Prints the end, and says what it comes to.
  ///
  /// - Parameter errors: The deaths of workers that are no result of a case.
  /// - Returns: The exit code.
  /// - Throws: What keeps the cases from being read.
  func finish(_ errors: [RunJournal.WorkerError]) throws -> ExitCode {
    if case .failed(let error) = cases.end { throw error }
    // What of a case was explored until the call was stopped.
    let begun = underWay.sorted { one, other in one.key < other.key }.map(\.value)
    for exploring in begun where exploring.returned > 0 {
      explored += 1
      tried += exploring.count.tried
      let count = ExploreSession.text(exploring.count)
      environment.tell("\(oneLine(exploring.scenario.id))\n  stopped: \(count)\n")
    }
    failed += errors.count
    let cases = "\(explored) case\(explored == 1 ? "" : "s")"
    environment.tell("\(cases), \(tried) schedules: \(failed) failed\n")
    if let code = environment.stoppedCode() { return code }
    if hasUntrustedAnswer || errors.contains(where: \.isUntrusted) { return .harnessFailure }
    return failed == 0 ? .success : .failure
  }

  private func show(_ result: CaseResult, of scenario: ScenarioCase) {
    var text = DisplayText(oneLine(scenario.id))
    switch result.outcome {
    case .failed(let failure), .errored(let failure):
      let columns = environment.columns(on: environment.standardOutput)
      text.append(failure.text(columns: columns))
    case .skipped(let reason): text.append("  skipped: \(reason)")
    case .passed:
      let columns = environment.columns(on: environment.standardOutput)
      for failure in result.advice ?? [] where scenario.edition > edition {
        text.append("  advice:")
        text.append(failure.text(columns: columns))
      }
    }
    if result.schedules.tried > 0 { text.append("  \(ExploreSession.text(result.schedules))") }
    text = text.cleaned(cap: CleanText.defaultCap)
    text.append("")
    environment.tell(text)
  }

  /// The counts as a line of text.
  static func text(_ count: ScheduleCount) -> String {
    var parts = ["\(count.tried) schedules tried, \(count.distinct) distinct"]
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
