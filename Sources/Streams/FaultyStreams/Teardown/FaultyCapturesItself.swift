import FakeListener
import SluiceConformance

/// Breaks `teardown.iterator-drop-removes`: an object has both the stream and its continuation, and
/// its listener captures it, so that the source keeps the stream alive that nobody reads.
enum FaultyCapturesItself {
  static let subject = FaultySubject.over(
    "captures-itself", breaks: "teardown.iterator-drop-removes", in: "dropped-iterator",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in
      StreamPerIteration {
        let listening = Listening()
        listening.start(with: source, options)
        return listening.stream
      }
    })

  private final class Listening: Sendable {
    let stream: StreamPerIteration.Stream
    private let outlet: Outlet

    init() {
      let (stream, continuation) = StreamPerIteration.Stream.makeStream()
      self.stream = stream
      outlet = Outlet(continuation: continuation)
      continuation.onTermination = { [latch = outlet.latch] _ in latch.release() }
    }

    func start(with source: FakeListener<SentinelElement>, _ options: ListenerOptions) {
      do {
        outlet.keep(try source.subscribe(options: options) { event in self.hear(event) })
      } catch {
        outlet.fail(error)
      }
    }

    private func hear(_ event: ListenerEvent<SentinelElement>) {
      outlet.pass(event)
    }
  }
}
