import SluiceConformance
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import SluiceText

/// Every schedule there is.
extension CaseExplorer {
  /// Runs the case under every schedule, or until so many were run, and shows the first failure.
  ///
  /// - Parameters:
  ///   - runs: The largest number of runs.
  ///   - departures: The largest number of departures from the canonical schedule; nil for any.
  ///   - isReduced: Whether orders that differ only in independent events are run once. A search
  ///     with a bound on departures is never reduced.
  /// - Returns: What became of the case, with the counts.
  func exhausted(runs: Int, departures: Int?, isReduced: Bool) -> CaseResult {
    let (search, found) = searched(runs: runs, departures: departures, isReduced: isReduced)
    return result(of: search, found)
  }

  /// What the case can come to under every schedule there is.
  ///
  /// - Parameter isReduced: Whether orders that differ only in independent events are run once.
  /// - Returns: The distinct outcomes.
  package func distinctOutcomes(isReduced: Bool) -> DistinctOutcomes {
    let (search, found) = searched(runs: .max, departures: nil, isReduced: isReduced)
    return DistinctOutcomes(
      outcomes: found.outcomes, runs: search.runs, failures: found.failures,
      isExhausted: search.isExhausted && !found.haveServed)
  }

  /// Runs the case under every schedule, or until so many were run.
  private func searched(
    runs: Int, departures: Int?, isReduced: Bool
  ) -> (ExhaustiveSearch, Findings) {
    let search = ExhaustiveSearch(
      departureBound: departures, isReduced: isReduced && departures == nil, seed: numbersSeed)
    var reader = FootprintReader()
    var found = Findings()
    while search.runs < runs, found.deadlocks < Findings.mostDeadlocks, let run = search.nextRun() {
      // Whoever loses this worker now has to know which schedule it was under.
      progress?(ScheduleProgress.tells(Schedule()))
      var told = Schedule(seed: numbersSeed)
      let recorder = RecordingScheduler(run, seed: numbersSeed, keepsDepartures: true) {
        departure in
        told.departures.append(departure)
        progress?(ScheduleProgress.tells(told))
      }
      let judge = judge(recorder)
      let course = judge.record.course
      search.learn(
        reader.footprints(of: run.steps, entries: course.entries, consumers: course.names))
      found.note(judge, recorder, at: search.runs)
    }
    // What consumers share that were taken for independent may have been lost.
    if search.isReduced, reader.hasFoundSharing {
      return searched(runs: runs, departures: departures, isReduced: false)
    }
    return (search, found)
  }

  /// What a search has found so far.
  private struct Findings {
    var digests: Set<UInt64> = []
    var outcomes: Set<RunOutcome> = []
    var first: CaseResult?
    var failures = 0
    /// Whether tasks of the process were given work in a run: other orders of that were not tried.
    var haveServed = false
    /// Each leaves a thread behind for good.
    var deadlocks = 0
    static let mostDeadlocks = 100
    var firstFailure: (signature: FailureSignature<SourceSpan>, departures: [Choice], run: Int)?

    mutating func note(_ judge: Judge<ScenarioCase>, _ recorder: RecordingScheduler, at run: Int) {
      let signature = judge.signature
      digests.insert(recorder.digest)
      outcomes.insert(RunOutcome(judge.record, signature))
      if judge.record.hasServed { haveServed = true }
      if first == nil { first = judge.result }
      guard let signature else { return }
      failures += 1
      if signature.kind == .deadlocked { deadlocks += 1 }
      if firstFailure == nil { firstFailure = (signature, recorder.departures, run) }
    }
  }

  private func result(of search: ExhaustiveSearch, _ found: Findings) -> CaseResult {
    var count = ScheduleCount()
    count.tried = search.runs
    count.distinct = found.digests.count
    count.outcomes = found.outcomes.count
    count.redundant = search.redundantRuns
    count.failures = found.failures
    count.isExhausted = search.isExhausted && !found.haveServed
    count.haveServed = found.haveServed
    var result: CaseResult
    if let failure = found.firstFailure, !failure.departures.isEmpty {
      let schedule = Schedule(seed: numbersSeed, departures: failure.departures)
      result = self.failure(of: schedule, alike: failure.signature, foundAt: failure.run)
    } else {
      guard let first = found.first else { preconditionFailure("a search has at least one run") }
      result = first
    }
    result.schedules = count
    return result
  }
}

/// What a case can come to, as an exhaustive search finds it.
package struct DistinctOutcomes {
  /// The outcomes, each once.
  package var outcomes: Set<RunOutcome>
  /// How many schedules were run.
  package var runs: Int
  /// How many of them fail.
  package var failures: Int
  /// Whether there is no other schedule.
  package var isExhausted: Bool
}

/// What a run came to, for telling runs apart by more than their schedules: what each consumer got
/// and when, how its loop ended, what was added and removed, and how the run failed.
///
/// Two runs that differ only in the order of independent events have the same outcome.
package struct RunOutcome: Hashable {
  /// What a consumer saw.
  private struct Sight: Hashable {
    var instant: Instant
    var event: Event
  }

  private var sights: [String: [Sight]] = [:]
  private var adds = 0
  private var removes = 0
  private var callbacks = 0
  private let kind: CaseFailure.Kind?
  private let rule: String?

  init(_ record: RunRecord<SourceSpan>, _ signature: FailureSignature<SourceSpan>?) {
    kind = signature?.kind
    rule = signature?.rule
    // Which line was the last one before is a matter of the order of independent events.
    for entry in record.entries {
      switch entry.event {
      case .nextReturned(let consumer, _), .loopEnded(let consumer, _), .taskEnded(let consumer):
        let name =
          record.names.indices.contains(consumer.number - 1)
          ? record.names[consumer.number - 1] : "\(consumer)"
        sights[name, default: []].append(
          Sight(instant: entry.instant, event: RunOutcome.anonymous(entry.event)))
      case .addCalled: adds += 1
      case .removeCalled, .removeUnmatched: removes += 1
      case .callbackBegan: callbacks += 1
      default: break
      }
    }
  }

  /// The event without the consumer's number, which depends on who began first.
  private static func anonymous(_ event: Event) -> Event {
    switch event {
    case .nextReturned(_, let output): .nextReturned(ConsumerID(0), output)
    case .loopEnded(_, let end): .loopEnded(ConsumerID(0), end)
    case .taskEnded: .taskEnded(ConsumerID(0))
    default: event
    }
  }
}
