import SluiceTesting

/// A centre that posts notifications of several names to blocks, which opaque objects stand for.
final class NotificationCentre: Sendable {
  struct Notification: Sendable {
    let name: String
    let object: String
  }

  private final class Observer: Sendable {
    let handle: ListenerHandle
    init(_ handle: ListenerHandle) { self.handle = handle }
  }

  private let source: FakeListener<String>

  init(_ source: FakeListener<String>) { self.source = source }

  func addObserver(
    forName name: String, using block: @escaping @Sendable (Notification) -> Void
  ) -> any AnyObject & Sendable {
    Observer(
      source.addListener(
        .value { object in block(Notification(name: name, object: object)) }))
  }

  func removeObserver(_ observer: any AnyObject & Sendable) {
    (observer as? Observer)?.handle.remove()
  }
}

extension NotificationCentre {
  /// The notifications of one name from now on.
  func notifications(named name: String, leaks: Bool) -> AsyncStream<Notification> {
    let (stream, continuation) = AsyncStream<Notification>.makeStream()
    let isOver = Flag()
    let observer = addObserver(forName: name) { notification in
      if !isOver.isRaised { continuation.yield(notification) }
    }
    continuation.onTermination = { [self] _ in
      isOver.raise()
      if !leaks { removeObserver(observer) }
    }
    return stream
  }

  static let stranger = Stranger(
    "notification-centre", over: .listener(String.self).lacking(.fail, .finish, .sendNothing),
    traits: .asyncStream, twinBreaks: "cancellation.suspended-removes",
    element: { (notification: Notification) in notification.object },
    open: { source, leaks in
      NotificationCentre(source).notifications(named: "didChange", leaks: leaks)
    })
}
