import FakeListener
import SluiceConformance

/// Breaks `cancellation.suspended-returns`: a cancel removes the listener, and the consumer awaits
/// a task of which nobody has told that there will be nothing.
enum FaultyRemovesAndWaitsOn {
  static let subject = FaultySubject.over(
    "removes-and-waits-on", breaks: "cancellation.suspended-returns", in: "cancel-while-waiting",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in WaitingSequence(source: source, options: options) })

  private struct WaitingSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement

    let source: FakeListener<SentinelElement>
    let options: ListenerOptions

    func makeAsyncIterator() -> Iterator {
      let (stream, continuation) = StreamPerIteration.Stream.makeStream()
      let outlet = Outlet(continuation: continuation)
      continuation.onTermination = { [latch = outlet.latch] _ in latch.release() }
      do {
        outlet.keep(
          try source.subscribe(options: options) { event in outlet.pass(event) })
      } catch {
        outlet.fail(error)
      }
      return Iterator(stream: stream, latch: outlet.latch)
    }

    struct Iterator: AsyncIteratorProtocol {
      let stream: StreamPerIteration.Stream
      let latch: HandleLatch

      func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
        try await withTaskCancellationHandler(
          operation: {
            try await Task { [stream] in
              var iterator = stream.makeAsyncIterator()
              return try await iterator.next()
            }.value
          },
          onCancel: { latch.release() },
          isolation: actor)
      }
    }
  }
}
