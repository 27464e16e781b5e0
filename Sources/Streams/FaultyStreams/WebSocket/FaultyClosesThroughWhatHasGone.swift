import FakeWebSocket
import ShippedProducts

/// Breaks `socket.teardown-closes`: the end of the consumer is to close the socket through an
/// object, to which everybody refers weakly.
enum FaultyClosesThroughWhatHasGone {
  static let subject = FaultySocketSubject(
    "closes-through-what-has-gone", breaks: "socket.teardown-closes",
    in: "websocket/cancellation/cancelling/a waiting consumer is cancelled"
  ) { socket, continuation in
    let task = socket.task
    let closer = Closer(task)
    socket.closes {
      task.close()
      continuation.finish()
    }
    continuation.onTermination = { [weak closer] _ in closer?.close() }
    task.resume()
    task.receiveAll(into: continuation)
  }

  private final class Closer: Sendable {
    private let task: FakeWebSocketTask

    init(_ task: FakeWebSocketTask) {
      self.task = task
    }

    func close() { task.close() }
  }
}
