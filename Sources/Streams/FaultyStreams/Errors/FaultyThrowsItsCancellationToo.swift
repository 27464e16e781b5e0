import FakeListener
import SluiceConformance

/// Breaks `errors.single-winner`: it looks whether its task is cancelled past the source's error,
/// too, and throws `CancellationError` after it.
enum FaultyThrowsItsCancellationToo: HandwrittenSteps {
  static let subject = FaultySubject.over(
    "throws-its-cancellation-too", breaks: "errors.single-winner", in: "cancelled-as-it-fails",
    traits: { traits in traits.cancelOutcome = .throwsCancellation },
    open: { source, options in
      LookingSequence(base: HandwrittenSequence<Self>(source: source, options: options))
    })

  static func cancel(_ state: inout State) -> Effects {
    state.buffer = []
    guard state.terminal == nil else { return Effects() }
    return state.end(with: .failure(CancellationError()))
  }

  private struct LookingSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement

    let base: HandwrittenSequence<FaultyThrowsItsCancellationToo>

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }
  }

  private struct Iterator: AsyncIteratorProtocol {
    let base: HandwrittenIterator<FaultyThrowsItsCancellationToo>
    var hasFailed = false

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      if hasFailed {
        hasFailed = false
        try Task.checkCancellation()
      }
      do {
        return try await base.next(isolation: actor)
      } catch {
        hasFailed = !(error is CancellationError)
        throw error
      }
    }
  }
}
