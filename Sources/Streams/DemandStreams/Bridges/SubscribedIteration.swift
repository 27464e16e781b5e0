internal import Synchronization

/// The subscription, the buffer and the waiting consumers of one iteration of a publisher's values.
///
/// It steps the state machine under its lock and does what the machine says outside it: cancel
/// first, then resume, so that whoever sees the end finds the subscription gone.
final class SubscribedIteration<Output: Sendable, Failure: Error>: Subscriber, Sendable {
  typealias Answer = SubscribedAnswer<Output, Failure>
  typealias Machine = SubscribingStateMachine<
    Output, Failure, Handed<any Subscription>, CheckedContinuation<Answer, Never>
  >

  private let machine: Mutex<Machine>

  init(bufferingUpTo limit: Int?) {
    machine = Mutex(Machine(bufferingUpTo: limit))
  }

  /// The answer to one call of `next()`; the first call subscribes.
  func next(
    isolation actor: isolated (any Actor)?,
    subscribe: (SubscribedIteration<Output, Failure>) -> Void
  ) async -> Answer {
    await withTaskCancellationHandler(
      operation: {
        if machine.withLock({ machine in machine.begin() }) { subscribe(self) }
        return await withCheckedContinuation(isolation: actor) { waiter in
          perform { machine in machine.ask(waiter) }
        }
      },
      onCancel: { cancel() },
      isolation: actor)
  }

  /// Nobody wants anything any more.
  func cancel() { perform { machine in machine.cancel() } }

  func receive(subscription: any Subscription) {
    let handed = Handed(subscription)
    perform { machine in machine.receive(handed) }
  }

  func receive(_ input: Output) -> Subscribers.Demand {
    perform { machine in machine.receive(input) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    perform { machine in machine.receive(completion) }
  }

  private func perform(_ step: (inout Machine) -> Machine.Action) {
    var action = machine.withLock { machine in step(&machine) }
    while true {
      action.cancelled?.value.cancel()
      for resumption in action.resumptions {
        resumption.waiter.resume(returning: resumption.answer)
      }
      guard let request = action.request else { return }
      request.subscription.value.request(request.demand)
      action = machine.withLock { machine in machine.requested() }
    }
  }
}
