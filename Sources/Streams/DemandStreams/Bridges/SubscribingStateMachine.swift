/// What an iteration of a publisher's values does next, as a pure function of what has happened.
///
/// It calls nobody: each step returns what its caller has to do once the lock is released. Every
/// step is legal in every state: publishers that break their rules are among the callers.
struct SubscribingStateMachine<
  Output: Sendable, Failure: Error, Handle: Sendable, Waiter: Sendable
> {
  typealias Answer = SubscribedAnswer<Output, Failure>

  /// What the caller has to do, in this order; what it holds beside that ends outside the lock too.
  struct Action {
    /// The subscription to cancel.
    var cancelled: Handle?
    /// Consumers that waited, with their answers.
    var resumptions: [(waiter: Waiter, answer: Answer)] = []
    /// What to ask for; the step `requested()` follows.
    var request: (subscription: Handle, demand: Subscribers.Demand)?
    /// What is let go of.
    fileprivate var released: (handle: Handle?, values: Queue<Output>?)

    static var none: Action { Action() }
  }

  private enum Phase {
    /// `next()` has not been called.
    case initial
    /// Values come, as far as anybody knows.
    case running
    /// The end has come; values, then this, still have to be handed out.
    case ending(Subscribers.Completion<Failure>)
    /// `next()` answers the end.
    case over
  }

  private var phase = Phase.initial
  /// How many values may be asked for beforehand; nil where each `next()` asks for its own.
  private let limit: Int?
  private var subscription: Handle?
  /// What has to be asked for as soon as somebody can.
  private var owed = 0
  /// What was asked for and has not come.
  private var outstanding = 0
  /// Whether somebody is calling the subscription's request.
  private var isRequesting = false
  /// What has come and was not taken; empty while a consumer waits.
  private var values = Queue<Output>()
  /// The consumers that wait, in the order of their calls.
  private var waiters = Queue<Waiter>()

  init(bufferingUpTo limit: Int?) {
    self.limit = limit
  }
}

// MARK: The consumer's steps

extension SubscribingStateMachine {
  /// Whether to subscribe now: at the first call of `next()`, unless all is over.
  mutating func begin() -> Bool {
    guard case .initial = phase else { return false }
    phase = .running
    owed = limit ?? 0
    return true
  }

  /// The consumer asks for the next value.
  mutating func ask(_ waiter: Waiter) -> Action {
    switch phase {
    case .initial, .running:
      guard let value = values.popFirst() else {
        waiters.append(waiter)
        if limit == nil { owed += 1 }
        return request()
      }
      owed += 1
      var action = request()
      action.resumptions = [(waiter, .value(value))]
      return action
    case .ending(let completion):
      if let value = values.popFirst() { return Action(resumptions: [(waiter, .value(value))]) }
      phase = .over
      return Action(resumptions: [(waiter, .end(completion))])
    case .over:
      return Action(resumptions: [(waiter, .end(.finished))])
    }
  }

  /// The consumer was cancelled or is gone.
  mutating func cancel() -> Action {
    var action = Action(cancelled: subscription.take())
    action.released.values = values
    values = Queue()
    while let waiter = waiters.popFirst() { action.resumptions.append((waiter, .end(.finished))) }
    phase = .over
    return action
  }
}

// MARK: The publisher's steps

extension SubscribingStateMachine {
  /// The subscription has come; it is refused if there is one, or nobody wants it any more.
  mutating func receive(_ handle: Handle) -> Action {
    guard case .running = phase, subscription == nil else { return Action(cancelled: handle) }
    subscription = handle
    return request()
  }

  /// A value has come; it counts if it was asked for.
  mutating func receive(_ value: Output) -> Action {
    guard case .running = phase, outstanding > 0 else { return .none }
    outstanding -= 1
    guard let waiter = waiters.popFirst() else {
      values.append(value)
      return .none
    }
    if limit != nil { owed += 1 }
    var action = request()
    action.resumptions = [(waiter, .value(value))]
    return action
  }

  /// The end has come.
  mutating func receive(_ completion: Subscribers.Completion<Failure>) -> Action {
    guard case .running = phase else { return .none }
    var action = Action()
    action.released.handle = subscription.take()
    phase = .ending(completion)
    guard let first = waiters.popFirst() else { return action }
    phase = .over
    action.resumptions = [(first, .end(completion))]
    while let waiter = waiters.popFirst() { action.resumptions.append((waiter, .end(.finished))) }
    return action
  }

  /// A request has returned; more may have been owed meanwhile.
  mutating func requested() -> Action {
    isRequesting = false
    return request()
  }

  private mutating func request() -> Action {
    guard owed > 0, !isRequesting, let subscription else { return .none }
    let demand = owed
    owed = 0
    outstanding += demand
    isRequesting = true
    return Action(request: (subscription, .max(demand)))
  }
}

/// What `next()` answers.
enum SubscribedAnswer<Output: Sendable, Failure: Error>: Sendable {
  /// A value.
  case value(Output)
  /// The end, or the failure.
  case end(Subscribers.Completion<Failure>)
}
