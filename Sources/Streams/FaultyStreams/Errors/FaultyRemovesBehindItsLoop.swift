import FakeListener

/// Breaks `errors.removes-listener`: the remove stands behind the loop that forwards, where an
/// error jumps over it.
enum FaultyRemovesBehindItsLoop {
  static let subject = FaultySubject.forwarding(
    "removes-behind-its-loop", breaks: "errors.removes-listener", in: "error-while-waiting"
  ) { forwarding in
    let (events, handle) = forwarding.listen()
    for await event in events {
      guard try forwarding.hand(on: event) else { break }
    }
    handle?.remove()
  }
}
