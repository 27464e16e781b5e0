import SluiceTesting

/// The methods by which a locator calls its delegate back.
protocol LocatorDelegate: AnyObject, Sendable {
  func locatorDidMove(to place: Int)
  func locatorDidFail(with error: any Error)
}

/// A locator with a weak delegate.
final class Locator: Sendable {
  private let slot: DelegateSlot<any LocatorDelegate, Int>

  init(_ source: FakeListener<Int>) { slot = DelegateSlot(of: source) }

  var delegate: (any LocatorDelegate)? {
    get { slot.delegate }
    set {
      slot.set(newValue) { delegate in
        .value(delegate.locatorDidMove, onFailure: delegate.locatorDidFail)
      }
    }
  }
}

extension Locator {
  /// The places from now on, of this locator alone.
  func places(leaks: Bool) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      let receiver = Receiver(of: self, into: continuation)
      continuation.onTermination = { _ in
        // The locator does not keep its delegate: this closure does.
        if !leaks { receiver.stop() }
      }
      delegate = receiver
    }
  }

  static let stranger = Stranger(
    "weak-delegate", over: .listener(Int.self).lacking(.finish, .sendNothing),
    traits: .asyncThrowingStream, twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in Locator(source).places(leaks: leaks) }
}

private final class Receiver: LocatorDelegate {
  private let locator: Locator
  private let continuation: AsyncThrowingStream<Int, any Error>.Continuation
  private let isOver = Flag()

  init(of locator: Locator, into continuation: AsyncThrowingStream<Int, any Error>.Continuation) {
    self.locator = locator
    self.continuation = continuation
  }

  func locatorDidMove(to place: Int) {
    if !isOver.isRaised { continuation.yield(place) }
  }

  func locatorDidFail(with error: any Error) {
    if stop() { continuation.finish(throwing: error) }
  }

  @discardableResult func stop() -> Bool {
    guard isOver.raise() else { return false }
    locator.delegate = nil
    return true
  }
}
