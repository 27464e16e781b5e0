/// How long each kind of operation takes on the virtual clock; nothing takes any time unless it is
/// said.
public struct AuthLatency: Hashable, Sendable {
  /// From a call that signs somebody in, or makes or deletes an account, to the server's answer.
  public var signIn: Duration
  /// From asking for a new token to the server's answer.
  public var token: Duration
  /// From the making of an `Auth` object until the user who was kept is loaded.
  public var load: Duration

  /// Latencies for each kind of operation; zero or less is at the same virtual instant.
  public init(signIn: Duration = .zero, token: Duration = .zero, load: Duration = .zero) {
    self.signIn = signIn
    self.token = token
    self.load = load
  }
}
