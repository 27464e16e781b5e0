package import FakeDevice
import Foundation

/// An observer of the network, written the plain way that the guide shows.
package final class ConnectivityObserver: ConnectivityObserving {
  private let device: FakeDevice

  /// An observer of a device.
  package init(on device: FakeDevice) {
    self.device = device
  }

  /// The present status, at once and on any thread.
  package var status: ConnectivityStatus { device.connectivityStatus }

  /// The present status and then each that differs; it monitors from now on.
  package var statusStream: AsyncStream<ConnectivityStatus> {
    AsyncStream { continuation in
      let monitor = FakePathMonitor(of: device)
      monitor.pathUpdateHandler = { status in continuation.yield(status) }
      monitor.start(queue: .global)
      continuation.onTermination = { _ in monitor.cancel() }
    }
  }
}

/// An observer of the app's life cycle, written the plain way that the guide shows.
package final class AppLifecycleObserver: AppLifecycleObserving {
  private let device: FakeDevice

  /// An observer of a device.
  package init(on device: FakeDevice) {
    self.device = device
  }

  /// The present state, at once and on any thread.
  package var state: AppLifecycleState { device.lifecycleState }

  /// The present state and then each that differs; it has a delegate from now on.
  package var stateStream: AsyncStream<AppLifecycleState> {
    AsyncStream { continuation in
      let monitor = FakeLifecycleMonitor(of: device)
      let delegate = LifecycleDelegate(continuation)
      monitor.delegate = delegate
      continuation.onTermination = { _ in
        // The monitor does not keep its delegate, so this closure does.
        withExtendedLifetime(delegate) { monitor.delegate = nil }
      }
    }
  }
}

/// The delegate of one stream.
private final class LifecycleDelegate: FakeLifecycleMonitorDelegate {
  private let continuation: AsyncStream<AppLifecycleState>.Continuation

  init(_ continuation: AsyncStream<AppLifecycleState>.Continuation) {
    self.continuation = continuation
  }

  func lifecycleMonitor(_ monitor: FakeLifecycleMonitor, didUpdate state: AppLifecycleState) {
    continuation.yield(state)
  }
}

/// An observer of the keyboard, written the plain way that the guide shows.
package final class KeyboardObserver: KeyboardObserving {
  private let device: FakeDevice

  /// An observer of a device.
  package init(on device: FakeDevice) {
    self.device = device
  }

  /// The present state, at once and on any thread.
  package var state: KeyboardState { device.keyboardState }

  /// The present state and then each that differs; it observes from now on.
  package var stateStream: AsyncStream<KeyboardState> {
    AsyncStream { continuation in
      let center = device.notificationCenter
      let shown = center.addObserver(forName: .keyboardDidShow) { notification in
        continuation.yield(.shown(height: notification.keyboardHeight))
      }
      let hidden = center.addObserver(forName: .keyboardDidHide) { _ in
        continuation.yield(.hidden)
      }
      continuation.yield(state)
      continuation.onTermination = { _ in
        center.removeObserver(shown)
        center.removeObserver(hidden)
      }
    }
  }
}
