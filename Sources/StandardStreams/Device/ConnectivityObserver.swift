public import FakeDevice
import ReferenceStreams

/// An observer of the network whose streams have the guide's type; each is for one consumer.
public final class ConnectivityObserver: ConnectivityObserving {
  private let observer: ReferenceStreams.ConnectivityObserver

  /// An observer of a device.
  public init(on device: FakeDevice) {
    observer = ReferenceStreams.ConnectivityObserver(on: device)
  }

  /// The present status, at once and on any thread.
  public var status: ConnectivityStatus { observer.status }

  /// The present status and then each that differs, from the first `next()` on.
  public var statusStream: AsyncStream<ConnectivityStatus> { AsyncStream(observer.statusStream) }
}
