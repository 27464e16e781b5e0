/// How long operations take on the virtual clock; nothing takes any time unless it is said.
public struct MessagingLatency: Hashable, Sendable {
  /// From a new or deleted token at the server until the app is told.
  public var token: Duration
  /// From the sending of a message until the app is told.
  public var message: Duration

  /// Latencies for each kind of operation; zero or less is at the same virtual instant.
  public init(token: Duration = .zero, message: Duration = .zero) {
    self.token = token
    self.message = message
  }
}
