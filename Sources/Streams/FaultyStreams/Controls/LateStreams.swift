import Dispatch
import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams that add in a task of their own, which has been suspended before it adds.
///
/// They are right: each declares to settle, and an end that comes before the add keeps it from
/// happening.
enum LateStreams {
  /// Yields first, in the task of a stream that is wired where it is read.
  static let afterAYield = Subject.overListener(
    "right-adds-after-a-yield", traits: Traits.asyncStream.with(settling)
  ) { source, options in
    AsyncStream<SentinelElement> { continuation in
      let latch = HandleLatch()
      let release: @Sendable () -> Void = {
        latch.isOver = true
        latch.takeHandle()?.remove()
      }
      continuation.onTermination = { _ in release() }
      Task {
        await Task.yield()
        if latch.isOver { return }
        do {
          latch.handle = try source.subscribe(options: options) { event in
            if latch.isOver { return }
            switch event {
            case .value(let element): continuation.yield(element)
            case .failure, .both, .finish:
              release()
              continuation.finish()
            case .nothing: break
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

  /// Waits for a queue first, in the task of a stream that each iterator has for itself.
  static let afterAQueue = Subject.overListener(
    "right-adds-after-a-queue", traits: Traits.asyncThrowingStreamPerIterator.with(settling)
  ) { source, options in
    StreamPerIteration {
      stream(source, options) { add in
        Task {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume() }
          }
          add()
        }
      }
    }
  }

  private static func settling(_ traits: inout Traits) { traits.removal = .settled }

  /// A stream that adds elsewhere, and removes in the call that cancels or ends it.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - options: The listener's options.
  ///   - perform: Has the add made, once.
  /// - Returns: The stream; nothing is added once it is over.
  static func stream(
    _ source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    adding perform: (@escaping @Sendable () -> Void) -> Void
  ) -> StreamPerIteration.Stream {
    let (stream, continuation) = StreamPerIteration.Stream.makeStream()
    let latch = HandleLatch()
    let release: @Sendable () -> Void = {
      latch.isOver = true
      latch.takeHandle()?.remove()
    }
    continuation.onTermination = { _ in release() }
    perform {
      if latch.isOver { return }
      do {
        latch.handle = try source.subscribe(options: options) { event in
          if latch.isOver { return }
          switch event {
          case .failure, .both, .finish: release()
          case .value, .nothing: break
          }
          continuation.hear(event)
        }
      } catch {
        continuation.finish(throwing: error)
      }
      // What ended it inside add found no handle.
      if latch.isOver { latch.takeHandle()?.remove() }
    }
    return stream
  }
}
