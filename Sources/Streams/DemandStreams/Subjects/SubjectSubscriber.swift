internal import Synchronization

/// A subject as the subscriber of another publisher; the subject itself asks for values.
final class SubjectSubscriber<Target: Subject>: Subscriber, Cancellable {
  private struct State {
    /// The subject; nil once it is over.
    var subject: Handed<Target>?
    var subscription: Handed<any Subscription>?
  }

  private let state: Mutex<State>

  init(_ subject: Target) {
    state = Mutex(State(subject: Handed(subject)))
  }

  func receive(subscription: any Subscription) {
    let handed = Handed(subscription)
    let subject = state.withLock { state -> Handed<Target>? in
      guard state.subscription == nil, let subject = state.subject else { return nil }
      state.subscription = handed
      return subject
    }
    guard let subject else { return subscription.cancel() }
    subject.value.send(subscription: subscription)
  }

  func receive(_ input: Target.Output) -> Subscribers.Demand {
    state.withLock { state in state.subject }?.value.send(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Target.Failure>) {
    end().subject?.value.send(completion: completion)
  }

  func cancel() {
    end().subscription?.value.cancel()
  }

  private func end() -> State {
    state.withLock { state in
      let last = state
      state = State()
      return last
    }
  }
}
