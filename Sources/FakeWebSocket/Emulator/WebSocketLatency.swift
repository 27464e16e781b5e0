/// How long the ways between a socket and its peer take, in virtual time.
public struct WebSocketLatency: Sendable, Hashable {
  /// From `resume()` to the open connection.
  public var connect: Duration
  /// From one side to the other, for messages, pings, pongs and closes.
  public var message: Duration

  /// Ways that take no time unless said otherwise.
  public init(connect: Duration = .zero, message: Duration = .zero) {
    self.connect = connect
    self.message = message
  }
}
