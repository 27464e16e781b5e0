import FakeWebSocket
import ShippedProducts

/// Breaks `socket.one-receive`: it keeps two receives going, so that one waits while the other's
/// message is handed on.
enum FaultyReceivesAhead {
  static let subject = FaultySocketSubject(
    "receives-ahead", breaks: "socket.one-receive",
    in: "websocket/unit/messages/messages come in their order, each once"
  ) { socket, continuation in
    let task = socket.task
    socket.closes {
      task.close()
      continuation.finish()
    }
    continuation.onTermination = { _ in task.close() }
    task.resume()
    for _ in 1...2 { task.receiveAll(into: continuation) }
  }
}
