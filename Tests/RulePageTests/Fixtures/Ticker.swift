import FakeListener
import Synchronization

/// The source of most pages: an SDK's ticker of prices, played by the kit's fake.
typealias Ticker = FakeListener<Double>

extension FakeListener {
  /// Adds a listener that is told prices and errors, and the end where the caller asks for it.
  func addResultListener(
    _ listener: @escaping (Result<Element, any Error>) -> Void, onEnd: @escaping () -> Void = {}
  ) -> ListenerHandle {
    addListener(.result(listener, onFinish: onEnd))
  }

  /// Adds a listener of which each call has a price or an error, and now and then both or neither.
  func addPairListener(
    _ listener: @escaping (Element?, (any Error)?) -> Void
  ) -> ListenerHandle {
    addListener(.pair(listener))
  }

  /// Adds a listener, and throws where the source refuses it.
  func connect(
    _ listener: @escaping (Result<Element, any Error>) -> Void, onEnd: @escaping () -> Void = {}
  ) throws -> ListenerHandle {
    try addListener(.result(listener, onFinish: onEnd), throwing: (any Error).self)
  }
}

extension Ticker {
  /// A right stream.
  func prices() -> AsyncStream<Double> {
    AsyncStream { continuation in
      let handle = addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
  }
}

/// A flag that is raised once.
final class Flag: Sendable {
  private let raised = Mutex(false)

  var isRaised: Bool { raised.withLock { raised in raised } }

  /// Raises the flag.
  ///
  /// - Returns: Whether this call was the first.
  @discardableResult func raise() -> Bool {
    raised.withLock { raised in
      defer { raised = true }
      return !raised
    }
  }
}

/// A variable that closures share.
final class Box<Value: Sendable>: Sendable {
  private let stored = Mutex<Value?>(nil)

  var value: Value? {
    get { stored.withLock { stored in stored } }
    set {
      // What was stored may call back when it ends, so it ends outside the lock.
      let old = stored.withLock { stored in
        let old = stored
        stored = newValue
        return old
      }
      _ = consume old
    }
  }

  /// Takes the value out.
  func take() -> Value? { stored.withLock { stored in stored.take() } }
}

/// The listener of one stream: it is removed once, and at once if the stream ends inside the add.
final class Registration: Sendable {
  private let slot = Box<@Sendable () -> Void>()
  private let isOver = Flag()

  func keep(_ handle: ListenerHandle) {
    keep { handle.remove() }
  }

  func keep(_ remove: @escaping @Sendable () -> Void) {
    slot.value = remove
    if isOver.isRaised { slot.take()?() }
  }

  func cancel() {
    isOver.raise()
    slot.take()?()
  }
}
