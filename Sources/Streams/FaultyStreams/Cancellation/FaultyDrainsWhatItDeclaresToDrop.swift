/// Breaks `cancellation.buffer-declared`: it declares to drop its buffer on a cancel, and hands it
/// out.
enum FaultyDrainsWhatItDeclaresToDrop: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "drains-what-it-declares-to-drop", Self.self,
    breaks: "cancellation.buffer-declared", in: "cancel-with-values-buffered")

  static func cancel(_ state: inout State) -> Effects {
    state.terminal == nil ? state.end(with: .end) : Effects()
  }
}
