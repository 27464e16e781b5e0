/// A subject that hands each value to whoever has asked for one, and keeps none.
///
/// Who subscribes later, or has not asked, misses what is sent. After the end nothing is sent, and
/// who subscribes is told of the end at once. Any thread may send, also from within a subscriber:
/// such a value comes behind those that are on their way.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  private let core = SubjectCore<Output, Failure>(current: nil)

  /// A subject without subscribers.
  public init() {}

  /// Hands a value to those subscribers that have asked for one.
  ///
  /// - Parameter input: The value.
  public func send(_ input: Output) { core.send(input) }

  /// Tells the subscribers of the end, whatever they have asked for.
  ///
  /// - Parameter completion: The end.
  public func send(completion: Subscribers.Completion<Failure>) {
    core.send(completion: completion)
  }

  /// Has a subscription to ask by, as soon as a subscriber asks.
  ///
  /// - Parameter subscription: The subscription; asked for everything, since subscribers drop what
  ///   they have not asked for.
  public func send(subscription: any Subscription) { core.send(subscription: subscription) }

  /// Begins a subscription.
  ///
  /// - Parameter subscriber: Who gets the values.
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    core.add(subscriber)
  }
}

extension PassthroughSubject: Sendable where Output: Sendable {}
