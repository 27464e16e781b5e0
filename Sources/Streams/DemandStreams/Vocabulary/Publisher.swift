/// What hands values over to those who subscribe, as many as each has asked for, and ends with
/// finishing or a failure.
///
/// The protocols of this module have the names and the signatures that Apple's Combine has, so that
/// code written for it compiles with its import changed.
public protocol Publisher<Output, Failure> {
  /// A value that is handed over.
  associatedtype Output
  /// How it can fail; `Never` if it can't.
  associatedtype Failure: Error

  /// Begins a subscription: hands the subscriber one to ask by, and values as it asks.
  ///
  /// - Parameter subscriber: Who gets the values.
  func receive<S>(subscriber: S)
  where S: Subscriber, Self.Failure == S.Failure, Self.Output == S.Input
}

extension Publisher {
  /// Subscribes somebody; this is what is called, and `receive(subscriber:)` what is implemented.
  ///
  /// - Parameter subscriber: Who gets the values.
  public func subscribe<S>(_ subscriber: S)
  where S: Subscriber, Self.Failure == S.Failure, Self.Output == S.Input {
    receive(subscriber: subscriber)
  }

  /// This publisher without its type.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

/// A publisher whose type nobody needs to know.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let base: any Publisher<Output, Failure>

  /// A publisher without its type.
  ///
  /// - Parameter publisher: The publisher.
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    base = publisher
  }

  /// Begins a subscription to the publisher behind.
  ///
  /// - Parameter subscriber: Who gets the values.
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    base.receive(subscriber: subscriber)
  }
}
