package import FakeDevice
import Foundation
import Synchronization

/// An observer of the network over the system's path monitor.
///
/// Each iteration of a stream starts a monitor of its own at its first `next()` and cancels it at
/// its end; the monitor tells the present status first.
package final class ConnectivityObserver: ConnectivityObserving {
  private let device: FakeDevice

  /// An observer of a device.
  package init(on device: FakeDevice) {
    self.device = device
  }

  /// The present status, at once and on any thread.
  package var status: ConnectivityStatus { device.connectivityStatus }

  /// The present status and then each that differs.
  package var statusStream: ListenerSequence<ConnectivityStatus, Never> {
    ListenerSequence { [device] sink in
      let monitor = FakePathMonitor(of: device)
      monitor.pathUpdateHandler = { status in sink.send(status) }
      monitor.start(queue: .global)
      return { monitor.cancel() }
    }
  }
}

/// An observer of the app's life cycle over the system's monitor with its one weak delegate.
///
/// Each iteration of a stream has a monitor and a delegate of its own, from its first `next()` to
/// its end; the delegate is told the present state first.
package final class AppLifecycleObserver: AppLifecycleObserving {
  private let device: FakeDevice

  /// An observer of a device.
  package init(on device: FakeDevice) {
    self.device = device
  }

  /// The present state, at once and on any thread.
  package var state: AppLifecycleState { device.lifecycleState }

  /// The present state and then each that differs.
  package var stateStream: ListenerSequence<AppLifecycleState, Never> {
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

/// An observer of the keyboard over the system's notifications, of which there are two.
///
/// Each iteration of a stream adds two observers at its first `next()` and removes both at its end.
/// Notifications tell changes alone, so the present state is read once both are there; what is
/// posted until then waits behind it, or stands for it.
package final class KeyboardObserver: KeyboardObserving {
  private let device: FakeDevice

  /// An observer of a device.
  package init(on device: FakeDevice) {
    self.device = device
  }

  /// The present state, at once and on any thread.
  package var state: KeyboardState { device.keyboardState }

  /// The present state and then each that differs.
  package var stateStream: ListenerSequence<KeyboardState, Never> {
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
