import FakeWebSocket
import ShippedProducts

/// Breaks `socket.app-close-ends`: the app can close the socket only behind the stream's back, as
/// in the article's third version, and an older system tells nobody.
///
/// On a newer one the receive that waits fails, and the stream with it.
enum FaultyMissesTheAppsClose {
  static let subject = FaultySocketSubject(
    "misses-the-apps-close", breaks: "socket.app-close-ends",
    in: "websocket/cancellation/platforms/the app closes the socket while the stream waits/older"
  ) { socket, continuation in
    let task = socket.task
    continuation.onTermination = { _ in task.close() }
    task.resume()
    task.receiveAll(into: continuation)
  }
}
