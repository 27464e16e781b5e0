import FakeMessaging

// A wrapper in the vendor's style: a sequence of its own, hidden behind an opaque type, whose
// iterator makes an `AsyncStream` from an observer of notifications. This one file is compiled in
// Swift 5 and in Swift 6 language mode.

extension Messaging {
  /// Each new registration token.
  var tokenUpdates: some AsyncSequence<String, Never> {
    NotificationSequence(messaging: self, name: .registrationTokenRefreshed) { $0.token }
  }

  /// The messages that come while the app is in the foreground.
  var foregroundMessages: some AsyncSequence<MessagingRemoteMessage, Never> {
    NotificationSequence(messaging: self, name: .messageReceived) { $0.message }
  }
}

/// What notifications of one kind bring; each iterator observes on its own.
private struct NotificationSequence<Element: Sendable>: AsyncSequence, Sendable {
  typealias Failure = Never

  let messaging: Messaging
  let name: MessagingNotification.Name
  let element: @Sendable (MessagingNotification) -> Element?

  struct Iterator: AsyncIteratorProtocol {
    private var iterator: AsyncStream<Element>.Iterator

    init(_ sequence: NotificationSequence) {
      let center = sequence.messaging.notificationCenter
      let stream = AsyncStream<Element> { continuation in
        let observation = center.addObserver(forName: sequence.name) { notification in
          if let element = sequence.element(notification) { continuation.yield(element) }
        }
        continuation.onTermination = { @Sendable _ in center.removeObserver(observation) }
      }
      iterator = stream.makeAsyncIterator()
    }

    mutating func next() async -> Element? {
      await iterator.next(isolation: #isolation)
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }
}
