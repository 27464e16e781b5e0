import SluiceConformance
import SluiceRunner
import SluiceScenarios
import SluiceSimulation

/// What `sluice coverage` was asked for.
package struct CoverageOptions: Equatable, Sendable {
  /// Scenario files and folders; none means all of `Scenarios`.
  package var paths: [String] = []
  /// The name of the subject.
  package var subject = "reference"
  /// Which cases, as the expression that was given.
  package var filter: String?
  /// How many further schedules each case is played under; `Exploration.every` for all there are.
  package var schedules = Exploration.defaultSchedules
  /// The seed of the schedules.
  package var seed: UInt64 = 0
  /// Whether it is a failure if what can race, or come inside a call, never has.
  package var failsOnEmpty = false
  /// How many workers play at a time; nil for as many as there are processors.
  package var jobs: Int?
  /// Where cases are played.
  package var isolation = IsolationChoice.process
  /// How long a worker may report no progress, in real time.
  package var watchdog = Duration.seconds(10)
  /// The form of what is printed.
  package var format = DataFormat.human

  /// What a call without any words asks for.
  package init() {}
}

/// `sluice coverage`.
struct CoverageCommand: Command {
  static let name = "coverage"
  static let summary = "Shows which pairs of stimuli have raced in the cases, and which never did."
  static let discussion = [
    "A race that no case contains is found by no schedule. For each stream a table",
    "says in how many cases two stimuli have raced: a value, an error or the end",
    "from the backend; an add of a listener; a cancel; a break, which is a consumer",
    "that leaves its loop; a drop, which is an iterator or sequence let go of.",
    "Two have raced in a case where both orders were played at one virtual instant,",
    "under different schedules; what ends an iteration comes first also where it",
    "kept the other from happening. They must be about one consumer; an add, or two",
    "of one kind, may be of two consumers of the stream. '0' has never raced; '-'",
    "can't, as the stream declares. A second table says in how many cases a stimulus",
    "came to a consumer in the middle of a call that was made for it: the add or the",
    "remove of its first listener and, if there are several, of its last; there '-'",
    "need not have come, by what the stream declares. Nothing is judged.",
  ]
  static let operand: OperandDeclaration? = .selectors

  static let failsOnEmpty = OptionDeclaration(
    "--fail-on-empty", .none, help: "end with 1 where a table has a '0'")
  static let options: [OptionDeclaration] = [
    .subject, .filter, RunCommand.schedules, .seed, failsOnEmpty, .jobs,
    .isolation, RunCommand.watchdog,
    .dataFormat,
  ]

  let values: CoverageOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> CoverageCommand {
    let defaults = CoverageOptions()
    var values = defaults
    values.paths = parsed.operands
    values.subject = parsed.text(.subject) ?? defaults.subject
    values.filter = parsed.text(.filter)
    values.schedules = try parsed.schedules ?? defaults.schedules
    values.seed = try parsed.seed() ?? defaults.seed
    values.failsOnEmpty = parsed.isGiven(failsOnEmpty)
    values.isolation = try parsed.choice(.isolation) ?? defaults.isolation
    values.jobs = try parsed.jobs(values.isolation)
    values.watchdog = try parsed.seconds(RunCommand.watchdog) ?? defaults.watchdog
    values.format = try parsed.choice(.dataFormat) ?? defaults.format
    return CoverageCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    environment.watchSignals()
    return try harness.coverage(values, in: environment)
  }
}

extension Harness {
  /// Plays the selected cases and prints which pairs of stimuli have raced in them.
  ///
  /// A call that is stopped prints no table: one of a part of the cases would say of races that
  /// they never happened.
  package func coverage(
    _ options: CoverageOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let plan = try plan(
      subject: options.subject, paths: options.paths, filter: options.filter, in: environment)
    return try withSelectedCases(of: plan, in: environment) { count in
      try Simulation.requireSupport()
      let covered = try covered(
        CaseFeed(plan, of: count, stopSignal: environment.stopSignal), options,
        try clients(RunOptions(options), plan, in: environment))
      guard !covered.isEmpty else {
        environment.standardError.write(
          "\(environment.programName): no case is about a stream of '\(options.subject)'\n")
        return .nothingSelected
      }
      for stream in covered {
        let text = try stream.text(as: options.format)
        switch options.format {
        case .human: environment.tell(text)
        case .json: environment.standardOutput.write(text)
        }
      }
      if options.format == .human {
        environment.tell(StreamCoverage.summary(of: covered))
      }
      let hasEmpty = covered.contains { stream in !stream.isComplete }
      return options.failsOnEmpty && hasEmpty ? .failure : .success
    }
  }

  /// Plays the selected cases.
  ///
  /// - Returns: The streams of the subject in the order of the products, with what raced; where
  ///   the call selects among the cases, those that some selected case is about.
  private func covered(
    _ cases: CaseFeed, _ options: CoverageOptions, _ clients: CaseClients
  ) throws -> [StreamCoverage] {
    let names = Set(registry.streams.map { stream in stream.name })
    var streams = products.flatMap { product in product.subjects }
      .filter { subject in subject.name == options.subject && names.contains(subject.stream) }
      .map { subject in
        StreamCoverage(of: subject, possible: subject.possibleStimuli(among: products))
      }
    let ofStreams = cases.lazy.filter { item in !item.scenario.streams.isEmpty }
    try SharedWork(jobs: Harness.jobs(options.jobs, options.isolation)).run(ofStreams) {
      RacingPlayer(clients.makeClient(), schedules: options.schedules)
    } each: { item, result in
      let used = item.scenario.streams
      for place in streams.indices where used.contains(streams[place].stream) {
        streams[place].add(result)
      }
      return true
    }
    try cases.checkEnd()
    let isWhole = options.paths.isEmpty && options.filter == nil
    return isWhole ? streams : streams.filter { stream in stream.cases > 0 }
  }
}

/// What plays one case after the other, and sees what raced in it.
private final class RacingPlayer: WorkSharer {
  private let client: CaseClient
  private let schedules: Int

  init(_ client: CaseClient, schedules: Int) {
    self.client = client
    self.schedules = schedules
  }

  func outcome(of item: NumberedCase) throws -> CaseResult {
    let count = item.scenario.schedules(orElse: schedules)
    var request = client.request(item.scenario, .sample(first: 1, count: count))
    request.observesRaces = true
    return CaseResult(
      try client.ask(request, of: item.scenario).outcome, of: item.scenario, again: "")
  }

  func dismiss() { client.dismiss() }
}

extension ScenarioCase {
  /// How many further schedules it is played under: its own number goes before the call's, unless
  /// that is none or all.
  fileprivate func schedules(orElse count: Int) -> Int {
    count == 0 || count == Exploration.every ? count : schedules ?? count
  }
}

extension RunOptions {
  /// What of a call for coverage has a say in a result.
  fileprivate init(_ options: CoverageOptions) {
    self.init()
    subject = options.subject
    seed = options.seed
    isolation = options.isolation
    watchdog = options.watchdog
  }
}
