import FakeListener
import SluiceConformance
import Synchronization

/// Breaks `teardown.break-removes`: it lists the streams that it feeds until they terminate, and
/// what is in the list does not terminate because a loop was left.
enum FaultyListsItsStreams {
  static let subject = FaultySubject.over(
    "lists-its-streams", breaks: "teardown.break-removes", in: "break",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in
      StreamPerIteration {
        let (stream, continuation) = StreamPerIteration.Stream.makeStream()
        let outlet = Outlet(continuation: continuation)
        let list = List()
        list.streams.withLock { streams in streams = [stream] }
        continuation.onTermination = { [latch = outlet.latch] _ in
          latch.release()
          list.streams.withLock { streams in streams = [] }
        }
        do {
          outlet.keep(
            try source.subscribe(options: options) { event in outlet.pass(event) })
        } catch {
          outlet.fail(error)
        }
        return stream
      }
    })

  private final class List: Sendable {
    let streams = Mutex<[StreamPerIteration.Stream]>([])
  }
}
