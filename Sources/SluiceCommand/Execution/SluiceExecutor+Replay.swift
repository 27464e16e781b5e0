import SluiceRunner
import SluiceScenarios
import SluiceSimulation

extension SluiceExecutor {
  /// Runs one case under a given schedule and says what became of it.
  public func replay(
    _ options: ReplayOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    do {
      _ = try Schedule(parsing: options.schedule)
    } catch {
      throw .unusableSchedule(reason: error.description)
    }
    let plan = try plan(
      subject: options.subject, selectors: options.selectors, filter: options.filter,
      in: environment)
    return try withSelectedCases(of: plan, in: environment) { count in
      guard count == 1 else {
        throw UsageError.manyCases(count: count, command: ReplayCommand.name)
      }
      try Simulation.requireSupport()
      var cases = PlannedCases(plan)
      guard let scenario = try cases.next() else {
        throw PlanError.changed(planned: count, ran: 0)
      }
      let client = client(RunOptions(options), plan, in: environment)
      defer { client.dismiss() }
      let request = client.request(
        scenario, .forced(schedule: options.schedule, times: options.times),
        keepsLogs: options.showsLog)
      let result = try client.result(try client.ask(request), of: scenario)
      environment.standardOutput.write(
        ReplayText(result: result, scenario: scenario, times: options.times).text)
      return ReplayText.exitCode(of: result)
    }
  }

  /// What has cases of a plan run one by one.
  func client(
    _ options: RunOptions, _ plan: RunPlan, in environment: CommandEnvironment
  ) -> CaseClient {
    CaseClient(
      options, root: plan.library.root,
      server: CaseServer(products: products, registry: registry), in: environment)
  }
}

extension RunOptions {
  /// What of a replay's options has a say in the result.
  init(_ options: ReplayOptions) {
    self.init()
    subject = options.subject
    level = options.level
    isolation = options.isolation
    watchdog = options.watchdog
  }
}
