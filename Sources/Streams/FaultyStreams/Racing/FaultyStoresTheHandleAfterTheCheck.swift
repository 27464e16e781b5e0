import FakeListener
import SluiceConformance
import SluiceProducts

/// Breaks `registration.precancelled-balanced`: after add it looks whether all is over, and only
/// then stores the handle, in a task; what ends the iteration in between finds no handle to remove.
///
/// First-in-first-out the task comes before anything that the consumer can do.
enum FaultyStoresTheHandleAfterTheCheck {
  static let subject = RacingSubject(
    subject: .overListener(
      "faulty-stores-the-handle-after-the-check",
      traits: Traits().with { traits in
        traits.registration = .access
        traits.bufferOnCancel = .drains
        traits.repeatsError = true
        traits.iterators = .single
        traits.releasesWhileHeld = false
      }
    ) { source, options in
      StreamPerIteration.Stream { continuation in listen(to: source, options, continuation) }
    },
    rule: "registration.precancelled-balanced",
    caseID:
      "listener/cancellation/early/a task that is cancelled already has its stream end at once")

  private static func listen(
    to source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    _ continuation: StreamPerIteration.Stream.Continuation
  ) {
    let latch = HandleLatch()
    continuation.onTermination = { _ in
      latch.isOver = true
      latch.handle?.remove()
      latch.handle = nil
    }
    do {
      let handle = try source.addListener(
        options: options, throwing: (any Error).self,
        { element, error in continuation.pass(element, error) },
        onFinish: { continuation.finish() })
      guard !latch.isOver else {
        handle.remove()
        return
      }
      Task { latch.handle = handle }
    } catch {
      continuation.finish(throwing: error)
    }
  }
}
