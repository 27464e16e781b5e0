public import SluiceSpies

/// A reason for which a receive or a send of a web socket fails.
public enum WebSocketError: Error, Sendable, Hashable, CaseIterable, ProjectsToValue,
  CustomStringConvertible
{
  /// The app has closed the socket.
  case cancelled
  /// The connection was lost without a close.
  case connectionLost
  /// The peer has closed the socket, or it was never opened.
  case notConnected

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .cancelled: "the app has closed the socket"
    case .connectionLost: "the connection was lost"
    case .notConnected: "the socket is not connected"
    }
  }

  /// The name that scenarios use, such as `connection-lost`, as a symbol.
  public var projected: Value { .symbol(scenarioName) }

  /// The name that scenarios use.
  package var scenarioName: String {
    switch self {
    case .cancelled: "cancelled"
    case .connectionLost: "connection-lost"
    case .notConnected: "not-connected"
    }
  }
}
