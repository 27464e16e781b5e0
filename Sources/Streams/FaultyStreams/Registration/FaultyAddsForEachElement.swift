import FakeListener

/// Breaks `registration.declared-adds`: it listens for one value at a time, and adds again for each
/// `next()`.
enum FaultyAddsForEachElement {
  static let subject = FaultySubject.over(
    "adds-for-each-element", breaks: "registration.declared-adds", in: "values-one-by-one"
  ) { source, options in
    OneByOne(source: source, options: options)
  }

  private struct OneByOne: AsyncSequence, Sendable {
    let source: FakeListener<SentinelElement>
    let options: ListenerOptions

    func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    struct Iterator: AsyncIteratorProtocol {
      let sequence: OneByOne
      var isOver = false

      mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
        guard !isOver else { return nil }
        let (source, options) = (sequence.source, sequence.options)
        var single = StreamPerIteration.Stream { continuation in
          let handle = source.addListener(
            options: options,
            { element, error in continuation.pass(element, error) },
            onFinish: { continuation.finish() })
          continuation.onTermination = { _ in handle.remove() }
        }.makeAsyncIterator()
        let element = try await single.next(isolation: actor)
        isOver = element == nil
        return element
      }
    }
  }
}
