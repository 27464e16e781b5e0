package import FakeDevice
import ReferenceStreams

/// An observer of the network whose streams have the guide's type; each is for one consumer.
package final class ConnectivityObserver: ConnectivityObserving {
  private let observer: ReferenceStreams.ConnectivityObserver

  /// An observer of a device.
  package init(on device: FakeDevice) {
    observer = ReferenceStreams.ConnectivityObserver(on: device)
  }

  /// The present status, at once and on any thread.
  package var status: ConnectivityStatus { observer.status }

  /// The present status and then each that differs, from the first `next()` on.
  package var statusStream: AsyncStream<ConnectivityStatus> { AsyncStream(observer.statusStream) }
}

/// An observer of the app's life cycle whose streams have the guide's type; each is for one
/// consumer.
package final class AppLifecycleObserver: AppLifecycleObserving {
  private let observer: ReferenceStreams.AppLifecycleObserver

  /// An observer of a device.
  package init(on device: FakeDevice) {
    observer = ReferenceStreams.AppLifecycleObserver(on: device)
  }

  /// The present state, at once and on any thread.
  package var state: AppLifecycleState { observer.state }

  /// The present state and then each that differs, from the first `next()` on.
  package var stateStream: AsyncStream<AppLifecycleState> { AsyncStream(observer.stateStream) }
}

/// An observer of the keyboard whose streams have the guide's type; each is for one consumer.
package final class KeyboardObserver: KeyboardObserving {
  private let observer: ReferenceStreams.KeyboardObserver

  /// An observer of a device.
  package init(on device: FakeDevice) {
    observer = ReferenceStreams.KeyboardObserver(on: device)
  }

  /// The present state, at once and on any thread.
  package var state: KeyboardState { observer.state }

  /// The present state and then each that differs, from the first `next()` on.
  package var stateStream: AsyncStream<KeyboardState> { AsyncStream(observer.stateStream) }
}
