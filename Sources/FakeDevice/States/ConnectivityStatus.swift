public import SluiceSpies

/// Whether the network can be reached, and by what.
public struct ConnectivityStatus: Sendable, Hashable, ProjectsToValue {
  /// Whether the network can be reached.
  public enum Reachability: String, Sendable, Hashable, CaseIterable {
    /// It can.
    case satisfied
    /// It can't.
    case unsatisfied
    /// It could, if a connection were made first.
    case requiresConnection = "requires-connection"
  }

  /// The kind of the interface that is used.
  public enum InterfaceKind: String, Sendable, Hashable, CaseIterable {
    /// A wireless network.
    case wifi
    /// A mobile network.
    case cellular
    /// A cable.
    case wired
    /// Anything else.
    case other
  }

  /// Whether the network can be reached.
  public var reachability: Reachability
  /// The interface that is or would be used; nil for none.
  public var interface: InterfaceKind?

  /// A status with its interface.
  public init(_ reachability: Reachability, _ interface: InterfaceKind? = nil) {
    self.reachability = reachability
    self.interface = interface
  }

  /// Whether the network can be reached right now.
  public var isConnected: Bool { reachability == .satisfied }

  /// The status as scenarios write it, such as `connectivity(satisfied, wifi)`.
  public var projected: Value {
    let words = [reachability.rawValue] + (interface.map { [$0.rawValue] } ?? [])
    return .call("connectivity", words.map { word in Value.Argument(nil, .symbol(word)) })
  }
}
