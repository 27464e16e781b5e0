import FakeWebSocket
import ShippedProducts

/// Breaks `memory.tasks-ended`: a `while` loop in a task of its own awaits one message after
/// another, as in the article's second version.
///
/// On a newer system closing the socket ends the loop. An older one never answers the receive that
/// waits, and the task waits with it for ever, although the stream has ended.
enum FaultyLoopsInATask {
  static let subject = FaultySocketSubject(
    "loops-in-a-task", breaks: "memory.tasks-ended",
    in: "websocket/cancellation/platforms/a waiting consumer is cancelled/older"
  ) { socket, continuation in
    let task = socket.task
    socket.closes {
      task.close()
      continuation.finish()
    }
    continuation.onTermination = { _ in task.close() }
    task.resume()
    Task {
      var isAlive = true
      while isAlive, task.closeCode == .invalid {
        do {
          continuation.yield(try await task.receive())
        } catch {
          continuation.finish(throwing: error)
          isAlive = false
        }
      }
      continuation.finish()
    }
  }
}
