import FakeListener
import SluiceConformance
import Synchronization

/// Breaks `buffering.bounded-memory`: its listener writes a history of all values, for messages
/// about errors, and tears it up when the listener is removed.
enum FaultyKeepsAHistory {
  static let subject = FaultySubject.over(
    "keeps-a-history", breaks: "buffering.bounded-memory",
    in: "ten-thousand-against-a-stalled-consumer",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in
      StreamPerIteration {
        let history = History()
        return StreamPerIteration.listening(
          to: source, options,
          tell: { event, pass in
            history.note(event)
            pass(event)
          },
          remove: { handle in
            handle.remove()
            history.forget()
          })
      }
    })

  private final class History: Sendable {
    private let events = Mutex<[ListenerEvent<SentinelElement>]>([])

    func note(_ event: ListenerEvent<SentinelElement>) {
      events.withLock { events in events.append(event) }
    }

    func forget() {
      let forgotten = events.withLock { events in
        let all = events
        events = []
        return all
      }
      _ = consume forgotten
    }
  }
}
