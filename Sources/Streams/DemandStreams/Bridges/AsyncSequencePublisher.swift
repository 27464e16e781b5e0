extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The sequence as a publisher, which never asks it for more than its subscriber has asked for.
  public var publisher: AsyncSequencePublisher<Self> { AsyncSequencePublisher(self) }

  /// The sequence as a publisher that may know of the end before it is asked.
  ///
  /// - Parameter readingAhead: Whether the sequence is asked for one element that nobody has asked
  ///   for yet: see ``AsyncSequencePublisher``.
  /// - Returns: The publisher.
  public func publisher(readingAhead: Bool) -> AsyncSequencePublisher<Self> {
    AsyncSequencePublisher(self, readingAhead: readingAhead)
  }
}

/// An asynchronous sequence as a publisher: each subscription iterates it on its own.
///
/// Guarantees, whatever the sequence and the subscriber do:
/// - The subscription comes first. What is asked for while it is received begins after that.
/// - Never more values than asked for. Demand adds up, and so does what `receive(_:)` returns.
/// - The k-th `next()` of the sequence is called only when k values have been asked for, and no
///   iterator is made before the first is. Elements that nobody wants stay where they are, so that
///   nothing is lost by a cancel but an element that was asked for.
/// - The end and a failure need no demand: the subscriber is told as soon as the sequence says so.
///   It can say so only when it is asked, though: an `AsyncSequence` has no other way. After the
///   last element it so takes one more request, which it answers with the end. Who has to know of
///   the end beforehand, as from Combine's own publishers of collections, sets `readingAhead`: then
///   the sequence is asked for one element more than was asked for, from the subscription on; it is
///   kept until somebody wants it, and lost by a cancel.
/// - A cancel ends the iteration: it cancels the task of a `next()` that is under way, wakes what
///   waits for demand, lets go of iterator and subscriber, and what comes later is dropped. A
///   cancellation of this kind is no failure; an error that the sequence throws of itself is one,
///   with its type.
/// - A subscription that nobody holds and for which nothing is asked any more ends, too.
/// - The subscriber is called from a task of the subscription, one call at a time, with no lock
///   held. It may ask and cancel inside: what it asks for comes after it has returned.
public struct AsyncSequencePublisher<Base>: Publisher, Sendable
where Base: AsyncSequence & Sendable, Base.Element: Sendable {
  /// An element of the sequence.
  public typealias Output = Base.Element
  /// The sequence's error.
  public typealias Failure = Base.Failure

  private let base: Base
  private let readsAhead: Bool

  /// The publisher of a sequence.
  ///
  /// - Parameters:
  ///   - base: The sequence.
  ///   - readingAhead: Whether it is asked for one element that nobody has asked for yet.
  public init(_ base: Base, readingAhead: Bool = false) {
    self.base = base
    readsAhead = readingAhead
  }

  /// Begins a subscription, and with it an iteration.
  ///
  /// - Parameter subscriber: Who gets the elements.
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    let iteration = PublishedIteration(base, to: Handed(subscriber), readingAhead: readsAhead)
    let subscription = PublishedSubscription(to: iteration)
    subscriber.receive(subscription: subscription)
    iteration.subscribed()
  }
}

/// The subscriber's side of an iteration, whose end ends the iteration if nothing is asked for.
private final class PublishedSubscription<Base>: Subscription, Sendable
where Base: AsyncSequence & Sendable, Base.Element: Sendable {
  private let iteration: PublishedIteration<Base>

  init(to iteration: PublishedIteration<Base>) {
    self.iteration = iteration
  }

  deinit {
    iteration.abandon()
  }

  func request(_ demand: Subscribers.Demand) {
    iteration.request(demand)
  }

  func cancel() {
    iteration.cancel()
  }
}
