import FakeWebSocket
import ShippedProducts
import Synchronization

/// Breaks `isolation.no-cross-talk`: what is received goes to the continuation that a static
/// property holds, which is the last stream's.
enum FaultySharesItsContinuation {
  static let subject = FaultySocketSubject(
    "shares-its-continuation", breaks: "isolation.no-cross-talk",
    in: "websocket/integration/sockets/messages of two sockets go to their own streams"
  ) { socket, continuation in
    let task = socket.task
    current.withLock { current in current = continuation }
    socket.closes {
      task.close()
      continuation.finish()
    }
    continuation.onTermination = { _ in task.close() }
    task.resume()
    receive(from: task, continuation)
  }

  private static let current = Mutex<MessageStream.Continuation?>(nil)

  private static func receive(
    from task: FakeWebSocketTask, _ continuation: MessageStream.Continuation
  ) {
    task.receive { [weak task] result in
      switch result {
      case .success(let message):
        current.withLock { current in current }?.yield(message)
        if let task, task.closeCode == .invalid { receive(from: task, continuation) }
      case .failure(let error):
        continuation.finish(throwing: error)
      }
    }
  }
}
