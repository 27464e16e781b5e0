import SluiceConformance
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import SluiceText

/// The schedules that a case is played under, one after the other, until one fails: every one,
/// where there are few, and a sample of them where there are many.
extension CaseExplorer {
  /// What the schedules of a case came to.
  struct Tour {
    /// The run under the canonical schedule, or the one that the scenario's own schedule forces.
    let canonical: Judge<ScenarioCase>
    var count = ScheduleCount()
    /// A digest of each distinct schedule but the canonical one.
    var digests: Set<UInt64> = []
    /// The logs of the first runs, if they are kept.
    var logs: [LogSample] = []
    /// How many runs have their logs kept: the canonical one, and the next.
    fileprivate static let loggedRuns = 2
    /// The advice, of each rule the first.
    fileprivate(set) var advice: [CaseFailure] = []
    /// The first further schedule that failed.
    var failure: FoundFailure?
    /// The run of the search that was to be told of, with its departures, once it is over.
    var told: (judge: Judge<ScenarioCase>, schedule: Schedule)?
  }

  /// A run under a further schedule that failed.
  struct FoundFailure {
    let judge: Judge<ScenarioCase>
    let recorder: RecordingScheduler
    let signature: FailureSignature<SourceSpan>
    let run: FurtherRun
    /// What makes the same choices again, from the first.
    let again: any Scheduler
  }

  /// Plays the case under the canonical schedule, and then under others until one fails.
  ///
  /// A search tries every other one, if so many further runs show all of them; it gives up as soon
  /// as more are in sight. What it has not finished is sampled by walks.
  ///
  /// - Parameters:
  ///   - searches: Whether there is a search, or walks alone.
  ///   - first: The number of the first walk; the first of all is 1.
  ///   - count: How many further runs a search may take, and how many walks there are, of which
  ///     those whose order was played before are not played again; 0 for the canonical schedule
  ///     alone, and `Exploration.every` for a search without walks.
  ///   - told: The number of a run of the search of which every departure is told before it is
  ///     taken, and with which the tour ends; nil for none.
  /// - Returns: What they came to.
  func tour(searches: Bool, first: Int = 1, count: Int, telling told: Int? = nil) -> Tour {
    // What forces its own schedule has no other.
    let hasOthers = count > 0 && scenario.schedule.isEmpty
    let search = searches && hasOthers ? CourseSearch(of: self) : nil
    let canonical = search?.next(isCanonical: true)?.judge ?? canonicalJudge()
    var tour = Tour(canonical: canonical)
    tour.count.tried = 1
    tour.count.distinct = 1
    if kept.contains(.logs) { tour.logs.append(canonical.sample("the canonical schedule")) }
    tour.takeAdvice(of: canonical)
    guard hasOthers, canonical.signature == nil else { return tour }
    if let search {
      follow(search, atMost: count, telling: told, in: &tour)
      let isOver = tour.count.isExhausted || tour.failure != nil || told != nil
      if isOver || count == Exploration.every || hasAllLogs(tour) { return tour }
    }
    // Beside a search what it has played is left out; without one, what a walk before has.
    let orders = search.map(\.orders) ?? (searches ? nil : PlayedOrders())
    walk(
      first...(first + count - 1), leavingOut: orders, countingAll: !searches, in: &tour
    ) { _ in true }
    return tour
  }

  /// Goes on with a search until a run fails, nothing is left, or too much is.
  private func follow(
    _ search: CourseSearch, atMost count: Int, telling told: Int?, in tour: inout Tour
  ) {
    while true {
      while isWorthwhile(search, atMost: count) {
        let number = FurtherRun.search(search.runs + 1, limit: count)
        progress?(number.progress)
        var schedule = Schedule(seed: numbersSeed)
        let isTold = told == search.runs + 1
        let announce = { (departure: Choice) in
          schedule.departures.append(departure)
          progress?(ScheduleProgress.tells(schedule))
        }
        guard let run = search.next(announce: isTold ? announce : nil) else { break }
        tour.note(run.judge, run.recorder, number, kept)
        if isTold { tour.told = (run.judge, schedule) }
        if let signature = run.judge.signature {
          tour.failure = FoundFailure(
            judge: run.judge, recorder: run.recorder, signature: signature, run: number,
            again: RepeatedRun(run.positions, seed: numbersSeed))
        }
        if isTold || tour.failure != nil || hasAllLogs(tour) { return }
      }
      if !search.hasLeftOut || !search.isExhausted { break }
      if isAlike(search, atMost: min(count, Exploration.defaultSchedules), in: &tour) { break }
      search.restartUnreduced()
    }
    tour.count.redundant = search.redundant
    tour.count.isExhausted = search.isExhausted && tour.failure == nil
    tour.count.haveServed = search.hasServed
  }

  /// Whether a search may come to its end in so many further runs.
  private func isWorthwhile(_ search: CourseSearch, atMost count: Int) -> Bool {
    guard !search.isTooLong, search.runsInSight > 0 else { return false }
    guard count < Exploration.every else { return true }
    // The guess is too large more often than too small.
    return search.runsOfSearch - 1 + search.runsInSight <= count && search.expectedRuns / 4 <= count
  }

  /// Whether a few orders that were not picked by a search come to nothing that it has not seen.
  ///
  /// A search leaves out what differs in the order of independent events alone; if it took events
  /// for independent that are not, this may show it. A run that fails is noted.
  private func isAlike(
    _ search: CourseSearch, atMost count: Int, in tour: inout Tour
  ) -> Bool {
    var isAlike = true
    let triedBefore = tour.count.tried
    // One consumer shares its memory with nobody. For others half of the runs that the search has
    // left over find what they share for each of the seeds that `SharedMemoryCampaign` tries.
    let isAlone = tour.canonical.record.names.count == 1
    let leftOver = (count - search.runs) / 2
    let walks = isAlone ? CaseExplorer.fewWalks : max(CaseExplorer.fewWalks, leftOver)
    walk(1...walks, leavingOut: search.orders, in: &tour) { judge in
      let outcome = RunOutcome(judge.record, nil)
      if judge.signature == nil, !search.outcomes.contains(outcome) { isAlike = false }
      return isAlike
    }
    tour.count.checked = tour.count.tried - triedBefore
    return isAlike
  }

  /// The walks by which the search of a case with one consumer is checked; with several there are
  /// no fewer.
  private static let fewWalks = 4

  /// Plays the case under walks, until one fails, there is nothing to choose, or enough is known.
  ///
  /// - Parameters:
  ///   - numbers: The walks.
  ///   - orders: The orders that were played; a walk that would repeat one is left out. Nil to play
  ///     every walk.
  ///   - countsAll: Whether those that are left out count: what they come to is known.
  ///   - tour: What counts them.
  ///   - goesOn: Whether to go on after a run.
  private func walk(
    _ numbers: ClosedRange<Int>, leavingOut orders: PlayedOrders?,
    countingAll countsAll: Bool = false,
    in tour: inout Tour, while goesOn: (Judge<ScenarioCase>) -> Bool
  ) {
    for number in numbers {
      let run = FurtherRun.walk(number)
      let walk = scheduler(number)
      if let orders, orders.contains(walk) {
        if countsAll { tour.count.tried += 1 }
        continue
      }
      progress?(run.progress)
      let recorder = RecordingScheduler(
        walk, seed: numbersSeed, keepsDepartures: false, notingIn: orders)
      let judge = judge(recorder)
      orders?.end()
      tour.note(judge, recorder, run, kept)
      if let signature = judge.signature {
        tour.failure = FoundFailure(
          judge: judge, recorder: recorder, signature: signature, run: run,
          again: scheduler(number))
        return
      }
      guard recorder.choices > 0 else {
        tour.count.isExhausted = true
        return
      }
      guard goesOn(judge), !hasAllLogs(tour) else { return }
    }
  }

  /// Whether nothing is wanted but logs, and a tour has them.
  private func hasAllLogs(_ tour: Tour) -> Bool {
    kept.contains(.endsWithLogs) && tour.logs.count == Tour.loggedRuns
  }

  /// The result of a tour.
  func result(of tour: Tour) -> CaseResult {
    var result: CaseResult
    if let found = tour.failure {
      result = failure(found)
    } else {
      result = tour.canonical.result
      if let signature = tour.canonical.signature {
        result.scenarioText = canonicalText(alike: signature)
      }
    }
    if case .passed = result.outcome, !tour.advice.isEmpty { result.advice = tour.advice }
    result.schedules = tour.count
    result.logs = tour.logs
    if kept.contains(.digests) { result.digests = tour.digests.sorted() }
    return result
  }

  /// What becomes of the case under the canonical schedule and further ones, up to the first that
  /// fails, which is neither made small nor told.
  ///
  /// - Parameter count: How many further schedules. A scenario's own number is meant for a run with
  ///   the usual number of them, and becomes less as that does.
  /// - Returns: The verdict.
  package func verdict(schedules count: Int) -> CaseVerdict {
    guard runner.reasonToSkip(scenario) == nil else {
      return CaseVerdict(id: scenario.id, outcome: .skipped, schedules: 0)
    }
    let wanted =
      scenario.schedules.map { own in min(own, own * count / Exploration.defaultSchedules) }
      ?? count
    let tour = tour(searches: true, count: wanted)
    let failed = tour.failure?.judge ?? tour.canonical
    guard let signature = failed.signature else {
      return CaseVerdict(id: scenario.id, outcome: .passed, schedules: tour.count.tried)
    }
    return CaseVerdict(
      id: scenario.id, outcome: .failed(signature.kind, rules: failed.primaryRules),
      schedules: tour.count.tried)
  }

  /// The cause of the first failure, as it is found and not made small.
  ///
  /// - Parameter count: How many further schedules.
  /// - Returns: The violated rule, or the kind of the failure; nil if none fails.
  package func firstFailure(ofSchedules count: Int) -> String? {
    let tour = tour(searches: true, count: count)
    return (tour.canonical.signature ?? tour.failure?.signature)?.cause
  }
}

extension CaseExplorer.Tour {
  /// Keeps the advice of a run on rules of which there was none.
  fileprivate mutating func takeAdvice(of judge: Judge<ScenarioCase>) {
    advice += judge.advice(besides: Set(advice.compactMap { failure in failure.rule }))
  }

  /// Counts a run under a further schedule.
  fileprivate mutating func note(
    _ judge: Judge<ScenarioCase>, _ recorder: RecordingScheduler, _ run: FurtherRun,
    _ kept: KeptData
  ) {
    count.tried += 1
    takeAdvice(of: judge)
    let isNew = recorder.departureCount > 0 && digests.insert(recorder.digest).inserted
    if isNew { count.distinct += 1 }
    if kept.contains(.logs), logs.count < Self.loggedRuns {
      logs.append(judge.sample("\(run)"))
    }
  }
}
