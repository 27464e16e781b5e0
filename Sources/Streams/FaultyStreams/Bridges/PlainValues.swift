package import DemandStreams
import SluiceSimulation
import Synchronization

/// A publisher's values as one writes a sequence of them in an hour: the iterator subscribes, asks
/// for one value at a time, and waits in a continuation.
///
/// It is right, and the control, unless it is made with a fault, which is one step done otherwise.
package struct PlainValues<Base: Publisher & Sendable>: AsyncSequence, Sendable
where Base.Output: Sendable {
  package typealias Element = Base.Output
  package typealias Failure = Base.Failure

  private let base: Base
  private let fault: SubscribingFault?

  /// The values of a publisher, with one fault or none.
  package init(_ base: Base, with fault: SubscribingFault?) {
    self.base = base
    self.fault = fault
  }

  package func makeAsyncIterator() -> Iterator {
    let iterator = Iterator(base: base, inbox: Inbox(with: fault))
    if fault == .subscribesWhenMade { iterator.subscribe() }
    return iterator
  }

  package final class Iterator: AsyncIteratorProtocol {
    private let base: Base
    private let inbox: Inbox<Base.Output, Base.Failure>
    private var isSubscribed = false

    fileprivate init(base: Base, inbox: Inbox<Base.Output, Base.Failure>) {
      self.base = base
      self.inbox = inbox
    }

    deinit {
      if inbox.fault != .leavesItsSubscriptionWhenDropped { inbox.cancel() }
    }

    fileprivate func subscribe() {
      isSubscribed = true
      base.subscribe(inbox)
    }

    package func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Output? {
      let inbox = inbox
      let answer = await withTaskCancellationHandler(
        operation: {
          if !isSubscribed, !Task.isCancelled {
            if inbox.fault == .looksBeforeItSubscribes { await Task.yield() }
            subscribe()
          }
          return await inbox.take(isolation: actor)
        }, onCancel: { inbox.cancel() }, isolation: actor)
      switch answer {
      case .value(let value): return value
      case .end(.finished): return nil
      case .end(.failure(let failure)): throw failure
      }
    }
  }
}

/// What came of a publisher.
private final class Inbox<Output: Sendable, Failure: Error>: Subscriber, Sendable {
  enum News {
    case value(Output)
    case end(Subscribers.Completion<Failure>)
  }

  typealias Waiter = CheckedContinuation<News, Never>

  private struct State {
    var subscription: CallbackBox<any Subscription>?
    var waiter: Waiter?
    var values: [Output] = []
    var end: Subscribers.Completion<Failure>?
    /// What is asked for when the subscription comes.
    var owed = 0
    var hasAsked = false
    var isOver = false
  }

  let fault: SubscribingFault?
  private let state = Mutex(State())

  init(with fault: SubscribingFault?) {
    self.fault = fault
  }

  func take(isolation actor: isolated (any Actor)?) async -> News {
    if fault == .waitsAfterItAsks { ask() }
    let looksOnce = fault == .looksBeforeItAsks
    let wasOver = looksOnce && state.withLock { state in state.isOver }
    if looksOnce { await Task.yield() }
    return await withCheckedContinuation(isolation: actor) { waiter in
      let news = state.withLock { state -> News? in
        if looksOnce ? wasOver : state.isOver { return .end(.finished) }
        if !state.values.isEmpty { return .value(state.values.removeFirst()) }
        if let end = state.end.take() {
          state.isOver = fault != .handsOutAfterTheEnd
          return .end(end)
        }
        state.waiter = waiter
        return nil
      }
      if let news { return waiter.resume(returning: news) }
      if fault != .waitsAfterItAsks { ask() }
    }
  }

  private var asksForEverything: Bool {
    fault == .asksForEverything || fault == .keepsTheNewestOnly
  }

  private func ask() {
    let count = fault == .asksForTwo ? 2 : 1
    let subscription = state.withLock { state in
      defer { state.hasAsked = true }
      if fault == .asksOnceOnly, state.hasAsked { return CallbackBox<any Subscription>?.none }
      if state.subscription == nil, fault != .forgetsWhatItOwes { state.owed += count }
      return state.subscription
    }
    if !asksForEverything { subscription?.callback.request(.max(count)) }
  }

  /// Whether values come that nobody waits for, because they were asked for beforehand.
  private var asksAhead: Bool { asksForEverything || fault == .asksForTwo }

  // MARK: The publisher's side

  func receive(subscription: any Subscription) {
    let box = CallbackBox(subscription)
    let owed = state.withLock { state -> Int? in
      let keepsIt = fault == .keepsALateSubscription || fault == .looksBeforeItSubscribes
      let isLate = state.isOver && !keepsIt
      if isLate || state.subscription != nil && fault != .keepsASecondSubscription { return nil }
      state.subscription = box
      defer { state.owed = 0 }
      return state.owed
    }
    guard let owed else {
      if fault != .ignoresASecondSubscription { subscription.cancel() }
      return
    }
    if asksForEverything {
      subscription.request(.unlimited)
    } else if owed > 0 || fault == .asksForNoneFirst {
      subscription.request(.max(owed))
    }
  }

  func receive(_ input: Output) -> Subscribers.Demand {
    let (waiter, late, paused) = state.withLock { state in
      if state.isOver {
        let late = fault == .cancelsAtTheNextValue ? state.subscription.take() : nil
        return (Waiter?.none, late, late)
      }
      // Nobody can have asked for it.
      if state.subscription == nil { return (Waiter?.none, nil, nil) }
      let waiter = state.waiter.take()
      // It asks while it waits: what comes else is more than it has asked for.
      if waiter == nil, asksAhead {
        if fault == .keepsTheNewestOnly { state.values = [] }
        state.values.append(input)
      }
      return (waiter, nil, state.subscription)
    }
    if fault == .hopsBeforeItHands, let waiter {
      hand(input, to: waiter)
    } else {
      waiter?.resume(returning: .value(input))
    }
    if fault == .pausesWithNone { paused?.callback.request(.none) }
    late?.callback.cancel()
    return .none
  }

  /// Puts the waiter back, and hands the value on in a task, to whoever waits then.
  private func hand(_ input: Output, to waiter: Waiter) {
    state.withLock { state in state.waiter = waiter }
    Task {
      let waiter = self.state.withLock { state in state.waiter.take() }
      waiter?.resume(returning: .value(input))
    }
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    var completion = completion
    if case .failure = completion, fault == .endsWhereItFails { completion = .finished }
    let last = state.withLock { [completion] state in
      let last = (waiter: state.waiter, subscription: state.subscription)
      guard !state.isOver else { return (Waiter?.none, last.subscription) }
      state.waiter = nil
      if last.waiter != nil {
        state.isOver = fault != .handsOutAfterTheEnd
      } else if state.end == nil, fault != .missesAnEarlyEnd {
        state.end = completion
      }
      if fault != .handsOutAfterTheEnd { state.subscription = nil }
      return last
    }
    last.0?.resume(returning: .end(completion))
  }

  // MARK: The consumer's side

  func cancel() {
    let last = state.withLock { state in
      let last = (waiter: state.waiter, subscription: state.subscription)
      state.isOver = true
      state.values = []
      if fault != .leavesItsConsumer { state.waiter = nil }
      if fault != .cancelsAtTheNextValue { state.subscription = nil }
      return last
    }
    switch fault {
    case .leavesItsSubscription, .cancelsAtTheNextValue: break
    default: last.subscription?.callback.cancel()
    }
    if fault != .leavesItsConsumer { last.waiter?.resume(returning: .end(.finished)) }
  }
}
