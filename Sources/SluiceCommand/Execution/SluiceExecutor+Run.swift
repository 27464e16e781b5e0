import Foundation
import SluiceRunner
import SluiceScenarios
import SluiceSimulation

extension SluiceExecutor {
  /// Runs the selected cases and writes the reports.
  public func run(
    _ options: RunOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    try checkSubject(options.subject)
    let plan = try plan(paths: options.paths, filter: options.filter, in: environment)
    let knownFailures: KnownFailures
    do {
      knownFailures = try loadKnownFailures(options.knownFailing, in: environment)
    } catch {
      environment.standardError.write("\(error)\n")
      return .usage
    }
    do {
      try Simulation.requireSupport()
      guard let count = try check(plan, in: environment, format: .human) else { return .usage }
      guard count > 0 else {
        environment.standardError.write("sluice: no case is selected\n")
        return .nothingSelected
      }
      let session = RunSession(
        options: options, environment: environment, plan: plan, plannedCases: count,
        knownFailures: knownFailures, notExercised: try loadReasons(plan.library.root),
        server: CaseServer(products: products, registry: registry))
      return try session.run()
    } catch {
      environment.standardError.write("sluice: \(error)\n")
      return .harnessFailure
    }
  }

  /// Reads and checks every file of a plan, and shows what is wrong with them.
  ///
  /// - Returns: How many cases are selected; nil where a file has errors.
  func check(
    _ plan: RunPlan, in environment: CommandEnvironment, format: DiagnosticFormat
  ) throws(PlanError) -> Int? {
    try plan.check { diagnostic, sources in
      environment.standardError.write(
        DiagnosticRenderer(sources: sources).render(diagnostic, as: format))
    }
  }

  private func loadKnownFailures(
    _ path: String?, in environment: CommandEnvironment
  ) throws -> KnownFailures {
    guard let path else { return KnownFailures() }
    let base = URL(filePath: environment.workingDirectory, directoryHint: .isDirectory)
    let text = try String(contentsOf: URL(filePath: path, relativeTo: base), encoding: .utf8)
    do {
      return try KnownFailures(parsing: text)
    } catch {
      throw LocatedError(path: path, line: error.line, reason: error.description)
    }
  }

  /// The reasons why rules may go unexercised, by rule: `Scenarios/not-exercised.txt`, `<rule> <reason>` a line.
  private func loadReasons(_ root: ScenarioRoot) throws -> [String: String] {
    let url = URL(filePath: root.path(of: "Scenarios/not-exercised.txt"))
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [:] }
    var reasons: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 1)
      if words.count == 2 { reasons[String(words[0])] = String(words[1]) }
    }
    return reasons
  }
}

/// A mistake in a file that a call names, with its place.
struct LocatedError: Error, CustomStringConvertible {
  let path: String
  let line: Int
  let reason: String

  var description: String { "\(path):\(line):1: error: \(reason)" }
}
