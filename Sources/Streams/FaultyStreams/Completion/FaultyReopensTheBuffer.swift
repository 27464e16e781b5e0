import FakeListener

/// Breaks `completion.late-callback-ignored`: a value that comes after the end is buffered all the
/// same, and handed out.
enum FaultyReopensTheBuffer: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "reopens-the-buffer", Self.self,
    breaks: "completion.late-callback-ignored", in: "value-after-the-end")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if case .value(let element) = event { return state.accept(element) }
    return state.receive(event)
  }
}
