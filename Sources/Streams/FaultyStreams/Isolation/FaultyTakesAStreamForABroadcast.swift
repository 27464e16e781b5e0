import FakeListener
import SluiceConformance
import Synchronization

/// Breaks `isolation.independent-iterators`: it makes one `AsyncStream` for the first iterator, and
/// takes every iterator of that for independent; each value goes to one of them.
enum FaultyTakesAStreamForABroadcast {
  static let subject = FaultySubject.over(
    "takes-a-stream-for-a-broadcast", breaks: "isolation.independent-iterators",
    in: "two-iterators",
    traits: { traits in
      traits = .asyncStreamPerIterator
      traits.releasesWhileHeld = false
    },
    open: { source, options in
      let only = Only { listen(to: source, options) }
      return UnfailingSequence { only.stream }
    })

  private final class Only: Sendable {
    private let makeStream: @Sendable () -> AsyncStream<SentinelElement>
    private let made = Mutex<AsyncStream<SentinelElement>?>(nil)

    init(_ makeStream: @escaping @Sendable () -> AsyncStream<SentinelElement>) {
      self.makeStream = makeStream
    }

    var stream: AsyncStream<SentinelElement> {
      if let stream = made.withLock({ made in made }) { return stream }
      let stream = makeStream()
      made.withLock { made in made = stream }
      return stream
    }
  }

  private static func listen(
    to source: FakeListener<SentinelElement>, _ options: ListenerOptions
  ) -> AsyncStream<SentinelElement> {
    AsyncStream { continuation in
      let latch = HandleLatch()
      continuation.onTermination = { _ in latch.release() }
      do {
        latch.handle = try source.subscribe(options: options) { event in
          guard !latch.isOver else { return }
          switch event {
          case .value(let element): continuation.yield(element)
          case .failure, .both, .finish:
            latch.release()
            continuation.finish()
          case .nothing: return
          }
        }
      } catch {
        continuation.finish()
      }
      // What ended it inside add found no handle.
      if latch.isOver { latch.takeHandle()?.remove() }
    }
  }
}
