import SluiceRunner
import SluiceScenarios
import SluiceSimulation

extension SluiceExecutor {
  /// Runs the selected cases under many more schedules and says what was found.
  public func explore(
    _ options: ExploreOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let plan = try plan(
      subject: options.subject, selectors: options.selectors, filter: options.filter,
      in: environment)
    return try withSelectedCases(of: plan, in: environment) { _ in
      try Simulation.requireSupport()
      let client = client(RunOptions(options), plan, in: environment)
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
