/// An iterator of a subscription's own, or the one that all share.
struct OwnOrShared<Base>
where Base: AsyncSequence & Sendable, Base.Element: Sendable {
  private var own: Base.AsyncIterator?
  private let shared: SharedIterator<Base>?

  init(_ base: Base, sharing shared: SharedIterator<Base>?) {
    own = shared == nil ? base.makeAsyncIterator() : nil
    self.shared = shared
  }

  mutating func next() async throws(Base.Failure) -> Base.Element? {
    if let shared { return try await shared.next() }
    return try await own?.next(isolation: nil)
  }
}

/// One iterator for all who ask, one after the other.
actor SharedIterator<Base>
where Base: AsyncSequence & Sendable, Base.Element: Sendable {
  private let base: Base
  private var iterator: Base.AsyncIterator?
  private var isBusy = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(_ base: Base) {
    self.base = base
  }

  func next() async throws(Base.Failure) -> Base.Element? {
    while isBusy { await withCheckedContinuation { waiter in waiters.append(waiter) } }
    isBusy = true
    defer {
      isBusy = false
      for waiter in waiters { waiter.resume() }
      waiters = []
    }
    var mine = iterator ?? base.makeAsyncIterator()
    defer { iterator = mine }
    return try await mine.next(isolation: self)
  }
}
