import SluiceTesting

/// Two chat rooms, read as one.
enum MergedRooms {
  /// The messages of one room until it is closed.
  private static func messages(of room: FakeListener<String>, leaks: Bool) -> AsyncStream<String> {
    AsyncStream { continuation in
      let subscription = Subscription()
      continuation.onTermination = { reason in
        if leaks, case .cancelled = reason { return }
        subscription.end()
      }
      let handle = room.addListener(
        .value(
          { message in if !subscription.isOver { continuation.yield(message) } },
          onFinish: { if subscription.end() { continuation.finish() } }))
      subscription.begin { handle.remove() }
    }
  }

  /// The messages of both rooms until both are closed.
  static func merged(_ source: FakeListener<String>, leaks: Bool) -> AsyncStream<String> {
    let rooms = [messages(of: source, leaks: false), messages(of: source, leaks: leaks)]
    return AsyncStream { continuation in
      let reading = Task {
        await withTaskGroup(of: Void.self) { group in
          for room in rooms {
            group.addTask { for await message in room { continuation.yield(message) } }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in reading.cancel() }
    }
  }

  static let stranger = Stranger(
    "merge", over: .listener(String.self).lacking(.fail, .sendNothing),
    traits: .asyncStream.with { traits in
      traits.listeners = 2
      traits.joining = .allEnd
      traits.removal = .settled
    }, twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in merged(source, leaks: leaks) }
}
