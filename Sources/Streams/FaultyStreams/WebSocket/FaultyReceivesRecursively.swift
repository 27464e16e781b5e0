import FakeWebSocket
import ShippedProducts

/// Breaks `socket.receives-while-open`: each receive is followed by the next, whether it failed or
/// not, as in the article's first version.
///
/// Nothing ends the recursion, so a closed socket keeps it going for ever; on an older system the
/// app's close leaves it, and whoever iterates, stuck in the last receive.
enum FaultyReceivesRecursively {
  static let subject = FaultySocketSubject(
    "receives-recursively", breaks: "socket.receives-while-open",
    in: "websocket/integration/closing/the peer closes the socket while the stream waits"
  ) { socket, continuation in
    let task = socket.task
    continuation.onTermination = { _ in task.close() }
    task.resume()
    receiveNext(of: task, continuation)
  }

  private static func receiveNext(
    of task: FakeWebSocketTask, _ continuation: MessageStream.Continuation
  ) {
    Task {
      // The article has no condition at all; this one is never met, for nobody cancels the task.
      guard !Task.isCancelled else { return }
      // The article prints the error and goes on; here there is nobody to read it.
      if let message = try? await task.receive() { continuation.yield(message) }
      receiveNext(of: task, continuation)
    }
  }
}
