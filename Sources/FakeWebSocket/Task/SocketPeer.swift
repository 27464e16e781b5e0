import Foundation

/// The other side of a socket, as the socket speaks to it.
protocol SocketPeer: AnyObject, Sendable {
  /// The socket was resumed.
  func connect(_ task: FakeWebSocketTask)
  /// The socket has sent a message.
  func sent(_ message: FakeWebSocketTask.Message, by task: FakeWebSocketTask)
  /// The socket has sent a ping; the answer is called when the pong is back, in an event.
  func pinged(by task: FakeWebSocketTask, _ answer: @escaping @Sendable () -> Void)
  /// The app has closed the socket.
  func closed(
    _ task: FakeWebSocketTask, with code: FakeWebSocketTask.CloseCode, reason: Data?)
}
