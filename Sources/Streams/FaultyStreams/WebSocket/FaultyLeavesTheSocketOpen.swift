import FakeWebSocket
import ShippedProducts

/// Breaks `socket.teardown-closes`: the socket is closed when the app says so, and not when the
/// consumer is gone.
enum FaultyLeavesTheSocketOpen {
  static let subject = FaultySocketSubject(
    "leaves-the-socket-open", breaks: "socket.teardown-closes",
    in: "websocket/cancellation/cancelling/a waiting consumer is cancelled"
  ) { socket, continuation in
    let task = socket.task
    socket.closes {
      task.close()
      continuation.finish()
    }
    task.resume()
    task.receiveAll(into: continuation)
  }
}
