extension Publisher where Output: Sendable {
  /// The publisher's values as an asynchronous sequence, which asks for one at each `next()`.
  public var values: PublisherSequence<Self> { PublisherSequence(self) }

  /// The publisher's values as an asynchronous sequence that asks for some beforehand.
  ///
  /// - Parameter limit: How many values are asked for and not yet taken, at most; at least one.
  /// - Returns: The sequence.
  public func values(bufferingUpTo limit: Int) -> PublisherSequence<Self> {
    PublisherSequence(self, bufferingUpTo: limit)
  }
}

/// A publisher's values as an asynchronous sequence: each iterator has a subscription of its own.
///
/// Guarantees, whatever the publisher and the consumer do:
/// - Nothing is subscribed before the first `next()`, and nothing if the task is cancelled by then.
/// - Each `next()` asks for one value; with a buffer, what it has room for is asked for beforehand,
///   and one more for each value that is taken. What was asked for is never lost, however busy the
///   consumer is; the end or the failure comes after it.
/// - When the consumer is cancelled, and when the iterator goes away, the subscription is cancelled
///   at once, and before a waiting `next()` returns nil. Values in the buffer are dropped then. A
///   subscription that comes later still is cancelled when it comes.
/// - The failure keeps its type and is thrown once; after the end there is nothing but the end.
/// - From a publisher that breaks its own rules it takes what it has asked for: values before the
///   subscription or more than asked for are dropped, so that nothing grows, and whatever follows
///   the first end is ignored; a second subscription is cancelled.
/// - The subscription is asked by one caller at a time. No lock is held while the publisher is
///   called or the consumer resumed; a value may come inside `request(_:)`, and from any thread.
public struct PublisherSequence<Base: Publisher>: AsyncSequence where Base.Output: Sendable {
  /// A value of the publisher.
  public typealias Element = Base.Output
  /// How the publisher can fail.
  public typealias Failure = Base.Failure

  private let base: Base
  private let limit: Int?

  /// The values of a publisher.
  ///
  /// - Parameters:
  ///   - base: The publisher.
  ///   - limit: How many values are asked for beforehand, at least one; nil for none: each `next()`
  ///     asks for its own.
  public init(_ base: Base, bufferingUpTo limit: Int? = nil) {
    precondition(limit.map { limit in limit > 0 } ?? true, "a buffer has room for one at least")
    self.base = base
    self.limit = limit
  }

  /// A new iteration, which subscribes at its first `next()`.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base, life: SubscribedLife(SubscribedIteration(bufferingUpTo: limit)))
  }

  /// The iterator of a publisher's values; its end, advanced or not, cancels the subscription.
  public struct Iterator: AsyncIteratorProtocol {
    /// The publisher, until it is subscribed.
    fileprivate var base: Base?
    fileprivate let life: SubscribedLife<Base.Output, Base.Failure>

    /// The next value; nil after the end, after a failure and after a cancellation.
    ///
    /// - Parameter actor: Where the caller is.
    /// - Returns: The value.
    /// - Throws: The publisher's failure, once.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Base.Failure) -> Base.Output? {
      let base = base.take()
      let answer = await life.iteration.next(isolation: actor) { subscriber in
        base?.receive(subscriber: subscriber)
      }
      switch answer {
      case .value(let value): return value
      case .end(.finished): return nil
      case .end(.failure(let failure)): throw failure
      }
    }
  }
}

extension PublisherSequence: Sendable where Base: Sendable {}
// A copy is another hold of the same iteration, which bears to be asked from several tasks.
extension PublisherSequence.Iterator: Sendable where Base: Sendable {}

/// What the publisher does not hold of an iteration: its end is the consumer's.
private final class SubscribedLife<Output: Sendable, Failure: Error>: Sendable {
  let iteration: SubscribedIteration<Output, Failure>

  init(_ iteration: SubscribedIteration<Output, Failure>) {
    self.iteration = iteration
  }

  deinit {
    iteration.cancel()
  }
}
