import DemandStreams
import SluiceSimulation
import Synchronization

/// Breaks `demand.bounded-recursion`: what the sequence has is collected, and handed over inside
/// `request(_:)`; a subscriber that asks inside `receive(_:)` so goes down a step for each value.
struct FaultyDrainsInRequest: SequenceBridge {
  static let bridge = FaultyBridge<any SequenceBridge>(
    name: "drains-in-request", rule: "demand.bounded-recursion", bridge: FaultyDrainsInRequest())

  func publisher<Base: AsyncSequence & Sendable>(
    of base: Base
  ) -> AnyPublisher<Base.Element, Base.Failure> where Base.Element: Sendable {
    AnyPublisher(Draining(base: base))
  }

  private struct Draining<Base: AsyncSequence & Sendable>: Publisher where Base.Element: Sendable {
    typealias Output = Base.Element
    typealias Failure = Base.Failure

    let base: Base

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Base.Element, S.Failure == Base.Failure {
      let pool = Pool<Base>(to: CallbackBox(subscriber))
      subscriber.receive(subscription: pool)
      pool.collect(base)
    }
  }
}

/// What was collected of a sequence.
private final class Pool<Base: AsyncSequence & Sendable>: Subscription, Sendable
where Base.Element: Sendable {
  private struct State {
    var target: CallbackBox<any Subscriber<Base.Element, Base.Failure>>?
    var values: [Base.Element] = []
    var end: Subscribers.Completion<Base.Failure>?
    var demand = Subscribers.Demand.none
  }

  private let state: Mutex<State>
  private let task = TaskSubscription()

  init(to box: CallbackBox<some Subscriber<Base.Element, Base.Failure>>) {
    state = Mutex(State(target: CallbackBox(box.callback)))
  }

  func collect(_ base: Base) {
    task.hold(Task { await fill(from: base) })
  }

  @concurrent
  private func fill(from base: Base) async {
    var end = Subscribers.Completion<Base.Failure>.finished
    do throws(Base.Failure) {
      var iterator = base.makeAsyncIterator()
      while let element = try await iterator.next(isolation: nil) {
        state.withLock { state in state.values.append(element) }
        drain()
      }
    } catch {
      end = .failure(error)
    }
    state.withLock { [end] state in state.end = end }
    drain()
  }

  func request(_ demand: Subscribers.Demand) {
    state.withLock { state in state.demand += demand }
    drain()
  }

  func cancel() {
    let target = state.withLock { state in state.target.take() }
    withExtendedLifetime(target) { task.cancel() }
  }

  private func drain() {
    typealias Target = CallbackBox<any Subscriber<Base.Element, Base.Failure>>
    while true {
      let (target, value) = state.withLock { state -> (Target?, Base.Element?) in
        guard state.demand > 0, !state.values.isEmpty else { return (state.target, nil) }
        state.demand -= 1
        return (state.target, state.values.removeFirst())
      }
      guard let target else { return }
      if let value {
        let reply = target.callback.receive(value)
        if reply > .none { request(reply) }
        continue
      }
      let end = state.withLock { state in
        guard state.values.isEmpty, let end = state.end else {
          return Subscribers.Completion<Base.Failure>?.none
        }
        state.target = nil
        return end
      }
      if let end { target.callback.receive(completion: end) }
      return
    }
  }
}
