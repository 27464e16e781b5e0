public import Foundation
import SluiceSimulation
import SluiceSpies

/// A notification about the keyboard.
public struct FakeNotification: Sendable, Hashable {
  /// What happened.
  public var name: Notification.Name
  /// The points that the keyboard covers from below.
  public var keyboardHeight: Double

  init(_ keyboard: KeyboardState) {
    name = keyboard == .hidden ? .keyboardDidHide : .keyboardDidShow
    keyboardHeight = keyboard.height
  }

  var keyboard: KeyboardState {
    name == .keyboardDidHide ? .hidden : .shown(height: keyboardHeight)
  }
}

extension Notification.Name {
  /// The keyboard covers a part of the screen, or another part than before.
  public static let keyboardDidShow = Notification.Name("FakeDeviceKeyboardDidShow")
  /// The keyboard covers nothing any more.
  public static let keyboardDidHide = Notification.Name("FakeDeviceKeyboardDidHide")
}

/// The notifications of the system in the shape of Foundation's `NotificationCenter`.
///
/// An observer counts as one registration from its add to the remove of its token. It hears of what
/// is posted from then on, inside the post, and of nothing that was so before.
public final class FakeNotificationCenter: Sendable {
  private final class Token: NSObject, Sendable {
    let listener: SpiedListener<FakeNotification>
    let handle: RegistrationHandle

    init(_ listener: SpiedListener<FakeNotification>, _ handle: RegistrationHandle) {
      self.listener = listener
      self.handle = handle
    }
  }

  private let shows: ListenerRegistry<FakeNotification>
  private let hides: ListenerRegistry<FakeNotification>
  private let spy: Spy

  init(on queue: CallbackQueue, spy: Spy) {
    func registry() -> ListenerRegistry<FakeNotification> {
      ListenerRegistry(FakeDevice.deliveryLabel, queue: queue, spy: spy) { notification in
        .value(notification.keyboard.projected)
      }
    }
    shows = registry()
    hides = registry()
    self.spy = spy
  }

  /// Adds an observer.
  ///
  /// - Parameters:
  ///   - name: What it observes, one of the two of the keyboard. Any other stops the process: the
  ///     system posts no more, and the observer would wait for ever.
  ///   - block: Called inside each post.
  /// - Returns: The token by which it is removed; it does not remove itself.
  public func addObserver(
    forName name: Notification.Name, using block: @escaping @Sendable (FakeNotification) -> Void
  ) -> any NSObjectProtocol & Sendable {
    let registry = registry(of: name)
    let listener = registry.add(block)
    return Token(listener, registry.makeHandle(of: listener))
  }

  /// Removes an observer; what is no token of this centre is recorded as never added.
  ///
  /// - Parameter observer: The token.
  public func removeObserver(_ observer: any NSObjectProtocol) {
    guard let token = observer as? Token else {
      return spy.removeUnmatched(.string("\(type(of: observer))"))
    }
    token.handle.remove()
  }

  var observerCount: Int {
    shows.listeners.count + hides.listeners.count
  }

  func post(_ notification: FakeNotification, _ delivery: CallbackDelivery) {
    registry(of: notification.name).deliver(notification, delivery)
  }

  /// The registration of whoever runs now, if it has an observer of the keyboard of its own: that
  /// added last.
  var ownKeyboardObserver: SpyRegistration? {
    (shows.listeners + hides.listeners)
      .map { listener in listener.registration }
      .filter { registration in registration.caller == .current }
      .max { left, right in left.id < right.id }
  }

  private func registry(of name: Notification.Name) -> ListenerRegistry<FakeNotification> {
    switch name {
    case .keyboardDidShow: shows
    case .keyboardDidHide: hides
    default: MissingDevicePart.otherNotifications.stop(at: name.rawValue)
    }
  }
}
