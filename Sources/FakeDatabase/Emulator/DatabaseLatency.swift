/// How long operations take between the clients and the server.
public struct DatabaseLatency: Hashable, Sendable {
  /// Until a client is connected.
  public var connect: Duration
  /// Until a listen is answered.
  public var listen: Duration
  /// Until a write, or a note for the end of the connection, is answered.
  public var write: Duration
  /// Until a client hears of what happened at the server.
  public var watch: Duration

  /// Latencies of so long each; nothing takes time by itself.
  public init(
    connect: Duration = .zero, listen: Duration = .zero, write: Duration = .zero,
    watch: Duration = .zero
  ) {
    self.connect = connect
    self.listen = listen
    self.write = write
    self.watch = watch
  }
}

/// What lies between a client and the server.
public enum DatabaseNetwork: Hashable, Sendable {
  /// Nothing: what is sent arrives.
  case reachable
  /// The connection broke, and attempts to connect fail.
  case unreachable
}
