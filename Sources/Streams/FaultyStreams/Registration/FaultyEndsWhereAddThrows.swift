import FakeListener

/// Breaks `registration.add-failure-surfaces`: a task adds with `try?`, and its stream ends where
/// that gave nothing, as if there were nothing to see.
enum FaultyEndsWhereAddThrows {
  static let subject = FaultySubject.forwarding(
    "ends-where-add-throws", breaks: "registration.add-failure-surfaces", in: "throwing-add"
  ) { forwarding in
    let (events, inbox) = AsyncStream<Forwarding.Event>.makeStream()
    let handle = try? forwarding.source.subscribe(options: forwarding.options) { event in
      inbox.yield(event)
    }
    if handle == nil { inbox.finish() }
    defer { handle?.remove() }
    for await event in events {
      guard try forwarding.hand(on: event) else { return }
    }
  }
}
