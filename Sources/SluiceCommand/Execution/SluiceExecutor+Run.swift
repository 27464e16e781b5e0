import SluiceRunner
import SluiceScenarios
import SluiceSimulation

extension SluiceExecutor {
  /// Runs the selected cases and writes the reports.
  public func run(
    _ options: RunOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let plan = try plan(
      subject: options.subject, paths: options.paths, filter: options.filter, in: environment)
    let knownFailures: KnownFailures
    let unexercisedRules: UnexercisedRules
    do {
      knownFailures = try readKnownFailures(options.knownFailing, in: environment)
      unexercisedRules = try readUnexercisedRules(plan.library.root)
    } catch {
      environment.standardError.write(SluiceExecutor.message(error))
      return .usage
    }
    return try withSelectedCases(of: plan, in: environment, color: options.color) { count in
      try Simulation.requireSupport()
      let server = CaseServer(products: products, registry: registry)
      var cases = PlannedCases(plan)
      let session = RunSession(
        options: options, environment: environment, plan: plan, plannedCases: count,
        firstCaseID: try cases.next()?.id,
        knownFailures: knownFailures, unexercisedRules: unexercisedRules, server: server,
        client: CaseClient(options, root: plan.library.root, server: server, in: environment))
      return try session.run()
    }
  }

  private func readKnownFailures(
    _ path: String?, in environment: CommandEnvironment
  ) throws -> KnownFailures {
    guard let path else { return KnownFailures() }
    let file = ListFile(
      path: AbsolutePath(path, from: environment.workingDirectory).text, shownPath: path)
    return try file.read { text throws(ListError) in try KnownFailures(parsing: text) }
  }

  /// The rules that need not be exercised, from a file that need not be there.
  private func readUnexercisedRules(_ root: ScenarioRoot) throws -> UnexercisedRules {
    let file = ListFile(
      path: root.path(of: SluiceExecutor.unexercisedRulesPath),
      shownPath: SluiceExecutor.unexercisedRulesPath)
    guard file.exists else { return UnexercisedRules() }
    return try file.read { text throws(ListError) in try UnexercisedRules(parsing: text) }
  }

  /// Where the rules stand that the scenarios of a root need not exercise, below that root.
  package static let unexercisedRulesPath = "Scenarios/not-exercised.txt"

  /// What a person at the terminal reads of an error; one with a place begins with it.
  private static func message(_ error: any Error) -> String {
    switch error {
    case let error as LocatedError: "\(error)\n"
    case PlanError.notText: "\(error)\n"
    default: "sluice: \(error)\n"
    }
  }
}
