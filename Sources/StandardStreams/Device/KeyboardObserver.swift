public import FakeDevice
import ReferenceStreams

/// An observer of the keyboard whose streams have the guide's type; each is for one consumer.
public final class KeyboardObserver: KeyboardObserving {
  private let observer: ReferenceStreams.KeyboardObserver

  /// An observer of a device.
  public init(on device: FakeDevice) {
    observer = ReferenceStreams.KeyboardObserver(on: device)
  }

  /// The present state, at once and on any thread.
  public var state: KeyboardState { observer.state }

  /// The present state and then each that differs, from the first `next()` on.
  public var stateStream: AsyncStream<KeyboardState> { AsyncStream(observer.stateStream) }
}
