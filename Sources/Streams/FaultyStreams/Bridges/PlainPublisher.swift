package import DemandStreams
import SluiceSimulation
import Synchronization

/// A publisher of a sequence as one writes it in an hour: a lock, a counter, a task.
///
/// It is right, and the control, unless it is made with a fault, which is one step done otherwise.
package struct PlainPublisher<Base>: Publisher, Sendable
where Base: AsyncSequence & Sendable, Base.Element: Sendable {
  package typealias Output = Base.Element
  package typealias Failure = Base.Failure

  private let base: Base
  private let fault: PublishingFault?
  /// What all subscriptions iterate, where one of the faults has them share it.
  private let shared: SharedIterator<Base>?

  /// The publisher of a sequence that does everything right.
  package init(_ base: Base) {
    self.init(base, with: nil)
  }

  /// The publisher of a sequence, with one fault or none.
  package init(_ base: Base, with fault: PublishingFault?) {
    self.base = base
    self.fault = fault
    shared = fault == .sharesItsIterator ? SharedIterator(base) : nil
  }

  package func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    let subscription = PlainSubscription(
      base, to: CallbackBox(subscriber), sharing: shared, with: fault)
    if fault != .subscribesAfterTheFirst { subscriber.receive(subscription: subscription) }
    if fault == .subscribesTwice { subscriber.receive(subscription: subscription) }
    subscription.start()
  }
}

/// A subscription of a plain publisher.
private final class PlainSubscription<Base>: Subscription, Sendable
where Base: AsyncSequence & Sendable, Base.Element: Sendable {
  typealias Target = CallbackBox<any Subscriber<Base.Element, Base.Failure>>

  private struct State {
    var target: Target?
    var demand = Subscribers.Demand.none
    var waiter: CheckedContinuation<Void, Never>?
    var task: Task<Void, Never>?
    var hasStarted = false
    var isRunning = false
    var isCancelled = false
    /// Whether one more is handed over than was asked for.
    var hasOneMore = false
  }

  private let base: Base
  private let shared: SharedIterator<Base>?
  private let fault: PublishingFault?
  private let state: Mutex<State>

  init(
    _ base: Base, to subscriber: CallbackBox<some Subscriber<Base.Element, Base.Failure>>,
    sharing shared: SharedIterator<Base>?, with fault: PublishingFault?
  ) {
    self.base = base
    self.shared = shared
    self.fault = fault
    state = Mutex(
      State(target: CallbackBox(subscriber.callback), hasOneMore: fault == .handsOverOneMore))
  }

  // MARK: Subscription

  func request(_ demand: Subscribers.Demand) {
    if demand == .none, fault != .wakesForNothing { return }
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      switch fault {
      case .replacesDemand: state.demand = demand
      case .keepsTheLargestDemand: state.demand = max(state.demand, demand)
      case .forgetsUnlimited where state.demand == .unlimited: state.demand = demand
      case .wakesForNothing where demand == .none: state.demand += 1
      default: state.demand += demand
      }
      if state.isCancelled, fault == .leavesItsWaiter { return nil }
      return state.waiter.take()
    }
    waiter?.resume()
    startIfWanted()
  }

  func cancel() {
    let last = state.withLock { state in
      let last = (waiter: state.waiter, target: state.target, task: state.task)
      state.isCancelled = true
      if !leavesItsWaiter { state.waiter = nil }
      let isKept =
        switch fault {
        case .keepsItsSubscriber, .handsOverAfterCancel, .finishesAfterCancel, .failsOnCancel: true
        default: false
        }
      if !isKept { state.target = nil }
      return last
    }
    if !leavesItsWaiter { last.waiter?.resume() }
    if fault != .iteratesOnAfterCancel, fault != .handsOverAfterCancel { last.task?.cancel() }
  }

  /// Whether what waits for demand stays where it is; by one fault, until the next request.
  private var leavesItsWaiter: Bool {
    fault == .leavesItsWaiter || fault == .cancelsAtTheNextRequest
  }

  /// The subscriber has its subscription.
  func start() {
    state.withLock { state in state.hasStarted = true }
    startIfWanted()
  }

  private func startIfWanted() {
    let startsAtOnce = fault == .ignoresDemand || fault == .subscribesAfterTheFirst
    let isWanted = state.withLock { state in
      guard state.hasStarted, !state.isRunning, !state.isCancelled else { return false }
      state.isRunning = state.demand > 0 || startsAtOnce
      return state.isRunning
    }
    guard isWanted else { return }
    let task = Task { await run() }
    let isLate = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isLate { task.cancel() }
  }

  // MARK: The task

  @concurrent
  private func run() async {
    do throws(Base.Failure) {
      var iterator = OwnOrShared(base, sharing: shared)
      if fault == .subscribesAfterTheFirst, let first = try await iterator.next() {
        hand(first)
        state.withLock { state in state.target }?.callback.receive(subscription: self)
      }
      while await isWanted() {
        guard let element = try await iterator.next() else { return await finish() }
        if fault == .readsAhead, await !waitForDemand() { return }
        if fault == .looksBeforeItHands, let target = targetUnlessCancelled {
          await Task.yield()
          handLate(element, to: target)
        } else {
          hand(element)
        }
      }
      if fault == .iteratesOnAfterCancel { while try await iterator.next() != nil {} }
    } catch {
      await fail(error)
    }
  }

  /// Whether to ask the sequence for the next element.
  private func isWanted() async -> Bool {
    switch fault {
    case .ignoresDemand, .readsAhead, .dropsWithoutDemand:
      !state.withLock { state in state.isCancelled }
    default: await waitForDemand()
    }
  }

  private func waitForDemand() async -> Bool {
    while true {
      let (goesOn, isOver) = state.withLock { state in
        (state.demand > 0 || state.hasOneMore && state.demand == 0, state.isCancelled)
      }
      if isOver { return false }
      if goesOn { return true }
      if fault == .looksBeforeItWaits { await Task.yield() }
      await withCheckedContinuation { waiter in
        let isLate = state.withLock { state in
          let looksAgain = fault != .looksBeforeItWaits
          if looksAgain, state.demand > 0 || state.isCancelled { return true }
          state.waiter = waiter
          return false
        }
        if isLate { waiter.resume() }
      }
    }
  }

  private var targetUnlessCancelled: Target? {
    state.withLock { state in state.isCancelled ? nil : state.target }
  }

  /// Hands over to who was there when somebody looked.
  private func handLate(_ element: Base.Element, to target: Target) {
    state.withLock { state in if state.demand > 0 { state.demand -= .max(1) } }
    let reply = target.callback.receive(element)
    if reply > .none { request(reply) }
  }

  private func hand(_ element: Base.Element) {
    let target = state.withLock { state -> Target? in
      if state.isCancelled, fault != .handsOverAfterCancel { return nil }
      if fault == .dropsWithoutDemand, state.demand == 0 { return nil }
      if state.demand == 0 { state.hasOneMore = false }
      if fault != .takesNothingFromDemand { state.demand -= .max(1) }
      return state.target
    }
    guard let target else { return }
    let reply = target.callback.receive(element)
    if fault != .ignoresTheReply, reply > .none { request(reply) }
  }

  // MARK: The end

  private func finish() async {
    if fault == .needsDemandToFinish {
      state.withLock { state in state.demand -= .max(1) }
      guard await waitForDemand() else { return }
    }
    if fault == .forgetsTheEnd { return }
    if fault == .looksBeforeItFinishes, let target = targetUnlessCancelled {
      await Task.yield()
      state.withLock { state in state.target = nil }
      return target.callback.receive(completion: .finished)
    }
    if fault == .failsOnCancel, state.withLock({ state in state.isCancelled }) {
      if let error = CancellationError() as? Base.Failure { tell(.failure(error)) }
      return
    }
    tell(.finished)
    if fault == .finishesTwice { tell(.finished) }
  }

  private func fail(_ error: Base.Failure) async {
    switch fault {
    case .needsDemandToFail:
      state.withLock { state in state.demand -= .max(1) }
      guard await waitForDemand() else { return }
    case .swallowsTheFailure: return
    case .finishesWhereItFails: return tell(.finished)
    case .finishesAfterCancel where state.withLock({ state in state.isCancelled }):
      return tell(.finished)
    default: break
    }
    tell(.failure(error))
    if fault == .goesOnAfterAFailure { tell(.finished) }
  }

  private func tell(_ completion: Subscribers.Completion<Base.Failure>) {
    let target = state.withLock { state -> Target? in
      let tellsLate =
        switch fault {
        case .handsOverAfterCancel, .finishesAfterCancel, .failsOnCancel: true
        default: false
        }
      let target = state.isCancelled && !tellsLate ? nil : state.target
      let isKept =
        switch fault {
        case .keepsItsSubscriber where state.isCancelled: true
        case .keepsItsSubscriberAtTheEnd, .finishesTwice, .goesOnAfterAFailure: true
        default: false
        }
      if !isKept { state.target = nil }
      return target
    }
    target?.callback.receive(completion: completion)
  }
}
