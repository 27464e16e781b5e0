public import Foundation
import SluiceSpies
import Synchronization

extension FakeWebSocketTask {
  /// Closes the socket from the app's side.
  ///
  /// Messages that no receive has taken are dropped. A receive that waits fails, in an event of its
  /// own, or stays stuck: see ``WebSocketPlatform``. On a socket that is closed already it changes
  /// nothing.
  ///
  /// - Parameters:
  ///   - closeCode: What the peer is told.
  ///   - reason: What it is told besides.
  public func cancel(with closeCode: CloseCode, reason: Data?) {
    let (registration, isClosedByPeer) = state.withLock { state in
      (state.registration, state.closing == .byPeer)
    }
    // What the peer has closed needs no close of the app's, so a late one is no second remove.
    if isClosedByPeer, registration?.isActive != true { return }
    guard let registration else { return close(closeCode, reason) }
    registration.remove { isFirst in
      if isFirst { close(closeCode, reason) }
    }
  }

  /// Records that the app is about to close the socket, by ``cancel(with:reason:)`` or by way of
  /// the stream that reads it.
  ///
  /// Without it a close is taken for the stream's own. It closes nothing, and says nothing of a
  /// socket that was never opened or whose close is recorded already.
  public func recordAppClose() {
    let registration = state.withLock { state in state.registration }
    if let registration, registration.isActive { registration.closedByApp() }
  }

  private func close(_ closeCode: CloseCode, _ reason: Data?) {
    let failing = state.withLock { state -> Int? in
      guard state.closing == nil else { return nil }
      state.closing = .byApp
      state.closeCode = closeCode
      state.closeReason = reason
      state.error = WebSocketError.cancelled
      state.inbox = []
      switch platform {
      case .newer: state.failure = WebSocketError.cancelled
      case .older:
        state.stuck += state.waiting
        state.waiting = []
      }
      return state.waiting.count
    }
    guard let failing else { return }
    peer?.closed(self, with: closeCode, reason: reason)
    for _ in 0..<failing { answerLater() }
  }

  /// The other side has closed the socket, or the connection is lost: receives get what has arrived
  /// before, and fail then.
  ///
  /// - Parameters:
  ///   - failure: What they fail with.
  ///   - closeCode: What the peer said; `.invalid` where it said nothing.
  ///   - reason: What it said besides.
  func end(
    _ failure: any Error, closeCode: CloseCode = .invalid, reason: Data? = nil
  ) {
    let waiting = state.withLock { state -> Int? in
      guard state.closing == nil else { return nil }
      state.closing = .byPeer
      state.closeCode = closeCode
      state.closeReason = reason
      state.error = failure
      state.failure = failure
      return state.waiting.count
    }
    for _ in 0..<(waiting ?? 0) { answerOne() }
  }
}
