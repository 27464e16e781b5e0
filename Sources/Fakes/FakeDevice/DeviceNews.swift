public import SluiceSpies

/// Something about a device that observers hear of.
public enum DeviceNews: Sendable, Hashable {
  /// The network.
  case connectivity(ConnectivityStatus)
  /// The app's life cycle.
  case lifecycle(AppLifecycleState)
  /// The keyboard.
  case keyboard(KeyboardState)
}

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

/// How much of the user's attention an app has.
public enum AppLifecycleState: String, Sendable, Hashable, CaseIterable, ProjectsToValue {
  /// It is in front and takes input.
  case active
  /// It is in front and takes no input.
  case inactive
  /// It is not in front.
  case background

  /// The state as scenarios write it, such as `lifecycle(active)`.
  public var projected: Value { .call("lifecycle", .symbol(rawValue)) }
}

/// Whether the keyboard covers a part of the screen.
public enum KeyboardState: Sendable, Hashable, ProjectsToValue {
  /// It covers nothing.
  case hidden
  /// It covers so many points from below.
  case shown(height: Double)

  /// The points that it covers from below.
  public var height: Double {
    switch self {
    case .hidden: 0
    case .shown(let height): height
    }
  }

  /// The state as scenarios write it, such as `keyboard(shown, 320.0)`.
  public var projected: Value {
    switch self {
    case .hidden: .call("keyboard", .symbol("hidden"))
    case .shown(let height): .call("keyboard", .symbol("shown"), .double(height))
    }
  }
}

/// An observer of the network, which an app can replace by one of its own.
///
/// From the guide to observers' asynchronous streams, as are the other two.
public protocol ConnectivityObserving<StatusStream>: Sendable {
  /// The stream's type.
  associatedtype StatusStream: AsyncSequence & SendableMetatype
  where StatusStream.Element == ConnectivityStatus, StatusStream.Failure == Never

  /// The present status, at once and on any thread.
  var status: ConnectivityStatus { get }
  /// The present status and then each that differs; a fresh stream with a subscription of its own.
  var statusStream: StatusStream { get }
}

/// An observer of the app's life cycle, which an app can replace by one of its own.
public protocol AppLifecycleObserving<StateStream>: Sendable {
  /// The stream's type.
  associatedtype StateStream: AsyncSequence & SendableMetatype
  where StateStream.Element == AppLifecycleState, StateStream.Failure == Never

  /// The present state, at once and on any thread.
  var state: AppLifecycleState { get }
  /// The present state and then each that differs; a fresh stream with a subscription of its own.
  var stateStream: StateStream { get }
}

/// An observer of the keyboard, which an app can replace by one of its own.
public protocol KeyboardObserving<StateStream>: Sendable {
  /// The stream's type.
  associatedtype StateStream: AsyncSequence & SendableMetatype
  where StateStream.Element == KeyboardState, StateStream.Failure == Never

  /// The present state, at once and on any thread.
  var state: KeyboardState { get }
  /// The present state and then each that differs; a fresh stream with a subscription of its own.
  var stateStream: StateStream { get }
}
