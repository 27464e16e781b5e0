import FakeListener

/// Breaks `registration.sync-callback-kept`: it takes callbacks for stale until add has returned.
enum FaultyIsReadyAfterAdd: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "is-ready-after-add", Self.self,
    breaks: "registration.sync-callback-kept", in: "value-inside-add")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    state.handle == nil ? Effects() : state.receive(event)
  }
}
