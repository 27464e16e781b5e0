extension Subscribers {
  /// A subscriber that assigns each value to a property of an object.
  ///
  /// It holds the object until the end or a cancel.
  public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible {
    /// It can't be told of a failure.
    public typealias Failure = Never

    private let sink: Sink<Input, Never>

    /// An assignment that is to be subscribed.
    ///
    /// - Parameters:
    ///   - object: Whose property it is; held strongly.
    ///   - keyPath: The property.
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      sink = Sink(
        receiveCompletion: { _ in }, receiveValue: { value in object[keyPath: keyPath] = value })
    }

    /// The word `Assign`.
    public var description: String { "Assign" }

    /// Asks for everything; refuses any subscription but the first.
    ///
    /// - Parameter subscription: The subscription.
    public func receive(subscription: any Subscription) { sink.receive(subscription: subscription) }

    /// Assigns the value.
    ///
    /// - Parameter value: The value.
    /// - Returns: None: everything was asked for.
    public func receive(_ value: Input) -> Subscribers.Demand { sink.receive(value) }

    /// Lets go of the object.
    ///
    /// - Parameter completion: The end.
    public func receive(completion: Subscribers.Completion<Never>) {
      sink.receive(completion: completion)
    }

    /// Cancels the subscription and lets go of the object.
    public func cancel() { sink.cancel() }
  }
}

extension Publisher where Failure == Never {
  /// Assigns each value to a property of an object.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - object: Whose property it is; held until the end or a cancel.
  /// - Returns: The subscription, which lives no longer than this.
  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    let assign = Subscribers.Assign(object: object, keyPath: keyPath)
    subscribe(assign)
    return AnyCancellable(assign)
  }
}
