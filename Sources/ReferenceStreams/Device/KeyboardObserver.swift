public import FakeDevice
import Foundation
import Synchronization

/// An observer of the keyboard over the system's notifications, of which there are two.
///
/// Each iteration of a stream adds two observers at its first `next()` and removes both at its end.
/// Notifications tell changes alone, so the present state is read once both are there; what is
/// posted until then waits behind it, or stands for it.
public final class KeyboardObserver: KeyboardObserving {
  private let device: FakeDevice

  /// An observer of a device.
  public init(on device: FakeDevice) {
    self.device = device
  }

  /// The present state, at once and on any thread.
  public var state: KeyboardState { device.keyboardState }

  /// The present state and then each that differs.
  public var stateStream: ListenerSequence<KeyboardState, Never> {
    ListenerSequence(observingKeyboardOf: device)
  }
}

extension ListenerSequence where Element == KeyboardState, Failure == Never {
  /// The states of a device's keyboard, the present one first.
  package init(observingKeyboardOf device: FakeDevice) {
    self.init { sink in
      let opening = KeyboardOpening(sink)
      let center = device.notificationCenter
      let shown = center.addObserver(forName: .keyboardDidShow) { notification in
        opening.receive(.shown(height: notification.keyboardHeight))
      }
      let hidden = center.addObserver(forName: .keyboardDidHide) { _ in
        opening.receive(.hidden)
      }
      opening.open { device.keyboardState }
      return {
        center.removeObserver(shown)
        center.removeObserver(hidden)
      }
    }
  }
}

/// What keeps changes waiting until the present state was handed over.
private final class KeyboardOpening: Sendable {
  private struct State {
    var early: [KeyboardState] = []
    var isOpen = false
  }

  private let sink: ListenerSink<KeyboardState, Never>
  private let state = Mutex(State())

  init(_ sink: ListenerSink<KeyboardState, Never>) {
    self.sink = sink
  }

  /// A notification came.
  func receive(_ keyboard: KeyboardState) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.early.append(keyboard) }
      return state.isOpen
    }
    if isOpen { sink.send(keyboard) }
  }

  /// Hands over what came early, or else the present state; then changes go their way.
  func open(_ present: () -> KeyboardState) {
    if state.withLock({ state in state.early.isEmpty }) { sink.send(present()) }
    while true {
      let early = state.withLock { state in
        state.isOpen = state.early.isEmpty
        defer { state.early = [] }
        return state.early
      }
      if early.isEmpty { return }
      for keyboard in early { sink.send(keyboard) }
    }
  }
}
