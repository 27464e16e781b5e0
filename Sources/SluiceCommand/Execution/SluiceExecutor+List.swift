import SluiceRunner
import SluiceScenarios

extension SluiceExecutor {
  /// Lists the selected cases, one a line.
  public func list(
    _ options: ListOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let plan = try plan(
      subject: options.subject, paths: options.paths, filter: options.filter, in: environment)
    return try withSelectedCases(of: plan, in: environment) { _ in
      if options.streams { return try listStreams(of: plan, as: options.format, in: environment) }
      let runner = CaseRunner(products: products, subjectName: options.subject)
      var cases = PlannedCases(plan)
      while let scenario = try cases.next() {
        let line = try ListedCase(scenario, skip: runner.reasonToSkip(scenario))
          .line(as: options.format)
        environment.standardOutput.write(line + "\n")
      }
      return .success
    }
  }

  /// Checks the named files without running anything.
  public func check(
    _ options: CheckOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let plan = try plan(paths: options.paths, filter: nil, in: environment)
    let format = DiagnosticFormat(options.format)
    guard let count = check(plan, in: environment, format: format, color: options.color) else {
      return .usage
    }
    let files = "\(plan.files.count) \(plan.files.count == 1 ? "file" : "files")"
    let cases = "\(count) \(count == 1 ? "case" : "cases")"
    environment.standardOutput.write("\(files), \(cases): no errors\n")
    return .success
  }
}

extension DiagnosticFormat {
  fileprivate init(_ format: OutputFormat) {
    switch format {
    case .human: self = .human
    case .gcc: self = .gcc
    case .json: self = .json
    }
  }
}

/// A case as `sluice list` shows it.
private struct ListedCase: Encodable {
  let id: String
  let suite: String
  let file: String
  let line: Int
  let tags: [String]
  let rules: [String]
  let skip: String?

  init(_ scenario: ScenarioCase, skip: String?) {
    id = scenario.id
    suite = scenario.suite
    file = scenario.path
    line = scenario.line
    tags = scenario.tags
    rules = scenario.rules
    self.skip = skip
  }

  func line(as format: DataFormat) throws(CaseLineError) -> String {
    switch format {
    case .json: try CaseLine.encode(self)
    case .human: skip.map { reason in "\(id)  (skipped: \(reason))" } ?? id
    }
  }
}
