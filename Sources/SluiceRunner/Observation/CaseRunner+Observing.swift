import SluiceConformance
import SluiceProducts
package import SluiceScenarios
import SluiceSimulation
import SluiceSpies

extension CaseRunner {
  /// Plays a case and says what it showed of the streams' traits, whatever they declare.
  ///
  /// Nothing is judged: an expectation that is not met ends the timeline, and what was seen until
  /// then counts. Neither are cases left out that require what a stream does not declare.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - schedules: How many further schedules it is played under, beside the canonical one.
  ///   - seed: What they follow from, together with the case's id.
  /// - Returns: The result with its sightings, each once, and without any verdict; skipped where
  ///   the case is not to be run, or about a stream that is not there.
  package func observed(_ scenario: ScenarioCase, schedules: Int, seed: UInt64) -> CaseResult {
    var result = CaseResult(id: scenario.id, outcome: .passed)
    if let reason = scenario.skip {
      result.outcome = .skipped(reason)
      return result
    }
    let product = products.first { product in product.name == scenario.place.product }
    let streams = scenario.streams
    guard
      let product, !streams.isEmpty,
      streams.allSatisfy({ stream in subject(for: stream) != nil })
    else {
      result.outcome = .skipped("inapplicable: '\(subjectName)' does not implement its streams")
      return result
    }
    let observer = CaseObserver(runner: self, product: product, scenario: scenario)
    let explorer = CaseExplorer(
      runner: self, product: product, scenario: scenario, runSeed: seed, keepsakes: [],
      commands: ExplorationCommands(run: "", replay: ""), progress: nil)
    for number in 0...max(0, schedules) {
      let scheduler: any Scheduler =
        number == 0 ? FirstInFirstOut(seed: explorer.numbersSeed) : explorer.explorer(number)
      for sighting in observer.sightings(under: scheduler, number: number) {
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
}

/// What plays one case and reads from its log what the streams did.
private struct CaseObserver {
  let runner: CaseRunner
  let product: Product
  let scenario: ScenarioCase

  func sightings(under scheduler: any Scheduler, number: Int) -> [CaseSighting] {
    let starts = ObservedStarts()
    let record = runner.play(
      scenario, of: product.noting(starts), scheduler, isCanonical: number == 0, progress: nil)
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
