/// How long each kind of operation takes on the virtual clock; nothing takes any time unless it is
/// said.
public struct FirestoreLatency: Hashable, Sendable {
  /// From an attempt to connect until the connection stands, or until the attempt has failed.
  public var connect: Duration
  /// From a listen until the server's first answer.
  public var listen: Duration
  /// From a local write until the server has taken or refused it, and the client knows.
  public var write: Duration
  /// From a commit at the server until a listening client knows.
  public var watch: Duration

  /// Latencies for each kind of operation; zero or less is at the same virtual instant.
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
public enum FirestoreNetwork: Hashable, Sendable {
  /// The server answers.
  case reachable
  /// Connections break, and attempts fail.
  case unreachable
  /// Nothing fails and nothing is answered: a client finds out after ten seconds.
  case silent
}
