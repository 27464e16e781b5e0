import FakeWebSocket
import ShippedProducts

/// Breaks `socket.one-receive`: each message sets two handlers where one was taken.
enum FaultyReceivesTwice {
  static let subject = FaultySocketSubject(
    "receives-twice", breaks: "socket.one-receive",
    in: "websocket/unit/messages/messages come in their order, each once"
  ) { socket, continuation in
    let task = socket.task
    socket.closes {
      task.close()
      continuation.finish()
    }
    continuation.onTermination = { _ in task.close() }
    task.resume()
    receiveTwice(of: task, continuation)
  }

  private static func receiveTwice(
    of task: FakeWebSocketTask, _ continuation: MessageStream.Continuation
  ) {
    task.receive { [weak task] result in
      switch result {
      case .success(let message):
        continuation.yield(message)
        guard let task, task.closeCode == .invalid else { return }
        receiveTwice(of: task, continuation)
        receiveTwice(of: task, continuation)
      case .failure(let error):
        continuation.finish(throwing: error)
      }
    }
  }
}
