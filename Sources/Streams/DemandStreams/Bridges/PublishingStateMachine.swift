/// What the subscription of a sequence's publisher does next, as a pure function of what happened.
///
/// It calls nobody: each step returns what its caller has to do once the lock is released. Every
/// step is legal in every state, but for those of the task, which there is only one of.
struct PublishingStateMachine<Base: Sendable, Target: Sendable, Waiter: Sendable> {
  /// What the caller has to do; what it holds beside that ends outside the lock, too.
  struct Action {
    /// The sequence to be iterated by a new task.
    var start: Base?
    /// The task that waited for demand, and whether it goes on.
    var resumption: (waiter: Waiter, goesOn: Bool)?
    /// The task to cancel.
    var task: Task<Void, Never>?
    /// What is let go of.
    fileprivate var released: (Base?, Target?)

    static var none: Action { Action() }
  }

  private enum Phase {
    /// The subscriber is being told of its subscription.
    case subscribing(Base)
    /// Nothing was asked for yet.
    case idle(Base)
    /// The task asks the sequence, or calls the subscriber.
    case running
    /// The task waits for demand.
    case waiting(Waiter)
    /// Nothing is handed over any more.
    case over
  }

  private var phase: Phase
  private var demand = Subscribers.Demand.none
  /// Who is told; nil when it is over.
  private var target: Target?
  private var task: Task<Void, Never>?
  /// Whether nobody can ask any more but who is called.
  private var isAbandoned = false
  private let readsAhead: Bool

  init(of base: Base, to target: Target, readingAhead: Bool) {
    phase = .subscribing(base)
    self.target = target
    readsAhead = readingAhead
  }
}

// MARK: The subscriber's steps

extension PublishingStateMachine {
  /// The subscriber has its subscription: from now on it can be called.
  mutating func subscribed() -> Action {
    guard case .subscribing(let base) = phase else { return .none }
    phase = .idle(base)
    return goOn()
  }

  /// So much more is asked for.
  mutating func request(_ more: Subscribers.Demand) -> Action {
    if case .over = phase { return .none }
    demand += more
    return goOn()
  }

  /// Everything ends, and nothing more is handed over.
  mutating func cancel() -> Action {
    var action = Action(task: task)
    action.released.1 = target
    switch phase {
    case .subscribing(let base), .idle(let base): action.released.0 = base
    case .waiting(let waiter): action.resumption = (waiter, false)
    case .running, .over: break
    }
    phase = .over
    target = nil
    task = nil
    return action
  }

  /// The subscription is held by nobody; it ends as soon as nothing is asked for.
  mutating func abandon() -> Action {
    isAbandoned = true
    switch phase {
    case .idle, .waiting: return cancel()
    case .subscribing, .running, .over: return .none
    }
  }

  /// Begins or goes on, if there is reason to.
  private mutating func goOn() -> Action {
    switch phase {
    case .idle(let base) where demand > 0 || readsAhead:
      phase = .running
      return Action(start: base)
    case .waiting(let waiter) where demand > 0:
      phase = .running
      return Action(resumption: (waiter, true))
    case .subscribing, .idle, .running, .waiting, .over:
      return .none
    }
  }
}

// MARK: The task's steps

extension PublishingStateMachine {
  /// The task is there to be cancelled; if all is over meanwhile, at once.
  mutating func started(_ task: Task<Void, Never>) -> Action {
    if case .over = phase { return Action(task: task) }
    self.task = task
    return .none
  }

  /// Whether the task goes on; nil if it has to wait.
  mutating func goesOn() -> Bool? {
    if case .over = phase { return false }
    return demand > 0 ? true : nil
  }

  /// The task waits for demand, unless something has happened since it asked.
  mutating func wait(_ waiter: Waiter) -> Action {
    if let goesOn = goesOn() { return Action(resumption: (waiter, goesOn)) }
    phase = .waiting(waiter)
    return isAbandoned ? cancel() : .none
  }

  /// An element was asked for and is there: the subscriber to call; nil if all is over.
  mutating func deliver() -> Target? {
    guard case .running = phase else { return nil }
    demand -= 1
    return target
  }

  /// The sequence has ended: the subscriber to call; nil if all was over before.
  mutating func end() -> Target? {
    guard case .running = phase else { return nil }
    phase = .over
    task = nil
    return target.take()
  }
}
