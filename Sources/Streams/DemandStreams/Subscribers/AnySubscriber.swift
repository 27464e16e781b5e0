/// A subscriber whose type nobody needs to know, or that is made of closures.
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  private let subscription: (any Subscription) -> Void
  private let value: (Input) -> Subscribers.Demand
  private let completion: (Subscribers.Completion<Failure>) -> Void

  /// The identifier of the subscriber behind.
  public let combineIdentifier: CombineIdentifier

  /// A subscriber without its type.
  ///
  /// - Parameter subscriber: The subscriber.
  public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    subscription = { subscription in subscriber.receive(subscription: subscription) }
    value = { value in subscriber.receive(value) }
    completion = { completion in subscriber.receive(completion: completion) }
    combineIdentifier = subscriber.combineIdentifier
  }

  /// A subscriber made of closures.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called with the subscription; nobody else asks for values.
  ///   - receiveValue: Called with each value; says how many more are wanted. Without it, none.
  ///   - receiveCompletion: Called at the end.
  public init(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveValue: ((Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    subscription = receiveSubscription ?? { _ in }
    value = receiveValue ?? { _ in .none }
    completion = receiveCompletion ?? { _ in }
    combineIdentifier = CombineIdentifier()
  }

  /// Hands on the subscription.
  ///
  /// - Parameter subscription: The subscription.
  public func receive(subscription: any Subscription) { self.subscription(subscription) }

  /// Hands on a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: How many more are wanted.
  public func receive(_ value: Input) -> Subscribers.Demand { self.value(value) }

  /// Hands on the end.
  ///
  /// - Parameter completion: The end.
  public func receive(completion: Subscribers.Completion<Failure>) { self.completion(completion) }
}
