import FakeWebSocket
import ShippedProducts

/// Breaks `socket.receives-while-open`: a receive that failed is tried again, as a request would
/// be, and only the third failure is the stream's.
enum FaultyRetriesAFailedReceive {
  static let subject = FaultySocketSubject(
    "retries-a-failed-receive", breaks: "socket.receives-while-open",
    in: "websocket/integration/closing/the peer closes the socket while the stream waits"
  ) { socket, continuation in
    let task = socket.task
    socket.closes {
      task.close()
      continuation.finish()
    }
    continuation.onTermination = { _ in task.close() }
    task.resume()
    receive(from: task, triesLeft: 2, continuation)
  }

  private static func receive(
    from task: FakeWebSocketTask, triesLeft: Int, _ continuation: MessageStream.Continuation
  ) {
    task.receive { [weak task] result in
      switch result {
      case .success(let message):
        continuation.yield(message)
        if let task, task.closeCode == .invalid {
          receive(from: task, triesLeft: 2, continuation)
        }
      case .failure(let error):
        guard let task, triesLeft > 0 else { return continuation.finish(throwing: error) }
        receive(from: task, triesLeft: triesLeft - 1, continuation)
      }
    }
  }
}
