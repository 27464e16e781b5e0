import SluiceRunner
import SluiceScenarios
import SluiceSimulation

extension SluiceExecutor {
  /// Measures what one run of the smallest cancellation scenario costs under the canonical schedule
  /// and under others, beside two bare loops that do the same work.
  ///
  /// All of them are measured in turn in each round, so that their ratios hold on a machine whose
  /// speed drifts; the median of each over the rounds counts.
  public func bench(
    _ options: BenchOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    do {
      try Simulation.requireSupport()
    } catch {
      environment.standardError.write("sluice: \(error)\n")
      return .harnessFailure
    }
    guard let scenario = SmallestCancellation.scenario(registry),
      let racing = SmallestCancellation.racingScenario(registry)
    else {
      environment.standardError.write("sluice: the measured scenario does not fit the registry\n")
      return .harnessFailure
    }
    let runner = CaseRunner(products: products, subjectName: "reference")
    let result = runner.run(scenario, again: "")
    guard case .passed = result.outcome else {
      environment.standardError.write("sluice: the measured scenario does not pass: \(result)\n")
      return .harnessFailure
    }
    var rounds = BenchRounds(time: environment.monotonicTime)
    for _ in 0..<options.rounds {
      rounds.measure { count in
        BareLoop.runOnDefaultExecutor(count)
      } into: {
        $0.defaultExecutor.append($1)
      }
      rounds.measure { count in
        BareLoop.runInSimulation(count)
      } into: {
        $0.simulation.append($1)
      }
      rounds.measure { count in
        Simulation().perform { _ in
          for _ in 0..<count { _ = runner.run(scenario, again: "") }
        }
      } into: {
        $0.wholeCase.append($1)
      }
      rounds.measure { count in
        Simulation().perform { _ in _ = runner.judgedSchedules(of: racing, count: count) }
      } into: {
        $0.schedule.append($1)
      }
    }
    environment.standardOutput.write(
      rounds.figures(steps: result.steps, rules: result.rules.count).text(as: options.format))
    return .success
  }
}
