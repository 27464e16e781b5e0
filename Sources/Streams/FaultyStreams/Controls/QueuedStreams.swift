import Dispatch
import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams that subscribe where they were not called: on a queue, as around an API that wants all
/// of its calls on one, and in a task of their own, as around one that is an actor.
enum QueuedStreams {
  private static let traits = Traits.asyncStreamPerIterator.with { traits in
    traits.removal = .settled
  }

  /// Adds and removes on a serial queue.
  static let onAQueue = Subject.overListener("right-adds-on-a-queue", traits: traits) {
    source, options in
    UnfailingSequence {
      let queue = DispatchQueue(label: "registrations")
      return listen(to: source, options, Place(perform: { work in queue.async(execute: work) }))
    }
  }

  /// Adds and removes in a detached task.
  static let detached = Subject.overListener("right-adds-in-a-detached-task", traits: traits) {
    source, options in
    UnfailingSequence {
      let (works, line) = AsyncStream<@Sendable () -> Void>.makeStream()
      Task.detached { for await work in works { work() } }
      return listen(
        to: source, options,
        Place(perform: { work in line.yield(work) }, close: { line.finish() }))
    }
  }

  /// Where a stream calls its source, one call after the other.
  private struct Place: Sendable {
    var perform: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Called when nothing more is to be performed.
    var close: @Sendable () -> Void = {}
  }

  private static func listen(
    to source: FakeListener<SentinelElement>, _ options: ListenerOptions, _ place: Place
  ) -> AsyncStream<SentinelElement> {
    AsyncStream { continuation in
      let latch = HandleLatch()
      continuation.onTermination = { _ in
        latch.isOver = true
        place.perform { latch.takeHandle()?.remove() }
        place.close()
      }
      place.perform {
        guard !latch.isOver else { return }
        latch.listen(to: source, options, for: continuation)
      }
    }
  }
}
