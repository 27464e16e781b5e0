/// A publisher that is told from outside what to hand over.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Hands a value to the subscribers.
  ///
  /// - Parameter value: The value.
  func send(_ value: Output)

  /// Tells the subscribers of the end; nothing is handed over after that.
  ///
  /// - Parameter completion: The end.
  func send(completion: Subscribers.Completion<Failure>)

  /// Has a subscription to ask by, whose values are sent.
  ///
  /// - Parameter subscription: The subscription.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Tells the subscribers that it has happened.
  public func send() { send(()) }
}

extension Publisher {
  /// Sends everything by a subject.
  ///
  /// - Parameter subject: The subject.
  /// - Returns: The subscription, which lives no longer than this.
  public func subscribe<S>(_ subject: S) -> AnyCancellable
  where S: Subject, Self.Failure == S.Failure, Self.Output == S.Output {
    let subscriber = SubjectSubscriber(subject)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}
