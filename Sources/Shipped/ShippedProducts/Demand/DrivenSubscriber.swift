import DemandStreams
import Dispatch
import SluiceSimulation
import SluiceSpies
import Synchronization

/// A subscriber of a publisher under test, which asks and cancels as a scenario says, and writes
/// down what it gets.
///
/// Only the publisher holds it; the scenario holds its ``SubscriberDrive``, and with it the
/// subscription. So the log tells when the publisher has let go of it.
final class DrivenSubscriber<Failure: Error>: Subscriber {
  let combineIdentifier = CombineIdentifier()
  private let drive: SubscriberDrive

  init(_ drive: SubscriberDrive) {
    self.drive = drive
  }

  deinit {
    drive.note(.subscriberDied(drive.number))
  }

  func receive(subscription: any Subscription) { drive.receive(subscription) }

  func receive(_ input: Int) -> Subscribers.Demand { drive.receive(input) }

  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: drive.receive(failure: nil)
    case .failure(let error): drive.receive(failure: SluiceSpies.Failure(error))
    }
  }
}

/// What a scenario knows of a subscriber: how it behaves, what it got, and its subscription.
final class SubscriberDrive: Sendable {
  /// How a subscriber behaves.
  struct Behavior: Sendable {
    /// What it asks for when it gets its subscription; nothing where it is none.
    var asks = Subscribers.Demand.none
    /// What it replies to each value.
    var replies = Subscribers.Demand.none
    /// What it requests inside each value.
    var requestsInside = Subscribers.Demand.none
    /// At which value it cancels, inside of it; 0 when it gets its subscription, nil never.
    var cancelsAt: Int?
    /// How long it takes over each value.
    var pause = Duration.zero
    /// Whether it requests and cancels once more when it is told of the end.
    var asksAtTheEnd = false
  }

  private struct State {
    var subscription: CallbackBox<any Subscription>?
    var received: [Int] = []
    var ends: [Value] = []
    /// What those wait for that take their time.
    var lingering: [DispatchSemaphore] = []
  }

  /// The subscriber on whose behalf a publisher is called, which tasks inherit.
  @TaskLocal static var current: Int?

  let number: Int
  private let behavior: Behavior
  private let log: EventLog
  private let simulation: Simulation
  private let state = Mutex(State())

  init(_ number: Int, _ behavior: Behavior, log: EventLog, in simulation: Simulation) {
    self.number = number
    self.behavior = behavior
    self.log = log
    self.simulation = simulation
  }

  func note(_ event: DemandEvent) { log.append(.demand(event)) }

  // MARK: What it does

  /// Asks for more, where it has a subscription.
  func request(_ demand: Subscribers.Demand) {
    guard let subscription = state.withLock({ state in state.subscription }) else { return }
    note(.requestCalled(number, demand.max))
    Self.$current.withValue(number) { subscription.callback.request(demand) }
    note(.requestReturned(number))
  }

  /// Cancels, where it has a subscription, which it goes on holding.
  func cancel() {
    guard let subscription = state.withLock({ state in state.subscription }) else { return }
    note(.cancelCalled(number))
    Self.$current.withValue(number) { subscription.callback.cancel() }
    note(.cancelReturned(number))
  }

  /// Lets go of the subscription, and has an end of whatever takes its time.
  func drop() {
    let (last, lingering) = state.withLock { state in (state.subscription.take(), state.lingering) }
    for isOver in lingering { isOver.signal() }
    withExtendedLifetime(last) {}
  }

  // MARK: What it gets

  func receive(_ subscription: any Subscription) {
    note(.subscriptionBegan(number))
    let boxed = CallbackBox(subscription)
    state.withLock { state in state.subscription = state.subscription ?? boxed }
    if behavior.asks > .none { request(behavior.asks) }
    if behavior.cancelsAt == 0 { cancel() }
    note(.subscriptionEnded(number))
  }

  func receive(_ value: Int) -> Subscribers.Demand {
    note(.valueBegan(number, .integer(Int64(value))))
    let count = state.withLock { state in
      state.received.append(value)
      return state.received.count
    }
    linger(behavior.pause)
    if behavior.requestsInside > .none { request(behavior.requestsInside) }
    if behavior.cancelsAt == count { cancel() }
    note(.valueEnded(number, behavior.replies.max))
    return behavior.replies
  }

  func receive(failure: Failure?) {
    note(.completionBegan(number, failure))
    state.withLock { state in state.ends.append(failure?.value ?? .symbol("finished")) }
    if behavior.asksAtTheEnd {
      request(.max(1))
      cancel()
    }
    note(.completionEnded(number))
  }

  /// Lets virtual time pass, in which whoever is not held back comes in; not beyond the end of the
  /// run, which nobody's leisure may outlive.
  private func linger(_ pause: Duration) {
    guard pause > .zero else { return }
    let isOver = DispatchSemaphore(value: 0)
    state.withLock { state in state.lingering.append(isOver) }
    defer { state.withLock { state in state.lingering.removeAll { other in other === isOver } } }
    simulation.schedule("demand.receive", after: pause) { isOver.signal() }
    isOver.wait()
  }

  // MARK: What can be looked at

  var received: [Int] { state.withLock { state in state.received } }

  var ends: [Value] { state.withLock { state in state.ends } }
}
