package import SluiceConformance
import SluiceProducts
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
package import SluiceText
import Synchronization

extension CaseExplorer {
  /// Plays the case and says what it showed of the streams' traits, whatever they declare.
  ///
  /// Nothing is judged: an expectation that is not met within a minute ends the timeline, and what
  /// was seen until then counts. Nor are cases left out that require what a stream does not
  /// declare.
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
        number == 0 ? FirstInFirstOut(seed: numbersSeed) : self.scheduler(number)
      let (sightings, inaudible) = sightings(under: scheduler, number: number)
      if number == 0 { result.inaudible = inaudible?.sorted().map { ability in ability.rawValue } }
      for sighting in sightings {
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
  private func sightings(
    under scheduler: any Scheduler, number: Int
  ) -> (sightings: [CaseSighting], inaudible: Set<SourceAbility>?) {
    let starts = ObservedStarts()
    var runner = runner.noting(starts)
    runner.isObserving = true
    let record = runner.play(scenario, scheduler, isCanonical: number == 0)
    if record.mishap?.kind == .escaped { return ([], nil) }
    let evidence = Evidence(
      record.entries, filedIn: record.index, declarations: record.declarations)
    let started = starts.all
    let seen = evidence.sightings(lines: record.marks.map { mark in mark.entry })
    let sightings: [CaseSighting] = seen.compactMap { sighting in
      let place = sighting.sequence.number - 1
      guard started.indices.contains(place) else { return nil }
      let start = started[place]
      guard !start.decided.contains(sighting.trait) else { return nil }
      return CaseSighting(
        stream: start.stream, trait: sighting.trait.rawValue, seen: sighting.seen,
        schedule: number, entry: sighting.entry)
    }
    return (sightings, record.inaudible)
  }
}

/// What one case showed of one trait of a stream.
///
/// It crosses from a worker as a part of the case's result.
package struct CaseSighting: Sendable, Hashable, Codable {
  /// The stream, such as `listener.values`.
  package var stream: String
  /// The trait's name.
  package var trait: String
  /// What was seen.
  package var seen: SeenValue
  /// The number of the schedule that showed it; 0 for the canonical one.
  package var schedule = 0
  /// The entry of that run's log.
  package var entry = 0
}

extension CaseSighting: CheckedContent {
  /// Checks where it was seen, and how much room it speaks of.
  package func check() throws(ContentFlaw) {
    try check("schedule", schedule, in: CountLimits.count)
    try check("entry", entry, in: CountLimits.count)
    try check("seen.room", seen.room, in: CountLimits.count)
  }
}

/// A stream that a run has read, and what its backend decides for it.
struct ObservedStart {
  /// The stream's full name.
  var stream: String
  /// The traits that the backend has as it has them, whatever the subject declares: they say
  /// nothing of the subject.
  var decided: Set<TraitName>
}

/// The streams that a run has read, in the order of their sequences' numbers.
final class ObservedStarts: Sendable {
  private let state = Mutex<[ObservedStart]>([])

  var all: [ObservedStart] {
    state.withLock { starts in starts }
  }

  func append(_ start: ObservedStart) {
    state.withLock { starts in starts.append(start) }
  }
}

extension Product {
  /// A copy whose fixtures note each stream that is read from them.
  ///
  /// A run asks for a stream's traits once, just before it reads the stream.
  func noting(_ starts: ObservedStarts) -> Product {
    telling { fixture, subject in
      let decided = TraitName.allCases.filter { trait in
        fixture.decides(trait, for: subject)
      }
      starts.append(ObservedStart(stream: subject.stream, decided: Set(decided)))
    }
  }
}

extension ProductFixture {
  /// Whether a trait is the same over this backend, whatever the subject declares.
  fileprivate func decides(_ trait: TraitName, for subject: Subject) -> Bool {
    let words = trait.twoWords.compactMap { word -> String? in
      guard let traits = subject.traits.declaring(trait, as: word) else { return nil }
      var other = subject
      other.traits = traits
      return self.traits(of: other).word(for: trait)
    }
    return Set(words).count == 1
  }
}

extension TraitName {
  /// Two different values of the trait.
  fileprivate var twoWords: [String] {
    switch self {
    case .listeners: ["1", "2"]
    case .joining: ["first-end", "all-end"]
    case .registration: ["access", "first-next"]
    case .removal: ["synchronous", "settled"]
    case .cancelOutcome: ["ends", "throws-cancellation"]
    case .bufferOnCancel: ["drops", "drains"]
    case .iterators: ["independent", "single"]
    case .lateIterator: ["from-now", "latest"]
    case .releasesWhileHeld, .canFail, .repeatsError: ["true", "false"]
    case .initialValue: ["none", "present"]
    case .emptyEvent: ["ignored", "ends"]
    case .ambiguousEvent: ["fails", "yields"]
    case .latency: ["none", "1s"]
    case .merging: ["none", "latest"]
    case .overflow: ["unbounded", "newest-1"]
    case .afterSourceEnd: ["ends", "fails"]
    case .owner: ["kept", "ends"]
    case .source: ["listener", "socket"]
    }
  }
}
