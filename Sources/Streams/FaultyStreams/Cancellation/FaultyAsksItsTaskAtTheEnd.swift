import FakeListener

/// Breaks `cancellation.outcome-declared`: it declares to end where it is cancelled, and at the end
/// asks its task, which throws a `CancellationError`.
enum FaultyAsksItsTaskAtTheEnd {
  static let subject = FaultySubject.over(
    "asks-its-task-at-the-end", breaks: "cancellation.outcome-declared", in: "cancel-while-waiting"
  ) { source, options in
    CheckingSequence(base: HandwrittenSequence<RightSteps>(source: source, options: options))
  }

  private struct CheckingSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement

    let base: HandwrittenSequence<RightSteps>

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
      let base: HandwrittenIterator<RightSteps>
      var isOver = false

      mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
        if let element = try await base.next(isolation: actor) { return element }
        guard !isOver else { return nil }
        isOver = true
        try Task.checkCancellation()
        return nil
      }
    }
  }
}
