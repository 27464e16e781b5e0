import FakeListener
import SluiceConformance

/// Breaks `completion.nil-sticky`: its iterator wraps another one, notes that this has come to its
/// end, and takes whoever asks again for somebody who was cancelled.
enum FaultyThrowsWhenItIsSpent {
  static let subject = FaultySubject.over(
    "throws-when-it-is-spent", breaks: "completion.nil-sticky", in: "end-while-waiting",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in
      Spent(
        base: StreamPerIteration { StreamPerIteration.listening(to: source, options) })
    })

  private struct Spent: AsyncSequence, Sendable {
    let base: StreamPerIteration

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
      var base: StreamPerIteration.Stream.AsyncIterator
      var isSpent = false

      mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
        if isSpent { throw CancellationError() }
        let element = try await base.next(isolation: actor)
        isSpent = element == nil
        return element
      }
    }
  }
}
