public import FakeWebSocket
package import Foundation
import Synchronization

/// The sockets that an app has made, and its way to close all of them.
package final class AppSockets: Sendable {
  private let makeTask: @Sendable (URL) -> FakeWebSocketTask
  private let made = Mutex<[AppSocket]>([])

  /// No sockets yet.
  ///
  /// - Parameter makeTask: Makes a socket that is not open yet.
  package init(makeTask: @escaping @Sendable (URL) -> FakeWebSocketTask) {
    self.makeTask = makeTask
  }

  /// The sockets that were made, in order.
  package var tasks: [FakeWebSocketTask] {
    made.withLock { made in made.map { socket in socket.task } }
  }

  /// Makes a socket that is not open yet.
  ///
  /// - Parameter url: Where it connects to.
  /// - Returns: The socket, which the app keeps.
  package func makeSocket(to url: URL) -> AppSocket {
    let socket = AppSocket(makeTask(url))
    made.withLock { made in made.append(socket) }
    return socket
  }

  /// Closes every socket from the app's side, in the way that each stream has for it.
  package func close() {
    for socket in made.withLock({ made in made }) { socket.close() }
  }
}

/// A new web socket, which a stream of messages is read from, and the app's way to close it.
///
/// The app closes it directly unless its stream says otherwise.
public final class AppSocket: Sendable {
  private struct Way {
    /// What the app does to close the socket.
    var close: @Sendable () -> Void
    /// Whether the app still has what it needs for that.
    var canClose: @Sendable () -> Bool = { true }
  }

  /// The socket, which is not open yet.
  public let task: FakeWebSocketTask
  private let way: Mutex<Way>

  init(_ task: FakeWebSocketTask) {
    self.task = task
    way = Mutex(Way(close: { task.cancel(with: .goingAway, reason: nil) }))
  }

  /// Says how the app closes the socket.
  public func closes(by close: @escaping @Sendable () -> Void) {
    change(Way(close: close))
  }

  /// Says that the app closes the socket through its stream, as long as somebody keeps the stream.
  public func closes<Stream: AnyObject & Sendable>(
    through stream: Stream, by close: @escaping @Sendable (Stream) -> Void
  ) {
    change(
      Way(
        close: { [weak stream] in if let stream { close(stream) } },
        canClose: { [weak stream] in stream != nil }))
  }

  private func change(_ way: Way) {
    // What the former way holds goes outside of the lock.
    let former = self.way.withLock { current in
      defer { current = way }
      return current
    }
    withExtendedLifetime(former) {}
  }

  fileprivate func close() {
    let way = way.withLock { way in way }
    guard way.canClose() else { return }
    task.recordAppClose()
    way.close()
  }
}
