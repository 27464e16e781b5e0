import FakeListener
import SluiceConformance
import Synchronization

/// Breaks `isolation.independent-iterators`: one subscription serves all iterators, and each value
/// goes to one of them.
enum FaultySharesOneSubscription {
  static let subject = FaultySubject.over(
    "shares-one-subscription", breaks: "isolation.independent-iterators", in: "two-iterators",
    traits: { traits in traits.registration = .iterator },
    open: { source, options in Shared(source: source, options: options) })

  /// The iterators' continuations in one list; a value goes to the first and puts it last.
  private final class Turns: Sendable {
    let waiting = Mutex<[StreamPerIteration.Stream.Continuation]>([])

    func pass(_ element: SentinelElement?, _ error: (any Error)?) {
      let next = waiting.withLock { waiting in
        guard !waiting.isEmpty else { return StreamPerIteration.Stream.Continuation?.none }
        let first = waiting.removeFirst()
        waiting.append(first)
        return first
      }
      next?.pass(element, error)
    }
  }

  private struct Shared: AsyncSequence, Sendable {
    typealias Element = SentinelElement

    let source: FakeListener<SentinelElement>
    let options: ListenerOptions
    let turns = Turns()

    func makeAsyncIterator() -> StreamPerIteration.Stream.AsyncIterator {
      let (stream, continuation) = StreamPerIteration.Stream.makeStream()
      let isFirst = turns.waiting.withLock { waiting in
        waiting.append(continuation)
        return waiting.count == 1
      }
      if isFirst {
        let handle = source.addListener(options: options) { [turns] element, error in
          turns.pass(element, error)
        }
        continuation.onTermination = { _ in handle.remove() }
      }
      return stream.makeAsyncIterator()
    }
  }
}
