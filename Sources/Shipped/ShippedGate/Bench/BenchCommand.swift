package import SluiceHarness
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import SluiceSimulation

/// What `sluice bench` was asked for.
package struct BenchOptions: Equatable, Sendable {
  /// How often everything is measured; the median counts.
  package var rounds = 9
  /// The form of what is printed.
  package var format = DataFormat.human

  /// What a call without any words asks for.
  package init() {}
}

/// `sluice bench`.
struct BenchCommand: Command {
  static let name = "bench"
  static let summary = "Measures what a run of the smallest cancellation scenario costs."
  static let discussion = ["Build with 'swift run -c release sluice bench' for figures that count."]

  static let rounds = OptionDeclaration(
    "--rounds", .one("N"), help: "how often to measure; the median counts (default: 9)")
  static let options: [OptionDeclaration] = [rounds, .dataFormat]

  let values: BenchOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> BenchCommand {
    let defaults = BenchOptions()
    var values = defaults
    values.rounds = try parsed.integer(rounds, in: 1...1000) ?? defaults.rounds
    values.format = try parsed.choice(.dataFormat) ?? defaults.format
    return BenchCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    try harness.bench(values, in: environment)
  }
}

extension Harness {
  /// Measures what one run of the smallest cancellation scenario costs under the canonical schedule
  /// and under others, beside two bare loops that make a stream and a task and cancel it, and the
  /// same stream that nobody judges.
  ///
  /// All of them are measured in turn in each round, so that their ratios hold on a machine whose
  /// speed drifts; the median of each over the rounds counts.
  func bench(
    _ options: BenchOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    do {
      try Simulation.requireSupport()
    } catch {
      environment.standardError.write("\(environment.programName): \(error)\n")
      return .harnessFailure
    }
    guard let scenario = SmallestCancellation.scenario(registry),
      let racing = SmallestCancellation.racingScenario(registry)
    else {
      environment.standardError.write(
        "\(environment.programName): the measured scenario does not fit the registry\n")
      return .harnessFailure
    }
    let runner = CaseRunner(products: products, subjectName: "reference")
    let result = CaseExplorer(of: scenario, playedBy: runner).result()
    guard case .passed = result.outcome else {
      environment.standardError.write(
        "\(environment.programName): the measured scenario does not pass: \(result)\n")
      return .harnessFailure
    }
    var rounds = BenchRounds(time: environment.monotonicTime)
    let failures = (0..<options.rounds).reduce(0) { failures, _ in
      failures + rounds.measure(scenario, racing, playedBy: runner)
    }
    guard failures == 0 else {
      environment.standardError.write(
        "\(environment.programName): the measured scenario fails under \(failures) schedules\n")
      return .harnessFailure
    }
    do {
      let junit = try ReportCost.measured(
        rounds: min(options.rounds, 5), time: environment.monotonicTime)
      let figures = rounds.figures(
        steps: result.steps, rules: result.rules.count, junit: junit)
      environment.standardOutput.write(figures.text(as: options.format))
      return .success
    } catch {
      environment.standardError.write("\(environment.programName): \(error)\n")
      return .harnessFailure
    }
  }
}

extension BenchRounds {
  /// Measures everything once.
  ///
  /// - Parameters:
  ///   - scenario: The case without a choice.
  ///   - racing: The one with a choice.
  ///   - runner: What plays them.
  /// - Returns: How many runs of the latter failed; those would cost something else.
  fileprivate mutating func measure(
    _ scenario: ScenarioCase, _ racing: ScenarioCase, playedBy runner: CaseRunner
  ) -> Int {
    var failures = 0
    measure { count in
      BareLoop.runOnDefaultExecutor(count)
    } into: {
      $0.defaultExecutor.append($1)
    }
    measure { count in
      BareLoop.runInSimulation(count)
    } into: {
      $0.simulation.append($1)
    }
    measure { count in
      UnjudgedStream.run(count)
    } into: {
      $0.unjudged.append($1)
    }
    measure { count in
      Simulation().perform { _ in
        for _ in 0..<count { _ = CaseExplorer(of: scenario, playedBy: runner).result() }
      }
    } into: {
      $0.wholeCase.append($1)
    }
    measure { count in
      Simulation().perform { _ in
        failures += CaseExplorer(of: racing, playedBy: runner).failures(ofSchedules: count)
      }
    } into: {
      $0.schedule.append($1)
    }
    measure { count in
      Simulation().perform { _ in
        let explorer = CaseExplorer(of: racing, playedBy: runner)
        let result = explorer.result(of: .sample(first: 1, count: count))
        if result.outcome != .passed { failures += 1 }
      }
    } into: {
      $0.explored.append($1)
    }
    for way in BridgeWay.allCases {
      measure { count in
        way.pass(count)
      } into: {
        $0.bridges[way, default: []].append($1)
      }
    }
    return failures
  }
}

/// The scenarios whose cost is measured: one consumer, one value, one cancel.
enum SmallestCancellation {
  /// Without a choice: one schedule is all there is.
  private static let plain = """
    format 1
    scenario "a waiting consumer is cancelled"
      timeline
        @0ms  S = listener.values()
              listener.send(1)
              expect S next 1
              cancel S
              expect S removed promptly
              expect S ended
    """

  /// With a choice: the value and the cancel race with the consumer and with each other.
  private static let racing = """
    format 1
    scenario "a cancel races a value"
      timeline
        @0ms  S = listener.values() lenient
              race listener.send(1)
              race cancel S
              expect S removed promptly
    """

  /// The checked case without a choice; nil if the registry lacks its words.
  static func scenario(_ registry: Registry) -> ScenarioCase? {
    checked(plain, registry)
  }

  /// The checked case with choices; nil if the registry lacks its words.
  static func racingScenario(_ registry: Registry) -> ScenarioCase? {
    checked(racing, registry)
  }

  private static func checked(_ text: String, _ registry: Registry) -> ScenarioCase? {
    let path = "Scenarios/listener/cancellation/bench.scenario"
    let file = ScenarioReader(registry: registry).read(path: path, text: text).file
    return file?.cases.makeIterator().nextCase()
  }
}

extension ScenarioFile.Iterator {
  fileprivate func nextCase() -> ScenarioCase? {
    var iterator = self
    return iterator.next()
  }
}
