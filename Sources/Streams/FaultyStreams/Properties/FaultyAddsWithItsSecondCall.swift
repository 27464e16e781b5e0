import FakeListener
import SluiceConformance

/// Breaks `delivery.present-current`: its first `next()` answers with the property's value, and the
/// second adds the listener.
///
/// A change while the consumer handles the first value is told to no listener.
enum FaultyAddsWithItsSecondCall {
  static let subject = DeclaringSubject(
    "adds-with-its-second-call", "delivery.present-current", PropertyControls.whileItIsRead,
    Traits().with { traits in traits.initialValue = .read }
  ) { source, options in
    PropertySequence(source: source, options: options)
  }

  private enum Right: HandwrittenSteps {}

  private struct PropertySequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement

    let source: FakeListener<SentinelElement>
    let options: ListenerOptions

    func makeAsyncIterator() -> Iterator {
      let base = HandwrittenSequence<Right>(source: source, options: options)
      return Iterator(base: base.makeAsyncIterator(), source: source)
    }
  }

  private struct Iterator: AsyncIteratorProtocol {
    let base: HandwrittenIterator<Right>
    /// The source until the first call.
    var source: FakeListener<SentinelElement>?

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> SentinelElement? {
      if let present = source.take()?.presentValue { return present }
      return try await base.next(isolation: actor)
    }
  }
}
