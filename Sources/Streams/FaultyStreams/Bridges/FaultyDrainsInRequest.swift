import DemandStreams
import SluiceSimulation
import Synchronization

/// Break `demand.bounded-recursion`: what was asked for is collected, and handed over inside
/// `request(_:)`; a subscriber that asks inside `receive(_:)` so goes down a step for each value.
struct FaultyDrainsInRequest: SequenceBridge {
  static let bridges: [FaultyBridge<any SequenceBridge>] = [
    FaultyBridge(
      name: "drains-in-request", rule: "demand.bounded-recursion",
      bridge: FaultyDrainsInRequest(goesOn: true)),
    FaultyBridge(
      name: "hands-over-one-in-request", rule: "demand.bounded-recursion",
      bridge: FaultyDrainsInRequest(goesOn: false)),
  ]

  /// Whether each request hands over all there is, or one value, from which the next follows.
  let goesOn: Bool

  func publisher<Base: AsyncSequence & Sendable>(
    of base: Base
  ) -> AnyPublisher<Base.Element, Base.Failure> where Base.Element: Sendable {
    AnyPublisher(Draining(base: base, goesOn: goesOn))
  }

  private struct Draining<Base: AsyncSequence & Sendable>: Publisher where Base.Element: Sendable {
    typealias Output = Base.Element
    typealias Failure = Base.Failure

    let base: Base
    let goesOn: Bool

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Base.Element, S.Failure == Base.Failure {
      let pool = Pool(base, to: CallbackBox(subscriber), goesOn: goesOn)
      subscriber.receive(subscription: pool)
      pool.collectIfAsked()
    }
  }
}

/// What was collected of a sequence: as much as was asked for, up to a batch.
private final class Pool<Base: AsyncSequence & Sendable>: Subscription, Sendable
where Base.Element: Sendable {
  typealias Target = CallbackBox<any Subscriber<Base.Element, Base.Failure>>

  private struct State {
    var target: Target?
    var values: [Base.Element] = []
    var end: Subscribers.Completion<Base.Failure>?
    var demand = Subscribers.Demand.none
    var isCollecting = true
  }

  private let base: Base
  private let goesOn: Bool
  private let state: Mutex<State>
  private let task = TaskSubscription()
  private let (asked, askedContinuation) = AsyncStream<Void>.makeStream(
    bufferingPolicy: .bufferingNewest(1))

  private static var batch: Int { 64 }

  init(
    _ base: Base, to box: CallbackBox<some Subscriber<Base.Element, Base.Failure>>, goesOn: Bool
  ) {
    self.base = base
    self.goesOn = goesOn
    state = Mutex(State(target: CallbackBox(box.callback)))
  }

  /// Begins, when the subscriber has its subscription.
  func collectIfAsked() {
    task.hold(Task { await collect() })
  }

  @concurrent
  private func collect() async {
    var wakeUps = asked.makeAsyncIterator()
    var iterator: Base.AsyncIterator?
    do throws(Base.Failure) {
      while !task.isCancelled {
        if wantsMore {
          var mine = iterator ?? base.makeAsyncIterator()
          let element = try await mine.next(isolation: nil)
          iterator = mine
          guard let element else { return finish(.finished) }
          state.withLock { state in state.values.append(element) }
        } else if isReady {
          state.withLock { state in state.isCollecting = false }
          drain()
          state.withLock { state in state.isCollecting = true }
        } else if await wakeUps.next(isolation: nil) == nil {
          return
        }
      }
    } catch {
      finish(.failure(error))
    }
  }

  /// Whether more was asked for than is collected.
  private var wantsMore: Bool {
    state.withLock { state in
      state.demand > state.values.count && state.values.count < Self.batch
    }
  }

  private var isReady: Bool {
    state.withLock { state in state.demand > 0 && !state.values.isEmpty }
  }

  private func finish(_ end: Subscribers.Completion<Base.Failure>) {
    state.withLock { state in
      state.end = end
      state.isCollecting = false
    }
    drain()
  }

  func request(_ demand: Subscribers.Demand) {
    let isDraining = state.withLock { state in
      state.demand += demand
      return !state.isCollecting
    }
    if isDraining { drain() }
    askedContinuation.yield()
  }

  func cancel() {
    let target = state.withLock { state in state.target.take() }
    withExtendedLifetime(target) { task.cancel() }
    askedContinuation.finish()
  }

  private func drain() {
    while let (target, value) = next() {
      let reply = target.callback.receive(value)
      if reply > .none { request(reply) }
      if !goesOn, !state.withLock({ state in state.end != nil }) { break }
    }
    let (target, end) = state.withLock {
      state -> (Target?, Subscribers.Completion<Base.Failure>?) in
      guard state.values.isEmpty, let end = state.end else { return (nil, nil) }
      return (state.target.take(), end)
    }
    if let end { target?.callback.receive(completion: end) }
  }

  private func next() -> (Target, Base.Element)? {
    state.withLock { state in
      guard let target = state.target, state.demand > 0, !state.values.isEmpty else { return nil }
      state.demand -= 1
      return (target, state.values.removeFirst())
    }
  }
}
