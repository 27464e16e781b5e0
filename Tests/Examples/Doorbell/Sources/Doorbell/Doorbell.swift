import Synchronization

/// A doorbell with a weak delegate.
public protocol Doorbell: AnyObject, Sendable {
  var delegate: (any DoorbellDelegate)? { get set }
}

/// The methods by which a doorbell calls its delegate back.
public protocol DoorbellDelegate: AnyObject, Sendable {
  func doorbellRang(_ times: Int)
  func doorbellFailed(with error: any Error)
}

/// The error of a stream of rings.
public struct DoorbellOutOfOrder: Error {
  /// The error of the doorbell.
  public let cause: any Error
}

extension Doorbell {
  /// The rings from now on; a doorbell has one stream at a time.
  public var rings: AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      let porter = Porter(at: self, telling: continuation)
      // The doorbell does not keep its delegate, so this closure does.
      continuation.onTermination = { _ in
        #if LEAKS
          withExtendedLifetime(porter) {}
        #else
          porter.leave()
        #endif
      }
      delegate = porter
    }
  }
}

private final class Porter: DoorbellDelegate {
  private let doorbell: any Doorbell
  private let continuation: AsyncThrowingStream<Int, any Error>.Continuation
  private let hasLeft = Atomic(false)

  init(
    at doorbell: any Doorbell,
    telling continuation: AsyncThrowingStream<Int, any Error>.Continuation
  ) {
    self.doorbell = doorbell
    self.continuation = continuation
  }

  func doorbellRang(_ times: Int) {
    if !hasLeft.load(ordering: .acquiring) { continuation.yield(times) }
  }

  func doorbellFailed(with error: any Error) {
    if leave() { continuation.finish(throwing: DoorbellOutOfOrder(cause: error)) }
  }

  /// Clears the delegate.
  ///
  /// - Returns: Whether this call was the first.
  @discardableResult func leave() -> Bool {
    guard !hasLeft.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    doorbell.delegate = nil
    return true
  }
}
