import Dispatch
import FakeListener
import SluiceConformance

/// Breaks `teardown.throw-removes`: when an iterator goes its stream is kept for five seconds, in
/// case somebody comes back.
enum FaultyLingersAfterItsIterator {
  static let subject = FaultySubject.over(
    "lingers-after-its-iterator", breaks: "teardown.throw-removes", in: "throwing-body",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in LeasedSequence(source: source, options: options) })

  private final class Lease: Sendable {
    let stream: StreamPerIteration.Stream

    init(of stream: StreamPerIteration.Stream) {
      self.stream = stream
    }

    deinit {
      DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(5)) { [stream] in
        withExtendedLifetime(stream) {}
      }
    }
  }

  private struct LeasedSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement

    let source: FakeListener<SentinelElement>
    let options: ListenerOptions

    func makeAsyncIterator() -> Iterator {
      let stream = StreamPerIteration.Stream.wired(source, options) { source, options, outlet in
        outlet.keep(
          try source.subscribe(options: options) { event in outlet.pass(event) })
      }
      return Iterator(lease: Lease(of: stream), stream: stream.makeAsyncIterator())
    }
  }

  private struct Iterator: AsyncIteratorProtocol {
    let lease: Lease
    var stream: StreamPerIteration.Stream.Iterator

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      try await stream.next(isolation: actor)
    }
  }
}
