import FakeListener
import SluiceConformance

/// Breaks `teardown.never-iterated`: it adds when it is read, and its listener captures the object
/// whose end is to remove; only a loop that is over does.
enum FaultyListensFromItsInit {
  static let subject = FaultySubject.over(
    "listens-from-its-init", breaks: "teardown.never-iterated", in: "never-iterated",
    traits: { traits in
      traits = .asyncThrowingStreamPerIterator
      traits.registration = .access
      traits.iterators = .single
      traits.releasesWhileHeld = false
    },
    open: { source, options in Listening(source, options) })

  private final class Listening: AsyncSequence, Sendable {
    typealias Element = SentinelElement

    private let stream: StreamPerIteration.Stream
    private let outlet: Outlet

    init(_ source: FakeListener<SentinelElement>, _ options: ListenerOptions) {
      let (stream, continuation) = StreamPerIteration.Stream.makeStream()
      self.stream = stream
      outlet = Outlet(continuation: continuation)
      continuation.onTermination = { [latch = outlet.latch] _ in latch.release() }
      do {
        outlet.keep(
          try source.subscribe(options: options) { event in self.outlet.pass(event) })
      } catch {
        outlet.fail(error)
      }
    }

    deinit { outlet.latch.release() }

    func makeAsyncIterator() -> Iterator {
      Iterator(loop: Loop(outlet), stream: stream.makeAsyncIterator())
    }

    /// One loop over the stream, whose end is the stream's.
    final class Loop: Sendable {
      private let outlet: Outlet

      init(_ outlet: Outlet) {
        self.outlet = outlet
      }

      deinit { outlet.finish() }
    }

    struct Iterator: AsyncIteratorProtocol {
      let loop: Loop
      var stream: StreamPerIteration.Stream.Iterator

      mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
        try await stream.next(isolation: actor)
      }
    }
  }
}
