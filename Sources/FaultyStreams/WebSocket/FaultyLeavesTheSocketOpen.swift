import FakeWebSocket

/// Breaks `socket.teardown-closes`: the socket is closed when the app says so, and not when the
/// consumer is gone.
enum FaultyLeavesTheSocketOpen {
  static let subject = FaultySocketSubject(
    "leaves-the-socket-open", breaks: "socket.teardown-closes",
    in: "websocket/cancellation/cancelling/a waiting consumer is cancelled"
  ) { task, fixture, continuation in
    fixture.closes(task) {
      task.close()
      continuation.finish()
    }
    task.resume()
    task.receiveAll(into: continuation)
  }
}
