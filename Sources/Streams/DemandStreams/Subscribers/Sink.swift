internal import Synchronization

extension Subscribers {
  /// A subscriber that wants everything and calls closures with it.
  ///
  /// The closures are let go of at the end and at a cancel. A second subscription is cancelled.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible {
    private struct Closures {
      let value: (Input) -> Void
      let completion: (Subscribers.Completion<Failure>) -> Void
    }

    private struct State {
      /// What is called; nil once it is over.
      var closures: Handed<Closures>?
      var subscription: Handed<any Subscription>?
    }

    private let state: Mutex<State>

    /// A sink that is to be subscribed.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Called at the end, unless it is cancelled before.
    ///   - receiveValue: Called with each value.
    public init(
      receiveCompletion: @escaping ((Subscribers.Completion<Failure>) -> Void),
      receiveValue: @escaping ((Input) -> Void)
    ) {
      state = Mutex(
        State(closures: Handed(Closures(value: receiveValue, completion: receiveCompletion))))
    }

    /// The word `Sink`.
    public var description: String { "Sink" }

    /// Asks for everything; refuses any subscription but the first.
    ///
    /// - Parameter subscription: The subscription.
    public func receive(subscription: any Subscription) {
      let handed = Handed(subscription)
      let isWanted = state.withLock { state in
        guard state.closures != nil, state.subscription == nil else { return false }
        state.subscription = handed
        return true
      }
      isWanted ? subscription.request(.unlimited) : subscription.cancel()
    }

    /// Calls the closure for values.
    ///
    /// - Parameter value: The value.
    /// - Returns: None: everything was asked for.
    public func receive(_ value: Input) -> Subscribers.Demand {
      state.withLock { state in state.closures }?.value.value(value)
      return .none
    }

    /// Calls the closure for the end, and lets go of everything.
    ///
    /// - Parameter completion: The end.
    public func receive(completion: Subscribers.Completion<Failure>) {
      end().closures?.value.completion(completion)
    }

    /// Cancels the subscription and lets go of everything.
    public func cancel() {
      end().subscription?.value.cancel()
    }

    /// Takes everything out; what is returned goes away outside of the lock.
    private func end() -> State {
      state.withLock { state in
        let last = state
        state = State()
        return last
      }
    }
  }
}

extension Publisher {
  /// Subscribes closures to everything there is.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called at the end.
  ///   - receiveValue: Called with each value.
  /// - Returns: The subscription, which lives no longer than this.
  public func sink(
    receiveCompletion: @escaping ((Subscribers.Completion<Failure>) -> Void),
    receiveValue: @escaping ((Output) -> Void)
  ) -> AnyCancellable {
    let sink = Subscribers.Sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    subscribe(sink)
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  /// Subscribes a closure to everything there is.
  ///
  /// - Parameter receiveValue: Called with each value.
  /// - Returns: The subscription, which lives no longer than this.
  public func sink(receiveValue: @escaping ((Output) -> Void)) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
