import Synchronization

/// A stream whose consumer waits for ever if it asks once more after the end.
///
/// Other folders of tests have this file by a link.
struct PastTheEnd<Base: AsyncSequence & SendableMetatype>: AsyncSequence
where Base.AsyncIterator: SendableMetatype {
  let base: Base

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    private var isOver = false

    init(base: Base.AsyncIterator) { self.base = base }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Element? {
      if isOver { await ForgottenWaiters.wait(actor) }
      let value = try await base.next(isolation: actor)
      isOver = value == nil
      return value
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: base.makeAsyncIterator()) }
}

/// Waiters that are never resumed; kept, so that the runtime has no leak to complain of.
private enum ForgottenWaiters {
  private static let all = Mutex([CheckedContinuation<Void, Never>]())

  static func wait(_ actor: isolated (any Actor)?) async {
    await withCheckedContinuation(isolation: actor) { waiter in
      all.withLock { all in all.append(waiter) }
    }
  }
}
