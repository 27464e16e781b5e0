import SluiceRunner
import SluiceScenarios
import SluiceSimulation

extension SluiceExecutor {
  /// Runs the selected cases under many more schedules and says what was found.
  public func explore(
    _ options: ExploreOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    try checkSubject(options.subject)
    let plan = try plan(paths: options.paths, filter: options.filter, in: environment)
    guard let count = check(plan, in: environment, format: .human) else { return .usage }
    guard count > 0 else { return nothingSelected(in: environment) }
    do {
      try Simulation.requireSupport()
      let client = client(RunOptions(options), plan, in: environment)
      defer { client.dismiss() }
      var session = ExploreSession(options: options, environment: environment, client: client)
      var cases = PlannedCases(plan)
      // No report has to be made whole: a signal ends this at once, and the worker with it.
      while let scenario = try cases.next() { try session.explore(scenario) }
      return session.finish()
    } catch {
      environment.standardError.write("sluice: \(error)\n")
      return .harnessFailure
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
