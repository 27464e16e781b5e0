import Foundation
import SluiceReports
import SluiceRunner
import SluiceScenarios

/// One `sluice run` once everything about the call is known to be right: cases out, results in, reports written.
struct RunSession {
  let options: RunOptions
  let environment: CommandEnvironment
  let plan: RunPlan
  let plannedCases: Int
  let knownFailures: KnownFailures
  let notExercised: [String: String]
  let server: CaseServer

  private struct Stopped: Error {}

  /// Runs every selected case and writes the reports.
  ///
  /// - Returns: What the run comes to; a run that is stopped still leaves whole reports of what is done.
  func run() throws -> ExitCode {
    let junit = try JUnitReport(path: junitPath, header: header)
    var terminal = TerminalReport(style: style, plannedCases: plannedCases) { text in
      environment.standardOutput.write(text)
    }
    var tally = RunTally(knownFailures: knownFailures)
    var wasStopped = false
    do {
      try runCases { scenario, result in
        let report = CaseReport(
          tally.count(result, of: scenario), of: scenario, subject: options.subject)
        try junit.add(report)
        terminal.add(report)
        if environment.stopSignal.isRaised { throw Stopped() }
      }
    } catch is Stopped {
      wasStopped = true
    }
    if !wasStopped, isComplete {
      for report in tally.missingKnownFailures(list: options.knownFailing ?? "") {
        try junit.add(report)
        terminal.add(report)
      }
    }
    let totals = try junit.close()
    terminal.finish(summary(tally, wasStopped: wasStopped))
    if wasStopped { return .harnessFailure }
    return totals.failures + totals.errors == 0 ? .success : .failure
  }

  /// Whether the call selects everything, so that lists can be held to be exact.
  private var isComplete: Bool {
    options.paths.isEmpty && options.filter == nil
  }

  private func runCases(_ each: (ScenarioCase, CaseResult) throws -> Void) throws {
    // Requests are taken from a second reading of the plan, one by one, as workers get free.
    var scenarios = PlannedCases(plan: plan).makeIterator()
    let requests = PlannedCases(plan: plan).lazy.map { scenario in request(scenario) }
    var started = environment.monotonicTime()
    let receive: (Int, WorkerOutcome) throws -> Void = { _, outcome in
      guard let scenario = scenarios.next() else { return }
      var result = try CaseResult(outcome, of: scenario, again: again(scenario))
      let now = environment.monotonicTime()
      result.realNanoseconds = (now - started).wholeNanoseconds
      started = now
      try each(scenario, result)
    }
    switch options.isolation {
    case .none:
      let workers = InProcessWorkers { request, progress in server.answer(request, progress) }
      try workers.run(requests, each: receive)
    case .process:
      let command = WorkerCommand(
        executable: environment.executablePath, arguments: ["worker"],
        environment: environment.variables.all)
      let workers = WorkerSupervisor(
        command: command, watchdog: options.watchdog, clock: MachineWatchdogClock())
      try workers.run(requests, each: receive)
    }
  }

  private func request(_ scenario: ScenarioCase) -> String {
    let request = CaseRequest(
      root: plan.library.root.path, shownPath: scenario.path, id: scenario.id,
      subject: options.subject, level: options.level.rawValue, again: again(scenario))
    return (try? CaseLine.encode(request)) ?? ""
  }

  /// The command that shows a case again, quoted for a shell.
  private func again(_ scenario: ScenarioCase) -> String {
    let filter = CaseFilter.text(selecting: scenario.id).replacing("'", with: "'\\''")
    let subject = options.subject == "reference" ? "" : " --subject \(options.subject)"
    return "swift run sluice run \(scenario.path)\(subject) --filter '\(filter)'"
  }

  private var junitPath: String {
    // The default place stands beside `Scenarios`; a named one is where the caller is.
    let isDefault = options.junit == RunOptions().junit
    let base = isDefault ? plan.library.root.path : environment.workingDirectory
    let directory = URL(filePath: base, directoryHint: .isDirectory)
    return URL(filePath: options.junit, relativeTo: directory).path(percentEncoded: false)
  }

  private var header: JUnitHeader {
    let origin: JUnitHeader.Origin =
      options.isReproducible
      ? .reproducible
      : .run(
        startedAt: environment.timeSinceEpoch().components.seconds,
        hostname: environment.hostName())
    return JUnitHeader(
      origin: origin,
      properties: [
        ReportProperty(name: "sluice.version", value: SluiceProgram.version),
        ReportProperty(name: "subject", value: options.subject),
        ReportProperty(name: "seed", value: "\(options.seed)"),
      ])
  }

  private var style: TerminalReport.Style {
    let sink = environment.standardOutput
    return TerminalReport.Style(
      format: TerminalReport.Format(options.format),
      usesColor: options.color.usesColor(on: sink, variables: environment.variables),
      isTerminal: sink.isTerminal, clock: options.isReproducible ? .virtual : .real)
  }

  private func summary(_ tally: RunTally, wasStopped: Bool) -> RunSummary {
    var summary = RunSummary(
      exercisedRules: tally.rules.exercised.count,
      unexercisedRules: tally.rules.unexercised(notExercised), steps: tally.steps,
      virtualTime: .nanoseconds(tally.virtualNanoseconds),
      realTime: options.isReproducible ? .zero : environment.monotonicTime(),
      interruption: wasStopped ? "stopped by a signal" : nil)
    summary.namesUnexercisedRules = isComplete
    return summary
  }
}

extension TerminalReport.Format {
  fileprivate init(_ format: OutputFormat) {
    switch format {
    case .human: self = .human
    case .gcc: self = .gcc
    case .json: self = .json
    }
  }
}

extension Duration {
  /// The whole nanoseconds, as many as fit.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product + attoseconds / 1_000_000_000
  }
}
