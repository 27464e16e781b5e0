import FakeListener
import SluiceConformance
import SluiceProducts

/// A stream whose iterator holds an `AsyncThrowingStream` and removes the listener in its `deinit`.
///
/// The standard stream hands out its buffer after a cancel. So the loop of a busy consumer still
/// has values to read, and drops the iterator only behind them.
struct DrainingIterator: AsyncSequence, Sendable {
  typealias Element = SentinelElement
  typealias Failure = any Error

  /// The stream with an honest declaration.
  static let right = Subject.overListener(
    "right-drains-and-removes-with-its-iterator",
    traits: Traits.asyncThrowingStreamPerIterator.with { traits in traits.removal = .withIterator }
  ) { source, options in
    Self(source: source, options: options)
  }

  let source: FakeListener<SentinelElement>
  let options: ListenerOptions

  func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = StreamPerIteration.Stream.makeStream()
    let latch = HandleLatch()
    do {
      latch.handle = try source.addEventListener(options: options, throwing: (any Error).self) {
        event in
        switch event {
        case .value(let element): continuation.yield(element)
        case .failure(let error), .both(_, let error): continuation.finish(throwing: error)
        case .finish: continuation.finish()
        case .nothing: return
        }
      }
    } catch {
      continuation.finish(throwing: error)
    }
    return Iterator(base: stream.makeAsyncIterator(), listener: Listener(latch))
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: StreamPerIteration.Stream.AsyncIterator
    fileprivate let listener: Listener

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      try await base.next(isolation: actor)
    }
  }

  /// What the iterator alone holds.
  fileprivate final class Listener: Sendable {
    private let latch: HandleLatch

    init(_ latch: HandleLatch) { self.latch = latch }

    deinit { latch.release() }
  }
}
