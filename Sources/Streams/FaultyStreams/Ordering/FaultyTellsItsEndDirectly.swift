import FakeListener
import SluiceConformance

/// Breaks `ordering.terminal-last`: a task forwards the values, and the end is told where it is
/// heard, ahead of values that the task has not come to.
enum FaultyTellsItsEndDirectly {
  static let subject = FaultySubject.streaming(
    "tells-its-end-directly", breaks: "ordering.terminal-last", in: "end-with-values-buffered",
    removal: .settled
  ) { source, options, outer in
    let latch = HandleLatch()
    let (events, inbox) = AsyncStream<ListenerEvent<SentinelElement>>.makeStream()
    let forwarding = Forwarding(source: source, options: options, outer: outer)
    let task = Task {
      do {
        for await event in events { _ = try forwarding.hand(on: event) }
      } catch {
        outer.finish(throwing: error)
      }
    }
    outer.onTermination = { _ in
      latch.release()
      task.cancel()
    }
    do {
      latch.handle = try source.subscribe(options: options) { event in
        if case .finish = event { outer.finish() } else { inbox.yield(event) }
      }
    } catch {
      outer.finish(throwing: error)
    }
    if latch.isOver { latch.takeHandle()?.remove() }
  }
}
