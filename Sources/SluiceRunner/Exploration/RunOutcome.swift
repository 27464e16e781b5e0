import SluiceSimulation
import SluiceSpies

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
  private let kind: Problem.Kind?
  private let rule: String?

  init(_ record: RunRecord, _ signature: FailureSignature?) {
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
