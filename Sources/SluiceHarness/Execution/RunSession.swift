import Foundation
import SluiceReports
import SluiceRunner
import SluiceScenarios

/// One `sluice run` once everything about the call is known to be right: cases out, results in,
/// reports written.
struct RunSession {
  let options: RunOptions
  let environment: CommandEnvironment
  let plan: RunPlan
  /// Where the report goes if nothing is said, below the root.
  let report: String
  let plannedCases: Int
  /// The id of the first planned case.
  let firstCaseID: String?
  let knownFailures: KnownFailures
  let unexercisedRules: UnexercisedRules
  /// What makes those that have the cases run.
  let clients: CaseClients

  /// Runs every selected case and writes the reports.
  ///
  /// A run that is stopped, or that the harness can't finish, still leaves whole reports of what is
  /// done.
  ///
  /// - Returns: What the run comes to.
  /// - Throws: `ReportError` if the report can't even be begun.
  func run() throws -> ExitCode {
    let begun = environment.monotonicTime()
    var reports = Reports(
      junit: try JUnitReport(path: junitPath, header: header),
      terminal: TerminalReport(style: style, plannedCases: plannedCases) { text in
        environment.standardOutput.write(text)
      })
    var tally = RunTally(
      knownFailures: knownFailures, keepsFailures: options.writeKnownFailing != nil)
    let feed = CaseFeed(plan, stopSignal: environment.stopSignal)
    var ending = Ending()
    do {
      try SharedWork(jobs: jobs).run(feed) {
        [clients, firstCaseID, seed = options.seed, environment] in
        CheckingPlayer(of: clients, firstCaseID: firstCaseID, seed: seed, in: environment)
      } each: { scenario, played in
        guard let played else {
          feed.leaveOut()
          return true
        }
        try write(played.scenarioText, of: scenario)
        let again = clients.commands(for: scenario).run
        let result = tally.count(played, of: scenario, again: again)
        let totals = try reports.add(CaseReport(result, of: scenario, subject: options.subject))
        if let most = options.maxFailures, totals.failures + totals.errors >= most {
          ending.cutShort = totals
          return false
        }
        return true
      }
      ending.interruption = try whyStopped(feed)
      if ending.interruption == nil, ending.cutShort == nil { try finish(tally, &reports) }
    } catch {
      ending.interruption = "\(error)"
    }
    ending.realTime = environment.monotonicTime() - begun
    return try close(&reports, summary(tally, ending))
  }

  /// How many workers play at a time; in this process there is one simulation.
  private var jobs: Int {
    options.isolation == .none
      ? 1 : options.jobs ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// Writes a failure down as a scenario of its own, below the folder of its product and layer, if
  /// that was asked for.
  private func write(_ text: String?, of scenario: ScenarioCase) throws {
    guard let text, let folder = options.writeScenarios else { return }
    let place = AbsolutePath(folder, from: environment.workingDirectory).text
    let file = RecordedFile(of: scenario, in: URL(filePath: place, directoryHint: .isDirectory))
    try FileManager.default.createDirectory(
      at: file.folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file.url, options: .atomic)
  }

  /// Says what is left to say after the last case of a run that nothing stopped.
  private func finish(_ tally: RunTally, _ reports: inout Reports) throws {
    if isComplete {
      for report in tally.missingKnownFailures(list: clients.knownFailing ?? "") {
        _ = try reports.add(report)
      }
    }
    guard let path = options.writeKnownFailing else { return }
    let file = AbsolutePath(path, from: environment.workingDirectory).text
    let text = KnownFailures.text(tally.failures)
    try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
  }

  private func close(_ reports: inout Reports, _ summary: RunSummary) throws -> ExitCode {
    let totals = try reports.close(summary)
    if let reason = summary.interruption {
      environment.standardError.write(
        "\(environment.programName): the run was not finished: \(reason)\n")
      return .harnessFailure
    }
    return totals.failures + totals.errors == 0 ? .success : .failure
  }

  /// Whether the call selects everything, so that lists can be held to be exact.
  private var isComplete: Bool {
    guard options.filter == nil else { return false }
    if options.paths.isEmpty { return true }
    let all = try? ScenarioFinder.files(
      [], workingDirectory: environment.workingDirectory, root: plan.library.root)
    return all == plan.files
  }
}

// MARK: Cases

/// What plays cases one by one, and some of them once more in a second process.
private final class CheckingPlayer: WorkSharer {
  private let player: CaseClient
  /// What finds out what a worker died of, and plays a case a second time.
  private let checker: CaseClient
  private let firstCaseID: String?
  private let seed: UInt64
  private let environment: CommandEnvironment

  init(
    of clients: CaseClients, firstCaseID: String?, seed: UInt64, in environment: CommandEnvironment
  ) {
    player = clients.makeClient()
    checker = clients.makeClient()
    self.firstCaseID = firstCaseID
    self.seed = seed
    self.environment = environment
  }

  /// What became of a case, with what further processes say of a crash, a failure or a sample; nil
  /// if the run is to stop before it.
  func outcome(of scenario: ScenarioCase) throws -> CaseResult? {
    guard !environment.stopSignal.isRaised else { return nil }
    let begun = environment.monotonicTime()
    let isChecked = isChecked(scenario)
    let outcome = try player.ask(player.request(scenario, keepsLogs: isChecked))
    var result = try checker.result(outcome, of: scenario)
    if case .answered = outcome, isChecked || result.problem != nil {
      let again = try checker.ask(checker.request(scenario, keepsLogs: isChecked))
      result = SelfCheck(of: scenario, again: checker.commands(for: scenario).run)
        .result(result, comparedWith: try checker.result(again, of: scenario))
    }
    result.realNanoseconds = (environment.monotonicTime() - begun).wholeNanoseconds
    return result
  }

  func dismiss() {
    player.dismiss()
    checker.dismiss()
  }

  /// Whether a case is one of those that are run in two processes: the first always is, so that no
  /// run goes without.
  private func isChecked(_ scenario: ScenarioCase) -> Bool {
    scenario.id == firstCaseID || SelfCheck.samples(scenario.id, seed: seed)
  }
}

extension RunSession {
  /// Why there were no more cases before all that were planned; nil if there are none left.
  private func whyStopped(_ feed: CaseFeed) throws -> String? {
    switch feed.end {
    case .stopped:
      return "stopped by \(environment.stopSignal.received.map(signalName) ?? "a signal")"
    case .failed(let error): throw error
    case .complete, nil: return nil
    }
  }
}

// MARK: Reports

extension RunSession {
  /// Everything that is told of each case.
  private struct Reports {
    let junit: JUnitReport
    var terminal: TerminalReport

    mutating func add(_ report: CaseReport) throws -> ReportTotals {
      try junit.add(report)
      return terminal.add(report)
    }

    mutating func close(_ summary: RunSummary) throws -> ReportTotals {
      let totals = try junit.close()
      terminal.finish(summary)
      return totals
    }
  }

  /// How a run came to its end.
  private struct Ending {
    var interruption: String?
    /// The counts, if it was ended since so many had failed.
    var cutShort: ReportTotals?
    var realTime = Duration.zero
  }

  private var junitPath: String {
    // The usual place is beside `Scenarios`; a named one is where the caller is.
    guard let path = options.junit else { return plan.library.root.path(of: report) }
    // A slash at the end says that a folder is meant, which the report then refuses.
    return AbsolutePath(path, from: environment.workingDirectory).text
      + (path.hasSuffix("/") ? "/" : "")
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
        ReportProperty(name: "sluice.version", value: Harness.version),
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

  private func summary(_ tally: RunTally, _ ending: Ending) -> RunSummary {
    var summary = RunSummary(
      exercisedRules: tally.rules.exercised.count,
      unexercisedRules: tally.rules.unexercised(unexercisedRules.reasons), steps: tally.steps,
      virtualTime: .nanoseconds(tally.virtualNanoseconds), realTime: ending.realTime,
      interruption: ending.interruption)
    if let totals = ending.cutShort {
      let failed = totals.failures + totals.errors
      summary.cutShort =
        "\(failed) failed, which is enough: "
        + "\(plannedCases - totals.cases) of \(plannedCases) cases were not run"
    }
    summary.namesUnexercisedRules = isComplete && ending.cutShort == nil
    summary.schedules = tally.schedules
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
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product + attoseconds / 1_000_000_000
  }
}

/// Where a failure is written down as a scenario: a file named after the case, in folders from
/// which its product and its layer can be read.
struct RecordedFile {
  /// The longest part of a name that comes from the case.
  private static let longest = 80

  /// The folder of the product and the layer.
  let folder: URL
  /// The file.
  let url: URL

  /// The file for a case below a folder.
  init(of scenario: ScenarioCase, in root: URL) {
    folder = root.appending(path: "Scenarios", directoryHint: .isDirectory)
      .appending(path: scenario.place.product, directoryHint: .isDirectory)
      .appending(path: scenario.place.layer.rawValue, directoryHint: .isDirectory)
    // The fingerprint tells cases apart whose names are alike but for what a file can't have.
    let words = scenario.name.lowercased().split { letter in
      !(letter.isASCII && (letter.isLetter || letter.isNumber))
    }
    let name = words.joined(separator: "-").prefix(RecordedFile.longest)
    let mark = Fingerprint(of: scenario.id).hexadecimal.prefix(8)
    url = folder.appending(path: "\(name)-\(mark).scenario")
  }
}
