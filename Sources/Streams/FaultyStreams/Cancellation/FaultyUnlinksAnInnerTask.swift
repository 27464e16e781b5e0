import FakeListener

/// Breaks `cancellation.propagates`: each `next()` waits in an unstructured task, which no
/// cancellation reaches.
enum FaultyUnlinksAnInnerTask {
  static let subject = FaultySubject.over(
    "unlinks-an-inner-task", breaks: "cancellation.propagates", in: "cancel-of-a-group"
  ) { source, options in
    UnlinkedSequence(base: HandwrittenSequence<Right>(source: source, options: options))
  }

  private enum Right: HandwrittenSteps {}

  private struct UnlinkedSequence: AsyncSequence, Sendable {
    let base: HandwrittenSequence<Right>

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
      let base: HandwrittenIterator<Right>

      func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
        let iteration = base.iteration
        let answer = await Task { await iteration.subscription.next(isolation: nil) }.value
        return try answer.get()
      }
    }
  }
}
