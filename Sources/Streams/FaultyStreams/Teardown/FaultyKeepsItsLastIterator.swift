import FakeListener
import Synchronization

/// Breaks `teardown.released-while-held`: the sequence keeps the iterator that it made last, as a
/// cache does, and with it the listener of a loop that was left.
enum FaultyKeepsItsLastIterator {
  static let subject = FaultySubject.over(
    "keeps-its-last-iterator", breaks: "teardown.released-while-held", in: "break-held"
  ) { source, options in
    CachingSequence(HandwrittenSequence(source: source, options: options))
  }

  private final class CachingSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement

    private let base: HandwrittenSequence<RightSteps>
    private let last = Mutex<HandwrittenIteration<RightSteps>?>(nil)

    init(_ base: HandwrittenSequence<RightSteps>) {
      self.base = base
    }

    func makeAsyncIterator() -> HandwrittenIterator<RightSteps> {
      let iterator = base.makeAsyncIterator()
      let previous = last.withLock { last in
        let previous = last
        last = iterator.iteration
        return previous
      }
      _ = consume previous
      return iterator
    }
  }
}
