import Foundation
import SluiceSimulation
import Synchronization

extension FakeWebSocketTask {
  /// What a socket is about, by the names and numbers of `URLSessionTask.State`.
  public enum State: Int, Sendable, Hashable, CaseIterable {
    /// It is open, or on its way to be.
    case running = 0
    /// Nothing has resumed it.
    case suspended = 1
    /// Never the state of this fake: a cancel is over when it returns.
    case canceling = 2
    /// It has ended.
    case completed = 3
  }

  /// What the socket is about.
  public var state: State {
    condition.withLock { condition in
      if condition.closing != nil { return .completed }
      return condition.registration == nil ? .suspended : .running
    }
  }

  /// The delegate of this socket alone, instead of the session's.
  ///
  /// The socket keeps it until it has told it of the end.
  public var delegate: (any FakeWebSocketDelegate)? {
    get { condition.withLock { condition in condition.delegate } }
    set {
      // The former delegate ends outside of the lock.
      let former = condition.withLock { condition in
        defer { condition.delegate = newValue }
        return condition.delegate
      }
      withExtendedLifetime(former) {}
    }
  }

  /// The connection stands.
  func connectionStands() {
    tell { [protocols] delegate, session, task in
      delegate.urlSession(session, webSocketTask: task, didOpenWithProtocol: protocols.first)
    }
  }

  /// The peer's close frame has come.
  func tellClose(_ closeCode: CloseCode, _ reason: Data?) {
    tell { delegate, session, task in
      delegate.urlSession(session, webSocketTask: task, didCloseWith: closeCode, reason: reason)
    }
  }

  /// The socket has ended.
  func tellCompletion() {
    let error = error
    tell { delegate, session, task in
      delegate.urlSession(session, task: task, didCompleteWithError: error)
      task.delegate = nil
      task.peer?.releaseDelegate()
    }
  }

  /// Calls the delegate, if there is one, in an event of its own.
  private func tell(
    _ call:
      @escaping @Sendable (
        any FakeWebSocketDelegate, any FakeWebSocketSession, FakeWebSocketTask
      ) -> Void
  ) {
    guard let session = peer, let delegate = delegate ?? session.delegate else { return }
    queue.async("websocket.delegate") { [self] in call(delegate, session, self) }
  }
}

extension FakeWebSocketTask: Hashable {
  /// Whether both are the same socket.
  public static func == (left: FakeWebSocketTask, right: FakeWebSocketTask) -> Bool {
    left === right
  }

  /// Hashes the identity of the socket.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
