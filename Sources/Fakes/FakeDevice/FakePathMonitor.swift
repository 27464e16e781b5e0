import SluiceSpies
import Synchronization

/// A monitor of the network in the shape of the Network framework's `NWPathMonitor`.
///
/// From ``start(queue:)`` to ``cancel()`` it counts as one registration. Its handler is called with
/// the present status first and then with each change, on its queue and never inside `start`. After
/// `cancel` it is not called, whatever is queued, and can't be started again.
public final class FakePathMonitor: Sendable {
  /// Where handlers are called; the vendor's takes a dispatch queue.
  public enum Queue: Sendable, Hashable {
    /// On the main queue.
    case main
    /// On a serial queue of the system.
    case global
  }

  /// What is called with each status.
  public typealias Handler = @Sendable (ConnectivityStatus) -> Void

  private struct State {
    var handler: Handler?
    var queue: Queue?
    var isCancelled = false
    var listener: SpiedListener<ConnectivityStatus>?
  }

  private let device: FakeDevice
  private let state = Mutex(State())

  /// A monitor that is not started.
  public init(of device: FakeDevice) {
    self.device = device
  }

  /// What is called with each status; nil calls nobody.
  public var pathUpdateHandler: Handler? {
    get { state.withLock { state in state.handler } }
    set {
      // The former handler may be the last to hold somebody who cancels this monitor when he dies,
      // so it goes outside of the lock.
      let former = state.withLock { state in
        defer { state.handler = newValue }
        return state.handler
      }
      withExtendedLifetime(former) {}
    }
  }

  /// The present status.
  public var currentPath: ConnectivityStatus { device.connectivityStatus }

  /// Starts to call the handler; a second start does nothing, and neither does one after a cancel.
  ///
  /// - Parameter queue: Where the handler is called.
  public func start(queue: Queue) {
    let isFirst = state.withLock { state in
      defer { state.queue = state.queue ?? queue }
      return state.queue == nil && !state.isCancelled
    }
    guard isFirst else { return }
    let registry = registry(of: queue)
    // A cancel on another thread may have come before there was a listener to remove.
    var isLate = false
    let listener = registry.add { listener in
      isLate = state.withLock { state in
        state.listener = listener
        return state.isCancelled
      }
      device.greet(listener, of: registry, with: currentPath)
    } _: { [weak self] status in
      self?.pathUpdateHandler?(status)
    }
    if isLate { registry.remove(listener) }
  }

  /// Stops to call the handler, for good.
  public func cancel() {
    let (queue, listener) = state.withLock { state in
      state.isCancelled = true
      return (state.queue, state.listener)
    }
    guard let queue, let listener else { return }
    registry(of: queue).remove(listener)
  }

  private func registry(of queue: Queue) -> ListenerRegistry<ConnectivityStatus> {
    switch queue {
    case .main: device.mainPaths
    case .global: device.globalPaths
    }
  }
}
