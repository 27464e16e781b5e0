/// How long each kind of operation takes on the virtual clock; nothing takes any time unless it is
/// said.
public struct RemoteConfigLatency: Hashable, Sendable {
  /// From an attempt to connect until the connection stands, or until the attempt has failed.
  public var connect: Duration
  /// From what the server says until a connected app hears it.
  public var message: Duration
  /// From asking for a template to having it.
  public var fetch: Duration

  /// Latencies for each kind of operation; zero or less is at the same virtual instant.
  public init(
    connect: Duration = .zero, message: Duration = .zero, fetch: Duration = .zero
  ) {
    self.connect = connect
    self.message = message
    self.fetch = fetch
  }
}
