import SluiceReports
import SluiceRunner
import SluiceScenarios
package import SluiceSpies
import SluiceText

/// What `sluice stress` was asked for.
package struct StressOptions: Equatable, Sendable {
  /// Scenario files and folders; none means all of `Scenarios`.
  package var paths: [String] = []
  /// The name of the subject.
  package var subject = "reference"
  /// Which cases, as the expression that was given.
  package var filter: String?
  /// The weakest rules that fail a case; nil for the level of the gate.
  package var level: RuleLevelChoice?
  /// The last edition whose cases and rules count; nil for that of the gate.
  package var edition: Edition?
  /// How often each case is played.
  package var rounds = 12
  /// The seed of each case's first round; every further one has the next.
  package var seed: UInt64 = 0
  /// Where cases run.
  package var isolation = IsolationChoice.process
  /// How long a worker may report no progress, in real time.
  ///
  /// What a round waits for by itself counts as progress, so that only a call of the subject's that
  /// does not come back is silent, and the judging: of a log with ten thousand values that takes a
  /// quarter of a minute in a debug build.
  package var watchdog = Duration.seconds(60)

  /// What a call without any words asks for.
  package init() {}
}

/// `sluice stress`.
struct StressCommand: Command {
  static let name = "stress"
  static let summary =
    "Runs cases on real threads with jitter, for races and what follows from them."
  static let discussion = [
    "Only rules that a correct stream can't break on threads have a say: 'sluice",
    "explain RULE --all' says which. Build with '--sanitize=thread' and a race is the",
    "result of its case. A seed repeats the jitter, not the threads: a failure may",
    "take some rounds to come again.",
  ]
  static let operand: OperandDeclaration? = .selectors

  static let rounds = OptionDeclaration(
    "--rounds", .one("N"), help: "how often to play each case (default: 12)")
  static let seed = OptionDeclaration(
    "--seed", .one("N"), help: "the seed of the first round; the next have the next (default: 0)")
  static let watchdog = OptionDeclaration(
    "--watchdog", .one("SECONDS"), help: "the longest time without progress (default: 60)")
  static let options: [OptionDeclaration] = [
    .subject, .filter, .level, .edition, rounds, seed, .isolation, watchdog,
  ]

  let values: StressOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> StressCommand {
    let defaults = StressOptions()
    var values = defaults
    values.paths = parsed.operands
    values.subject = parsed.text(.subject) ?? defaults.subject
    values.filter = parsed.text(.filter)
    values.level = try parsed.choice(.level)
    values.edition = try parsed.edition()
    values.rounds = try parsed.integer(rounds, in: 1...1_000_000) ?? defaults.rounds
    values.seed = try parsed.seed(seed) ?? defaults.seed
    values.isolation = try parsed.choice(.isolation) ?? defaults.isolation
    values.watchdog = try parsed.seconds(watchdog) ?? defaults.watchdog
    return StressCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    environment.watchSignals()
    return try harness.stress(values, in: environment)
  }
}

extension Harness {
  /// Plays the selected cases on real threads.
  package func stress(
    _ options: StressOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    try check(edition: options.edition)
    let plan = try plan(
      subject: options.subject, paths: options.paths, filter: options.filter, in: environment)
    return try withSelectedCases(of: plan, in: environment) { count in
      try StressSession(
        options: options, environment: environment, plan: plan, plannedCases: count,
        server: try stressServer(in: environment), usual: usual
      ).run()
    }
  }

  /// What answers the requests of `sluice stress`.
  func stressServer(
    in environment: CommandEnvironment
  ) throws(PlanError) -> StressServer {
    let time = environment.monotonicTime
    return StressServer(
      products: products, cases: try requestedCases(in: environment)
    ) { seed, id in
      // Cases of one seed are to have jitter of their own.
      RealThreads(seed: seed ^ Fingerprint(of: id).value, time: time)
    }
  }
}
