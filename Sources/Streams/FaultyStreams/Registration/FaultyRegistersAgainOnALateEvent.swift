import FakeListener

/// Breaks `registration.none-after-teardown`: it takes a callback that nobody wants for a lost
/// connection, and adds anew.
enum FaultyRegistersAgainOnALateEvent {
  static let subject = FaultySubject.streaming(
    "registers-again-on-a-late-event", breaks: "registration.none-after-teardown",
    in: "value-in-flight-at-the-break"
  ) { source, options, continuation in
    let handle = source.addValueListener(options: options) { element in
      guard case .terminated = continuation.yield(element) else { return }
      let replacement = source.addValueListener(options: options) { element in
        continuation.yield(element)
      }
      continuation.onTermination = { _ in replacement.remove() }
    }
    continuation.onTermination = { _ in handle.remove() }
  }
}
