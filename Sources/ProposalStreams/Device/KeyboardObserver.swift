public import FakeDevice
import Foundation

/// An observer of the keyboard, written the plain way that the guide shows.
public final class KeyboardObserver: KeyboardObserving {
  private let device: FakeDevice

  /// An observer of a device.
  public init(on device: FakeDevice) {
    self.device = device
  }

  /// The present state, at once and on any thread.
  public var state: KeyboardState { device.keyboardState }

  /// The present state and then each that differs; it observes from now on.
  public var stateStream: AsyncStream<KeyboardState> {
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
