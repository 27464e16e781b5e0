import FakeListener

/// Breaks `errors.propagate-unchanged` although it says what its errors stand for: it has one error
/// for all of the source's, and what was wrong is lost.
enum FaultyLosesTheCode: HandwrittenSteps {
  static let subject = FaultySubject.over(
    "loses-the-code", breaks: "errors.propagate-unchanged", in: "error-while-waiting",
    error: { thrown in thrown is Lost ? ScriptedError("unknown") : thrown },
    open: { source, options in HandwrittenSequence<Self>(source: source, options: options) })

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if case .failure = event { return state.receive(.failure(Lost())) }
    return state.receive(event)
  }

  private struct Lost: Error {}
}
