import FakeWebSocket
import ShippedProducts

/// Breaks `socket.app-close-ends`: the app's close is noted, and the stream ends where the next
/// message or error finds the note.
///
/// On a newer system the receive that waits fails, and finds it; on an older one nothing comes.
enum FaultyNotesTheAppsClose {
  static let subject = FaultySocketSubject(
    "notes-the-apps-close", breaks: "socket.app-close-ends",
    in: "websocket/cancellation/platforms/the app closes the socket while the stream waits/older"
  ) { socket, continuation in
    let task = socket.task
    let note = HandleLatch()
    socket.closes {
      note.isOver = true
      task.close()
    }
    continuation.onTermination = { _ in task.close() }
    task.resume()
    receive(from: task, note, continuation)
  }

  private static func receive(
    from task: FakeWebSocketTask, _ note: HandleLatch, _ continuation: MessageStream.Continuation
  ) {
    task.receive { [weak task] result in
      do {
        let message = try result.get()
        guard !note.isOver else { return continuation.finish() }
        continuation.yield(message)
        if let task, task.closeCode == .invalid { receive(from: task, note, continuation) }
      } catch {
        continuation.finish(throwing: note.isOver ? nil : error)
      }
    }
  }
}
