import FakeListener
import SluiceConformance

/// Breaks `cancellation.idempotent`: each call of `next()` has a cancellation handler of its own
/// that removes, so that each one in a cancelled task removes again.
enum FaultyRemovesInEachCall {
  static let subject = FaultySubject.over(
    "removes-in-each-call", breaks: "cancellation.idempotent", in: "cancel-twice",
    traits: { traits in
      traits = .asyncThrowingStreamPerIterator
      traits.registration = .firstNext
    },
    open: { source, options in HandlerSequence(source: source, options: options) })

  private struct HandlerSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement

    let source: FakeListener<SentinelElement>
    let options: ListenerOptions

    func makeAsyncIterator() -> Iterator { Iterator(source: source, options: options) }
  }

  private struct Iterator: AsyncIteratorProtocol {
    let source: FakeListener<SentinelElement>
    let options: ListenerOptions
    let added = HandleLatch()
    let over = HandleLatch()
    var stream: StreamPerIteration.Stream.Iterator?

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      var stream = stream ?? open()
      defer { self.stream = stream }
      return try await withTaskCancellationHandler(
        operation: { try await stream.next(isolation: actor) },
        onCancel: { [added, over] in
          over.isOver = true
          added.handle?.remove()
        },
        isolation: actor)
    }

    private func open() -> StreamPerIteration.Stream.Iterator {
      StreamPerIteration.Stream.wired(source, options) { source, options, outlet in
        added.handle = try source.subscribe(options: options) { [over] event in
          if !over.isOver { outlet.pass(event) }
        }
        if let handle = added.handle { outlet.keep(handle) }
      }.makeAsyncIterator()
    }
  }
}
