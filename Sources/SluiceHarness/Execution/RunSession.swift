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
  let shard: Shard
  /// Where reports go.
  let destinations: RunDestinations
  /// How many cases the plan selects.
  let plannedCases: Int
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
  /// - Throws: `ReportError` if a report can't even be begun.
  func run() throws -> ExitCode {
    let begun = environment.monotonicTime()
    let own = try ownCases()
    var output = try RunOutput(
      begin, to: destinations, plannedCases: own.count,
      printingTo: environment.standardOutput)
    var failures = FailureTally(
      known: knownFailures, keepsFailures: options.writeKnownFailing != nil)
    let feed = CaseFeed(
      plan, shard: shard, of: plannedCases, stopSignal: environment.stopSignal)
    var end = RunJournal.End(unseen: [:], realNanoseconds: 0)
    do {
      try SharedWork(jobs: Harness.jobs(options.jobs, options.isolation)).run(feed) {
        [clients, first = own.first, options, environment] in
        CheckingPlayer(of: clients, firstCaseID: first, options, in: environment)
      } each: { item, played in
        guard let played else {
          feed.leaveOut()
          return true
        }
        let scenario = item.scenario
        try write(played.scenarioText, of: scenario)
        let again = clients.commands(for: scenario).run
        var result = failures.settled(played, of: scenario, again: again)
        if options.isReproducible { result.realNanoseconds = 0 }
        let totals = try output.add(RecordedCase(scenario, number: item.number, result))
        let failed = totals.failures + totals.errors
        guard failed >= options.maxFailures ?? .max else { return true }
        end.cutShort =
          "\(failed) failed, which is enough: "
          + "\(own.count - totals.cases) of \(own.count) cases were not run"
        return false
      }
      end.interruption = try whyStopped(feed)
      end.unseen = failures.unseen
      if end.interruption == nil, end.cutShort == nil { try finish(failures, &output) }
    } catch {
      end.interruption = "\(error)"
    }
    if !options.isReproducible {
      end.realNanoseconds = (environment.monotonicTime() - begun).wholeNanoseconds
    }
    return try close(&output, end)
  }

  /// The cases of the shard: how many they are, and the id of the first.
  private func ownCases() throws -> (count: Int, first: String?) {
    var cases = PlannedCases(plan)
    var own = (count: shard.count == 1 ? plannedCases : 0, first: String?.none)
    var number = 0
    while let scenario = try cases.next() {
      defer { number += 1 }
      guard shard.has(scenario.id, at: number, of: plannedCases) else { continue }
      if own.first == nil { own.first = scenario.id }
      if shard.count == 1 { break }
      own.count += 1
    }
    return own
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
  private func finish(_ failures: FailureTally, _ output: inout RunOutput) throws {
    // What no shard has seen is known when all are joined.
    if isComplete, shard.count == 1 { try output.add(missing: failures.unseen) }
    guard let path = options.writeKnownFailing else { return }
    let file = AbsolutePath(path, from: environment.workingDirectory).text
    let text = KnownFailures.text(failures.failures)
    try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
  }

  private func close(_ output: inout RunOutput, _ end: RunJournal.End) throws -> ExitCode {
    let totals = try output.close(end)
    if let reason = end.interruption {
      environment.standardError.write(
        "\(environment.programName): the run was not finished: \(reason)\n")
      return .harnessFailure
    }
    return totals.isRed ? .failure : .success
  }

  /// What the run is of.
  private var begin: RunJournal.Begin {
    let run = RunJournal.Run(
      kit: Harness.version, subject: options.subject, seed: options.seed,
      schedules: options.schedules == Exploration.every ? "all" : "\(options.schedules)",
      level: options.level.rawValue, cases: plannedCases, isComplete: isComplete,
      knownFailing: clients.knownFailing, reasons: unexercisedRules.reasons,
      isReproducible: options.isReproducible)
    guard !options.isReproducible else { return RunJournal.Begin(run: run, shard: shard) }
    return RunJournal.Begin(
      run: run, shard: shard, startedAt: environment.timeSinceEpoch().components.seconds,
      host: environment.hostName())
  }

  /// Whether the call selects everything, so that lists can be held to be exact.
  private var isComplete: Bool {
    guard options.filter == nil, options.rerun == nil, plan.patterns.isEmpty else { return false }
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
  private let options: RunOptions
  private let environment: CommandEnvironment

  init(
    of clients: CaseClients, firstCaseID: String?, _ options: RunOptions,
    in environment: CommandEnvironment
  ) {
    player = clients.makeClient()
    checker = clients.makeClient()
    self.firstCaseID = firstCaseID
    self.options = options
    self.environment = environment
  }

  /// What became of a case, with what further processes say of a crash, a failure or a sample; nil
  /// if the run is to stop before it.
  func outcome(of item: NumberedCase) throws -> CaseResult? {
    let scenario = item.scenario
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
    // They were asked for to be compared.
    result.logs = []
    result.realNanoseconds = (environment.monotonicTime() - begun).wholeNanoseconds
    return result
  }

  func dismiss() {
    player.dismiss()
    checker.dismiss()
  }

  /// Whether a case is one of those that are run in two processes: the first always is, so that no
  /// run goes without, and each that is run again because it failed, so that a subject which is
  /// right by chance stays an error.
  private func isChecked(_ scenario: ScenarioCase) -> Bool {
    options.rerun != nil || scenario.id == firstCaseID
      || SelfCheck.samples(scenario.id, seed: options.seed)
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
