import SluiceSpies
import Synchronization

/// A monitor of the app's life cycle, which tells one delegate that it does not keep.
///
/// While it has a delegate it counts as one registration. A new one is told the present state first
/// and then each change, on the main queue and never inside the setter; one that takes the place of
/// another hears of changes alone. With nil nobody is told any more, whatever is queued.
public final class FakeLifecycleMonitor: Sendable {
  private struct State {
    weak var delegate: (any FakeLifecycleMonitorDelegate)?
    var listener: SpiedListener<AppLifecycleState>?
  }

  private let device: FakeDevice
  private let state = Mutex(State())

  /// A monitor without a delegate.
  public init(of device: FakeDevice) {
    self.device = device
  }

  /// The present state.
  public var currentState: AppLifecycleState { device.lifecycleState }

  /// Who is told, as long as somebody else keeps it; nil tells nobody.
  public var delegate: (any FakeLifecycleMonitorDelegate)? {
    get { state.withLock { state in state.delegate } }
    set {
      let listener = state.withLock { state in
        state.delegate = newValue
        return state.listener
      }
      switch (newValue, listener) {
      case (_?, nil): listen()
      case (nil, let listener?):
        device.lifecycles.remove(listener)
        state.withLock { state in state.listener = nil }
      case (_?, _?), (nil, nil): break
      }
    }
  }

  private func listen() {
    _ = device.lifecycles.add { listener in
      state.withLock { state in state.listener = listener }
      device.greet(listener, of: device.lifecycles, with: currentState)
    } _: { [weak self] lifecycle in
      guard let self, let delegate else { return }
      delegate.lifecycleMonitor(self, didUpdate: lifecycle)
    }
  }
}

/// Whoever a ``FakeLifecycleMonitor`` tells.
public protocol FakeLifecycleMonitorDelegate: AnyObject, Sendable {
  /// The app's state is this; the first call tells the present one.
  func lifecycleMonitor(_ monitor: FakeLifecycleMonitor, didUpdate state: AppLifecycleState)
}
