public import FakeDevice

/// An observer of the app's life cycle, written the plain way that the guide shows.
public final class AppLifecycleObserver: AppLifecycleObserving {
  private let device: FakeDevice

  /// An observer of a device.
  public init(on device: FakeDevice) {
    self.device = device
  }

  /// The present state, at once and on any thread.
  public var state: AppLifecycleState { device.lifecycleState }

  /// The present state and then each that differs; it has a delegate from now on.
  public var stateStream: AsyncStream<AppLifecycleState> {
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
