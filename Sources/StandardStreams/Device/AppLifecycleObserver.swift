public import FakeDevice
import ReferenceStreams

/// An observer of the app's life cycle whose streams have the guide's type; each is for one
/// consumer.
public final class AppLifecycleObserver: AppLifecycleObserving {
  private let observer: ReferenceStreams.AppLifecycleObserver

  /// An observer of a device.
  public init(on device: FakeDevice) {
    observer = ReferenceStreams.AppLifecycleObserver(on: device)
  }

  /// The present state, at once and on any thread.
  public var state: AppLifecycleState { observer.state }

  /// The present state and then each that differs, from the first `next()` on.
  public var stateStream: AsyncStream<AppLifecycleState> { AsyncStream(observer.stateStream) }
}
