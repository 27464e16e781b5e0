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
