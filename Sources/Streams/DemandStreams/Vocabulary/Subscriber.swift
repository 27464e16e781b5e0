/// Who gets a publisher's values: the subscription first, values as asked for, the end at last.
///
/// A publisher calls it from any thread, one call at a time.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// A value that it gets.
  associatedtype Input
  /// How its publisher can fail.
  associatedtype Failure: Error

  /// The subscription has begun; nothing comes before somebody asks.
  ///
  /// - Parameter subscription: How to ask for values, and to cancel.
  func receive(subscription: any Subscription)

  /// A value has come.
  ///
  /// - Parameter input: The value.
  /// - Returns: How many more are wanted, beside those already asked for.
  func receive(_ input: Self.Input) -> Subscribers.Demand

  /// The publisher has finished or failed; nothing comes after that.
  ///
  /// - Parameter completion: Which of both.
  func receive(completion: Subscribers.Completion<Self.Failure>)
}

extension Subscriber where Input == Void {
  /// Something without a value has come.
  ///
  /// - Returns: How many more are wanted.
  public func receive() -> Subscribers.Demand { receive(()) }
}

/// The connection of a subscriber to its publisher; thread-safe, and of use once.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Asks for so many more values.
  ///
  /// - Parameter demand: How many, beside those already asked for.
  func request(_ demand: Subscribers.Demand)
}

/// Types of subscribers, and what they have to do with.
public enum Subscribers {}

/// Types of subscriptions.
public enum Subscriptions {
  private struct Nothing: Subscription {
    let combineIdentifier = CombineIdentifier()
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }

  /// A subscription by which nothing can be asked for.
  public static var empty: any Subscription { Nothing() }
}
