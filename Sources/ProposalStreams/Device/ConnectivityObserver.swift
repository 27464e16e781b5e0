public import FakeDevice

/// An observer of the network, written the plain way that the guide shows.
public final class ConnectivityObserver: ConnectivityObserving {
  private let device: FakeDevice

  /// An observer of a device.
  public init(on device: FakeDevice) {
    self.device = device
  }

  /// The present status, at once and on any thread.
  public var status: ConnectivityStatus { device.connectivityStatus }

  /// The present status and then each that differs; it monitors from now on.
  public var statusStream: AsyncStream<ConnectivityStatus> {
    AsyncStream { continuation in
      let monitor = FakePathMonitor(of: device)
      monitor.pathUpdateHandler = { status in continuation.yield(status) }
      monitor.start(queue: .global)
      continuation.onTermination = { _ in monitor.cancel() }
    }
  }
}
