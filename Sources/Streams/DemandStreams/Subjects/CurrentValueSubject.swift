/// A subject that has a present value, with which each subscriber begins.
///
/// Who has not asked misses values, but gets the present one when it asks. After the end the value
/// stays as it is, and who subscribes is told of the end at once. Any thread may send, also from
/// within a subscriber: such a value comes behind those that are on their way.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let core: SubjectCore<Output, Failure>

  /// A subject without subscribers.
  ///
  /// - Parameter value: The first value.
  public init(_ value: Output) {
    core = SubjectCore(current: Handed(value))
  }

  /// The present value; setting it sends it.
  public var value: Output {
    get {
      guard let value = core.current else {
        preconditionFailure("a subject has lost its present value")
      }
      return value
    }
    set { core.send(newValue) }
  }

  /// Makes a value the present one, and hands it to the subscribers.
  ///
  /// - Parameter input: The value.
  public func send(_ input: Output) { core.send(input) }

  /// Tells the subscribers of the end, whatever they have asked for.
  ///
  /// - Parameter completion: The end.
  public func send(completion: Subscribers.Completion<Failure>) {
    core.send(completion: completion)
  }

  /// Has a subscription to ask by, and asks for everything.
  ///
  /// - Parameter subscription: The subscription.
  public func send(subscription: any Subscription) { core.send(subscription: subscription) }

  /// Begins a subscription, with the present value as soon as one is asked for.
  ///
  /// - Parameter subscriber: Who gets the values.
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    core.add(subscriber)
  }
}

extension CurrentValueSubject: Sendable where Output: Sendable {}
