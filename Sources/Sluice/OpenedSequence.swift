/// A sequence that its consumer's task has to await before it can iterate it, as in
/// `for await reading in await station.readings()`.
struct OpenedSequence<Base: AsyncSequence & SendableMetatype>: AsyncSequence {
  typealias Element = Base.Element
  typealias Failure = Base.Failure

  /// Awaits the sequence; nil where that failed, and the iteration is over.
  let open: () async -> Base?

  func makeAsyncIterator() -> Iterator { Iterator(open: open) }

  struct Iterator: AsyncIteratorProtocol {
    /// Gone with the first call of `next()`, and with it whatever it holds.
    private var open: (() async -> Base?)?
    private var base: Base.AsyncIterator?

    init(open: @escaping () async -> Base?) {
      self.open = open
    }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Element? {
      if let open = open.take() { base = await open()?.makeAsyncIterator() }
      return try await base?.next(isolation: actor)
    }
  }
}
