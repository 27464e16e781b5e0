import Foundation
import SluiceConformance
package import SluiceScenarios
package import SluiceSimulation
import SluiceSpies
import SluiceText

/// What finds the schedule under which a subject crashes or hangs its worker, and makes it small.
///
/// The worker that died can't tell: it only said which schedule it began. So the case is run again
/// in further workers, which tell each choice before it is made.
package struct CrashInvestigation {
  /// The most workers that may crash for a small schedule.
  private static let workers = 40

  private let scenario: ScenarioCase
  private let request: CaseRequest
  private let ask: Ask

  /// Has a worker answer a request for the case.
  package typealias Ask = (CaseRequest) throws -> WorkerOutcome

  /// The result of a case in what came of asking some worker for it.
  ///
  /// Where that worker died under a further schedule, others find out which.
  ///
  /// - Parameters:
  ///   - outcome: What came of asking.
  ///   - scenario: The case.
  ///   - request: A request for it. Further requests differ in the schedules, and in whether the
  ///     worker reports each entry of its log.
  ///   - ask: Has a worker answer a request for the case.
  /// - Returns: The result; nil if the worker died, and no other dies of the case.
  /// - Throws: What asking throws.
  package static func result(
    _ outcome: WorkerOutcome, of scenario: ScenarioCase, askedBy request: CaseRequest,
    ask: @escaping Ask
  ) throws -> CaseResult? {
    guard case .died(let death) = outcome else {
      return CaseResult(outcome, of: scenario, again: request.commands.run)
    }
    let investigation = CrashInvestigation(scenario: scenario, request: request, ask: ask)
    if let run = FurtherRun(shrunkIn: death.lastProgress) {
      // A smaller schedule crashed the subject: the failure is told as it was found.
      let found = try investigation.outcome(under: run.exploration)
      return CaseResult(found, of: scenario, again: request.commands.run)
    }
    if let schedule = ScheduleProgress.schedule(in: death.lastProgress) {
      return try investigation.result(of: death, told: schedule)
    }
    guard let run = FurtherRun(begunIn: death.lastProgress) else {
      return try investigation.result(of: death)
    }
    return try investigation.result(of: death, in: run)
  }

  /// The result of a case whose worker died before it came to any further schedule.
  ///
  /// - Parameter death: The end of the worker.
  /// - Returns: The result; nil if no other worker dies so.
  /// - Throws: What asking throws.
  private func result(of death: WorkerDeath) throws -> CaseResult? {
    try withLog(death, under: .canonical).map { told in
      CaseResult(.died(told), of: scenario, again: request.commands.run)
    }
  }

  /// What comes of asking for the case under some schedules.
  private func outcome(
    under exploration: Exploration, tellsLog: Bool = false, picturedEntry: Int? = nil
  ) throws -> WorkerOutcome {
    var request = request
    request.exploration = exploration
    request.tellsLog = tellsLog
    request.picturedEntry = picturedEntry
    return try ask(request)
  }

  /// A death with the log until then, which the case is run once more for; nil if that run does not
  /// end alike.
  ///
  /// A further run draws the log: only the worker that dies knows how many entries there are. Where
  /// that run does not come to the last entry, the failure has the lines of the first one.
  ///
  /// Where the whole run is to stop meanwhile, nothing is added.
  private func withLog(
    _ death: WorkerDeath, under exploration: Exploration
  ) throws -> WorkerDeath? {
    var told = death
    do {
      guard case .died(let again) = try outcome(under: exploration, tellsLog: true),
        again.isLike(death)
      else { return nil }
      told.log = again.log
      guard again.toldEntries > 0 else { return told }
      let drawn = try outcome(under: exploration, picturedEntry: again.toldEntries)
      if case .died(let end) = drawn { told.picture = end.picture }
    } catch WorkerError.stopped {}
    return told
  }

  /// The result of a case whose worker died, with the schedule of it.
  ///
  /// - Parameters:
  ///   - death: The end of the worker.
  ///   - run: The further schedule that it had begun.
  /// - Returns: The result; nil if no other worker dies so.
  /// - Throws: What asking throws.
  private func result(of death: WorkerDeath, in run: FurtherRun) throws -> CaseResult? {
    guard let found = try schedule(of: run.exploration, like: death) else { return nil }
    let count = ScheduleAccount.departures(found.departures.count)
    return try result(of: death, found, ["\(run.remark), with \(count)"])
  }

  /// The result of a case whose worker died under a schedule that it had told.
  ///
  /// - Parameters:
  ///   - death: The end of the worker.
  ///   - schedule: The schedule.
  /// - Returns: The result; nil if no other worker dies so.
  /// - Throws: What asking throws.
  private func result(of death: WorkerDeath, told schedule: Schedule) throws -> CaseResult? {
    guard let told = try withLog(death, under: .guided(schedule: schedule.description)) else {
      return nil
    }
    return death.isAwaited ? result(told, schedule, []) : try result(of: death, schedule, [])
  }

  private func result(
    of death: WorkerDeath, _ found: Schedule, _ remarks: [String]
  ) throws -> CaseResult {
    if death.isAwaited {
      return try resultWithLog(
        death, found, remarks + ["not made smaller, since each attempt takes the watchdog's time"])
    }
    var failure: (any Error)?
    let budget = ShrinkingBudget(runs: CrashInvestigation.workers)
    let shrinker = ScheduleShrinker(budget: budget) { candidate in
      // A worker is dear, and nobody knows how many events it had.
      budget.spend(events: 1)
      do {
        return try schedule(of: .guided(schedule: candidate.description), like: death)
      } catch {
        failure = failure ?? error
        return nil
      }
    }
    let smallest = shrinker.shrink(found)
    if let failure { throw failure }
    return try resultWithLog(death, smallest, remarks)
  }

  private func resultWithLog(
    _ death: WorkerDeath, _ schedule: Schedule, _ remarks: [String]
  ) throws -> CaseResult {
    let told = try withLog(death, under: .guided(schedule: schedule.description))
    return result(told ?? death, schedule, remarks)
  }

  /// The schedule that a worker had told when it died alike; nil if it did not.
  private func schedule(of exploration: Exploration, like death: WorkerDeath) throws -> Schedule? {
    guard case .died(let other) = try outcome(under: exploration), other.isLike(death) else {
      return nil
    }
    return ScheduleProgress.schedule(in: other.lastProgress) ?? Schedule()
  }

  private func result(
    _ death: WorkerDeath, _ schedule: Schedule, _ remarks: [String]
  ) -> CaseResult {
    let text = schedule.description
    let failure = CaseFailure(
      death, of: scenario, again: request.commands.text(for: text),
      schedule: ScheduleAccount(of: schedule, remarks))
    var result = CaseResult(id: scenario.id, outcome: .errored(failure))
    result.schedule = text
    if let reason = scenario.xfail {
      result.outcome = .skipped("fails as expected: \(reason) (\(failure.message))")
    }
    return result
  }
}

/// A run under a further schedule, as a worker tells of it and as people are told.
enum FurtherRun: Sendable, Hashable, CustomStringConvertible {
  /// A walk, by its number.
  case walk(Int)
  /// A run of a search, by its number, and how many further runs the search may take.
  case search(Int, limit: Int)

  /// The run, as in `schedule 5`.
  var description: String {
    switch self {
    case .walk(let number): "\(FurtherRun.walk)\(number)"
    case .search(let number, _): "\(FurtherRun.search)\(number)"
    }
  }

  /// The progress of the run when it begins.
  var progress: String {
    switch self {
    case .walk: "\(self)"
    case .search(_, let limit): "\(self)\(FurtherRun.limit)\(limit)"
    }
  }

  /// How it was found.
  var remark: String {
    switch self {
    case .walk: "found as \(self)"
    case .search: "found in \(self)"
    }
  }

  /// What plays it alone, and tells each departure before it is taken.
  var exploration: Exploration {
    switch self {
    case .walk(let number): .single(number: number)
    case .search(let number, let limit): .searched(run: number, count: limit)
    }
  }

  /// The progress of the run when it is made small, after it has failed.
  var shrinking: String { "\(FurtherRun.shrinking)\(progress)" }

  /// The run that a worker had begun, if that was its last progress.
  init?(begunIn progress: String?) {
    guard let progress else { return nil }
    if let number = FurtherRun.number(behind: FurtherRun.walk, in: progress[...]) {
      self = .walk(number)
      return
    }
    guard let middle = progress.range(of: FurtherRun.limit),
      let number = FurtherRun.number(
        behind: FurtherRun.search, in: progress[..<middle.lowerBound]),
      let limit = Int(progress[middle.upperBound...])
    else { return nil }
    self = .search(number, limit: limit)
  }

  private static func number(behind word: String, in text: Substring) -> Int? {
    text.hasPrefix(word) ? Int(text.dropFirst(word.count)) : nil
  }

  /// The run that a worker was making small, if that was its last progress.
  init?(shrunkIn progress: String?) {
    guard let progress, progress.hasPrefix(FurtherRun.shrinking) else { return nil }
    self.init(begunIn: String(progress.dropFirst(FurtherRun.shrinking.count)))
  }

  private static let walk = "schedule "
  private static let search = "run "
  private static let limit = " of at most "
  private static let shrinking = "shrinking "
}

/// What a worker says of a schedule while it takes it.
package enum ScheduleProgress {
  /// What stands before a schedule's short text.
  private static let schedule = "schedule: "

  /// The progress of a departure that is about to be taken.
  static func tells(_ schedule: Schedule) -> String { "\(ScheduleProgress.schedule)\(schedule)" }

  /// The schedule that a worker had told, if that was its last progress.
  ///
  /// - Parameter progress: The last progress.
  /// - Returns: The schedule; nil for another progress.
  package static func schedule(in progress: String?) -> Schedule? {
    guard let progress, progress.hasPrefix(schedule) else { return nil }
    return try? Schedule(parsing: String(progress.dropFirst(schedule.count)))
  }
}

/// What a worker tells in the middle of a line that takes many events.
package enum StepProgress {
  /// That events run: a sign of life, and no other place than the last one told.
  package static let goesOn = "goes on"
  /// That the last event has run: the kit works alone until the answer.
  package static let isOver = "is over"
}
