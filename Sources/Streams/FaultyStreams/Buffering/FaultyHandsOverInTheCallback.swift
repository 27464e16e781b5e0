import FakeListener
import Foundation
import SluiceConformance
import Synchronization

/// Breaks `buffering.callback-nonblocking`: it has no buffer, and a callback waits until the
/// consumer asks, to put its value into the consumer's hands.
enum FaultyHandsOverInTheCallback {
  static let subject = FaultySubject.over(
    "hands-over-in-the-callback", breaks: "buffering.callback-nonblocking",
    in: "values-against-a-busy-consumer",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in MeetingSequence(source: source, options: options) })

  private struct MeetingSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement
    typealias Failure = any Error

    let source: FakeListener<SentinelElement>
    let options: ListenerOptions

    func makeAsyncIterator() -> Iterator {
      let meeting = Meeting()
      let stream = StreamPerIteration.listening(
        to: source, options,
        tell: { event, pass in
          if case .value = event { meeting.awaitConsumer() }
          pass(event)
        },
        remove: { handle in
          handle.remove()
          meeting.end()
        })
      return Iterator(base: stream.makeAsyncIterator(), meeting: meeting)
    }
  }

  private struct Iterator: AsyncIteratorProtocol {
    var base: StreamPerIteration.Stream.AsyncIterator
    let meeting: Meeting

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      meeting.consumerAsks()
      return try await base.next(isolation: actor)
    }
  }

  /// Where a callback and the consumer meet.
  private final class Meeting: Sendable {
    private struct State {
      var isAsked = false
      var isOver = false
    }

    private let condition = NSCondition()
    private let state = Mutex(State())

    /// Waits until the consumer asks, or nobody will any more.
    func awaitConsumer() {
      condition.lock()
      while !state.withLock({ state in state.isAsked || state.isOver }) { condition.wait() }
      state.withLock { state in state.isAsked = false }
      condition.unlock()
    }

    func consumerAsks() {
      tell { state in state.isAsked = true }
    }

    func end() {
      tell { state in state.isOver = true }
    }

    private func tell(_ change: (inout State) -> Void) {
      condition.lock()
      state.withLock { state in change(&state) }
      condition.broadcast()
      condition.unlock()
    }
  }
}
