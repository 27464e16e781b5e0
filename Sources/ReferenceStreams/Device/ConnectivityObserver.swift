public import FakeDevice

/// An observer of the network over the system's path monitor.
///
/// Each iteration of a stream starts a monitor of its own at its first `next()` and cancels it at
/// its end; the monitor tells the present status first.
public final class ConnectivityObserver: ConnectivityObserving {
  private let device: FakeDevice

  /// An observer of a device.
  public init(on device: FakeDevice) {
    self.device = device
  }

  /// The present status, at once and on any thread.
  public var status: ConnectivityStatus { device.connectivityStatus }

  /// The present status and then each that differs.
  public var statusStream: ListenerSequence<ConnectivityStatus, Never> {
    ListenerSequence { [device] sink in
      let monitor = FakePathMonitor(of: device)
      monitor.pathUpdateHandler = { status in sink.send(status) }
      monitor.start(queue: .global)
      return { monitor.cancel() }
    }
  }
}
