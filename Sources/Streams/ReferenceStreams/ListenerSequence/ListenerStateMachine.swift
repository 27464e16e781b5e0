import struct DemandStreams.Queue

/// What one iteration of a listener sequence does next, as a pure function of what has happened.
///
/// It calls nobody: each step returns what its caller has to do once the lock is released. Every
/// step is legal in every state, since callbacks, cancellations and calls of `next()` come from
/// anywhere at any time; only an element is not asked for before the iteration has begun.
package struct ListenerStateMachine<Element: Sendable, Failure: Error, Waiter: Sendable> {
  package typealias Listener = ListenerSequence<Element, Failure>.Listener

  package typealias Answer = ListenerAnswer<Element, Failure>
  package typealias Terminal = Answer.Terminal

  /// What a listener is called with.
  package enum Event {
    case value(Element)
    case terminal(Terminal)
  }

  /// A consumer that waited, with its answer.
  package typealias Resumption = (waiter: Waiter, answer: Answer)

  /// What the caller has to do, in this order; what it holds beside that ends outside the lock too.
  package struct Action: Sendable {
    /// The removals to call.
    package var removals: [ListenerRemoval] = []
    /// The consumer to resume after that.
    package var resumption: Resumption?
    /// The other consumers to resume, where several wait for the end.
    package var furtherResumptions: [Resumption] = []
    /// Values that nobody will ask for.
    var discarded: Queue<Element>?
    /// Listeners that will never be added.
    var unused: [Listener] = []

    static var none: Action { Action() }
  }

  /// A running iteration.
  private struct Running {
    /// How the listeners added so far are removed.
    var removals: [ListenerRemoval] = []
    /// Values that no consumer has asked for; empty while a consumer waits.
    var buffer = Queue<Element>()
    /// The consumers that wait, in the order of their calls.
    ///
    /// More than one is possible where an iteration is shared.
    var waiters = Queue<Waiter>()
    /// Whether listeners are still being added.
    var isAdding = true
  }

  private enum State {
    /// `next()` has not been called.
    case initial([Listener])
    /// Listeners are being added or have been added, and nothing has ended the iteration.
    case running(Running)
    /// Everything that was added is removed; values, then the terminal, still have to be handed
    /// out.
    case ending(Queue<Element>, Terminal)
    /// `next()` answers the end.
    case finished
    /// The state while it is being changed, so that its contents are never held twice.
    case changing
  }

  private var state: State

  package init(listeners: [Listener]) {
    state = .initial(listeners)
  }
}

extension ListenerStateMachine {
  /// Whether the next listener is still wanted.
  package var isAdding: Bool {
    if case .running(let running) = state { running.isAdding } else { false }
  }

  /// The first call of `next()` gets the listeners to add; every other gets nil.
  package mutating func begin() -> [Listener]? {
    guard case .initial(let listeners) = state else { return nil }
    state = .running(Running())
    return listeners
  }

  /// A listener was added; if the iteration ended while that happened, it is removed right away.
  package mutating func added(_ removal: @escaping ListenerRemoval) -> Action {
    guard case .running(var running) = state else { return Action(removals: [removal]) }
    state = .changing
    running.removals.append(removal)
    state = .running(running)
    return .none
  }

  /// All listeners were added.
  package mutating func addedAll() {
    guard case .running(var running) = state else { return }
    state = .changing
    running.isAdding = false
    state = .running(running)
  }

  /// A listener could not be added: the iteration fails after the values that the others brought.
  package mutating func addThrew(_ failure: Failure) -> Action {
    receive(.terminal(.failure(failure)))
  }

  /// A listener was called; after the end this changes nothing.
  package mutating func receive(_ event: Event) -> Action {
    guard case .running(var running) = state else { return .none }
    state = .changing
    switch event {
    case .terminal(let terminal):
      return end(running, with: terminal)
    case .value(let element):
      let waiter = running.waiters.popFirst()
      if waiter == nil { running.buffer.append(element) }
      state = .running(running)
      guard let waiter else { return .none }
      return Action(resumption: (waiter, .element(element)))
    }
  }

  /// The consumer asks for the next element.
  package mutating func ask(_ waiter: Waiter) -> Action {
    switch state {
    case .running(var running):
      state = .changing
      let element = running.buffer.popFirst()
      if element == nil { running.waiters.append(waiter) }
      state = .running(running)
      guard let element else { return .none }
      return Action(resumption: (waiter, .element(element)))
    case .ending(var buffer, let terminal):
      state = .changing
      guard let element = buffer.popFirst() else {
        state = .finished
        return Action(resumption: (waiter, .terminal(terminal)))
      }
      state = .ending(buffer, terminal)
      return Action(resumption: (waiter, .element(element)))
    case .finished:
      return Action(resumption: (waiter, .terminal(.end)))
    case .initial, .changing:
      preconditionFailure("an element was asked for in the state \(state)")
    }
  }

  /// The consumer was cancelled or is gone; what is buffered is handed out or dropped.
  package mutating func cancel(_ policy: ListenerPolicies.BufferOnCancel) -> Action {
    switch (state, policy) {
    case (.initial(let listeners), _):
      state = .finished
      return Action(unused: listeners)
    case (.running(let running), .drains):
      return end(running, with: .end)
    case (.running(var running), .drops):
      let buffer = running.buffer
      running.buffer = Queue()
      var action = end(running, with: .end)
      action.discarded = buffer
      return action
    case (.ending(let buffer, _), .drops):
      state = .finished
      return Action(discarded: buffer)
    case (.ending, .drains), (.finished, _):
      return .none
    case (.changing, _):
      preconditionFailure("the iteration was cancelled inside a step of its own")
    }
  }

  /// Leaves the running state: everything is removed, and the waiting consumers learn how it ended,
  /// the first of them the error, if there is one.
  private mutating func end(_ running: Running, with terminal: Terminal) -> Action {
    var waiters = running.waiters
    guard let first = waiters.popFirst() else {
      state = .ending(running.buffer, terminal)
      return Action(removals: running.removals)
    }
    state = .finished
    var action = Action(removals: running.removals, resumption: (first, .terminal(terminal)))
    while let waiter = waiters.popFirst() {
      action.furtherResumptions.append((waiter, .terminal(.end)))
    }
    return action
  }
}

/// What `next()` answers.
package enum ListenerAnswer<Element: Sendable, Failure: Error>: Sendable {
  /// A value.
  case element(Element)
  /// The end, or the error.
  case terminal(Terminal)

  /// How an iteration ends.
  package enum Terminal: Sendable {
    /// Normally.
    case end
    /// With the source's error.
    case failure(Failure)
  }

  /// The answer as an iterator gives it.
  ///
  /// - Throws: The source's error.
  package func get() throws(Failure) -> Element? {
    switch self {
    case .element(let element): element
    case .terminal(.end): nil
    case .terminal(.failure(let failure)): throw failure
    }
  }
}
