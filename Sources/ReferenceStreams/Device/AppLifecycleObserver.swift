public import FakeDevice

/// An observer of the app's life cycle over the system's monitor with its one weak delegate.
///
/// Each iteration of a stream has a monitor and a delegate of its own, from its first `next()` to
/// its end; the delegate is told the present state first.
public final class AppLifecycleObserver: AppLifecycleObserving {
  private let device: FakeDevice

  /// An observer of a device.
  public init(on device: FakeDevice) {
    self.device = device
  }

  /// The present state, at once and on any thread.
  public var state: AppLifecycleState { device.lifecycleState }

  /// The present state and then each that differs.
  public var stateStream: ListenerSequence<AppLifecycleState, Never> {
    ListenerSequence { [device] sink in
      let monitor = FakeLifecycleMonitor(of: device)
      let delegate = LifecycleDelegate(sink)
      monitor.delegate = delegate
      return {
        // The monitor does not keep its delegate, so the iteration does.
        withExtendedLifetime(delegate) { monitor.delegate = nil }
      }
    }
  }
}

/// The delegate of one iteration.
private final class LifecycleDelegate: FakeLifecycleMonitorDelegate {
  private let sink: ListenerSink<AppLifecycleState, Never>

  init(_ sink: ListenerSink<AppLifecycleState, Never>) {
    self.sink = sink
  }

  func lifecycleMonitor(_ monitor: FakeLifecycleMonitor, didUpdate state: AppLifecycleState) {
    sink.send(state)
  }
}
