import Dispatch
import FakeListener
import SluiceConformance

/// Breaks `buffering.callback-nonblocking`: it has room for two values, and its callback waits on a
/// semaphore until the consumer has taken one.
enum FaultyBlocksForRoom {
  static let subject = FaultySubject.over(
    "blocks-for-room", breaks: "buffering.callback-nonblocking",
    in: "values-against-a-busy-consumer",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in BlockingSequence(source: source, options: options) })

  private struct BlockingSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement
    typealias Failure = any Error

    let source: FakeListener<SentinelElement>
    let options: ListenerOptions

    func makeAsyncIterator() -> Iterator {
      let room = DispatchSemaphore(value: 0)
      room.signal()
      room.signal()
      let stream = StreamPerIteration.listening(
        to: source, options,
        tell: { event, pass in
          if case .value = event { room.wait() }
          pass(event)
        },
        remove: { handle in
          handle.remove()
          room.signal()
        })
      return Iterator(base: stream.makeAsyncIterator(), room: room)
    }
  }

  private struct Iterator: AsyncIteratorProtocol {
    var base: StreamPerIteration.Stream.AsyncIterator
    let room: DispatchSemaphore
    /// Whether the value that was answered last has its place still.
    var hasPlace = false

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      if hasPlace { room.signal() }
      hasPlace = false
      let element = try await base.next(isolation: actor)
      hasPlace = element != nil
      return element
    }
  }
}
