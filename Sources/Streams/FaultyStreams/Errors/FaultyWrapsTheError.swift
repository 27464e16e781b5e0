import FakeListener

/// Breaks `errors.propagate-unchanged`: it puts an error of its own around the source's.
enum FaultyWrapsTheError: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "wraps-the-error", Self.self,
    breaks: "errors.propagate-unchanged", in: "error-while-waiting")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if case .failure(let error) = event { return state.receive(.failure(Wrapped(error: error))) }
    return state.receive(event)
  }

  private struct Wrapped: Error {
    let error: any Error
  }
}
