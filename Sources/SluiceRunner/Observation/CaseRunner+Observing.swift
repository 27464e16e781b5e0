import SluiceConformance
import SluiceScenarios
import SluiceSimulation
import SluiceSpies

extension CaseExplorer {
  /// Plays the case and says what it showed of the streams' traits, whatever they declare.
  ///
  /// Nothing is judged: an expectation that is not met ends the timeline, and what was seen until
  /// then counts. Neither are cases left out that require what a stream does not declare.
  ///
  /// - Parameter schedules: How many further schedules it is played under, beside the canonical
  ///   one.
  /// - Returns: The result with its sightings, each once, and without any verdict; skipped where
  ///   the case is not to be run, or about a stream that is not there.
  package func observed(schedules: Int) -> CaseResult {
    var result = CaseResult(id: scenario.id, outcome: .passed)
    if let reason = scenario.skip {
      result.outcome = .skipped(reason)
      return result
    }
    let streams = scenario.streams
    guard !streams.isEmpty, streams.allSatisfy({ runner.subject(for: $0) != nil }) else {
      result.outcome = .skipped(
        "inapplicable: '\(runner.subjectName)' does not implement its streams")
      return result
    }
    for number in 0...max(0, schedules) {
      let scheduler: any Scheduler =
        number == 0 ? FirstInFirstOut(seed: numbersSeed) : explorer(number)
      for sighting in sightings(under: scheduler, number: number) {
        let isKnown = result.sightings.contains { known in
          known.stream == sighting.stream && known.trait == sighting.trait
            && known.seen == sighting.seen
        }
        if !isKnown { result.sightings.append(sighting) }
      }
      result.schedules.tried += 1
    }
    return result
  }

  /// Plays the case once and reads from its log what the streams did.
  private func sightings(under scheduler: any Scheduler, number: Int) -> [CaseSighting] {
    let starts = ObservedStarts()
    let record = runner.noting(starts).play(scenario, scheduler, isCanonical: number == 0)
    if record.mishap?.kind == .escaped { return [] }
    let evidence = Evidence(
      record.entries, filedIn: record.index, declarations: record.declarations)
    let started = starts.all
    return evidence.sightings(lines: record.marks.map { mark in mark.entry }).compactMap {
      sighting in
      let place = sighting.sequence.number - 1
      guard started.indices.contains(place) else { return nil }
      let start = started[place]
      guard !start.decided.contains(sighting.trait) else { return nil }
      return CaseSighting(
        stream: start.stream, trait: sighting.trait.rawValue, seen: sighting.seen,
        schedule: number, entry: sighting.entry)
    }
  }
}
