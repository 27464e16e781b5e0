import SluiceConformance
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import SluiceText

extension CaseExplorer {
  /// Plays the case and says which pairs of stimuli raced in it, stream by stream.
  ///
  /// Nothing is judged: an expectation that is not met ends the timeline, and what came until then
  /// counts. The schedules are those of a run and more: a search of every order, as far as the
  /// number goes, and then walks.
  ///
  /// - Parameter schedules: How many further schedules a search may take, and how many walks there
  ///   are where it leaves any out; 0 for the canonical one alone, under which nothing races, and
  ///   `Exploration.every` for a search that goes on to the end.
  /// - Returns: The result with its races, and without any verdict; skipped where a run would skip
  ///   the case.
  package func covered(schedules: Int) -> CaseResult {
    var result = CaseResult(id: scenario.id, outcome: .passed)
    if let reason = runner.reasonToSkip(scenario) {
      result.outcome = .skipped(reason)
      return result
    }
    var orders = StimulusOrders()
    let search = ExhaustiveSearch(isReduced: true, seed: numbersSeed)
    var reader = FootprintReader()
    let played = PlayedOrders()
    // What forces its own schedule has no other.
    let count = scenario.schedule.isEmpty ? max(0, schedules) : 0
    while search.runs <= count, let run = search.nextRun() {
      progress?(FurtherRun.search(search.runs, limit: count).progress)
      let record = note(run, isCanonical: search.runs == 1, played, in: &orders)
      let course = record.course
      search.learn(
        reader.footprints(of: run.steps, entries: course.entries, consumers: course.names))
      search.endRun()
      result.schedules.tried += 1
    }
    // A search to the end needs no more walks than show what it took for independent.
    let walks = count == Exploration.every ? Exploration.defaultSchedules : count
    if walks > 0, !search.isExhausted || search.hasLeftOut {
      for number in 1...walks {
        let walk = scheduler(number)
        if played.contains(walk) { continue }
        progress?(FurtherRun.walk(number).progress)
        _ = note(walk, isCanonical: false, played, in: &orders)
        result.schedules.tried += 1
      }
    }
    let (raced, insides) = (orders.raced, orders.insides)
    result.races = Set(raced.keys).union(insides.keys).sorted().map { stream in
      CaseRaces(
        stream: stream, pairs: raced[stream, default: []].sorted(),
        insides: insides[stream, default: []].sorted())
    }
    return result
  }

  /// Plays the case once and notes in which order its stimuli came.
  private func note(
    _ scheduler: any Scheduler, isCanonical: Bool, _ played: PlayedOrders,
    in orders: inout StimulusOrders
  ) -> RunRecord<SourceSpan> {
    let starts = ObservedStarts()
    let recorder = RecordingScheduler(
      scheduler, seed: numbersSeed, keepsDepartures: false, notingIn: played)
    let record = runner.noting(starts).play(
      scenario, recorder, isCanonical: isCanonical, signOfLife: signOfLife)
    played.end()
    if record.mishap?.kind != .escaped {
      orders.note(record, streams: starts.all.map { start in start.stream })
    }
    return record
  }
}

/// What came together in one case, for one stream: the pairs of stimuli that have raced, and what
/// fell into its calls.
///
/// It crosses from a worker as a part of the case's result.
package struct CaseRaces: Sendable, Hashable, Codable {
  /// The stream, such as `listener.values`.
  package var stream: String
  /// The pairs, in the order of tables.
  package var pairs: [StimulusPair]
  /// The stimuli that came inside calls of the stream's, in the order of tables.
  package var insides: [StimulusInside]
}
