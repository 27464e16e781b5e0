import ReferenceStreams
import Synchronization

/// A stream of any product that is right but for one thing: under one order of two answers it
/// resumes a continuation twice.
///
/// It is over the listeners of the product's reference stream, and has a state of its own.
struct TwiceAnsweredSequence<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  let listeners: [ListenerSequence<Element, Failure>.Listener]
  let fault: TwiceAnswered
  /// Told of each iteration.
  let began: @Sendable (TwiceAnsweredSubscription<Element, Failure>) -> Void

  init(
    _ right: ListenerSequence<Element, Failure>, _ fault: TwiceAnswered,
    began: @escaping @Sendable (TwiceAnsweredSubscription<Element, Failure>) -> Void = { _ in }
  ) {
    listeners = right.listeners
    self.fault = fault
    self.began = began
  }

  func makeAsyncIterator() -> Iterator {
    let subscription = TwiceAnsweredSubscription(listeners, fault)
    began(subscription)
    return Iterator(iteration: Iteration(subscription))
  }

  struct Iterator: AsyncIteratorProtocol {
    let iteration: Iteration

    func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
      try await iteration.subscription.next(isolation: actor).get()
    }
  }

  /// What the consumer's side alone holds; its end is the iterator's.
  final class Iteration: Sendable {
    let subscription: TwiceAnsweredSubscription<Element, Failure>

    init(_ subscription: TwiceAnsweredSubscription<Element, Failure>) {
      self.subscription = subscription
    }

    deinit {
      subscription.abandon()
    }
  }
}

/// What the listeners and the consumer share.
final class TwiceAnsweredSubscription<Element: Sendable, Failure: Error>: ListenerReceiver {
  typealias Answer = ListenerAnswer<Element, Failure>
  typealias Waiter = CheckedContinuation<Answer, Never>
  typealias Listener = ListenerSequence<Element, Failure>.Listener

  private struct State {
    /// The listeners, until they are added.
    var listeners: [Listener]?
    var removals: [ListenerRemoval] = []
    var buffer: [Element] = []
    var terminal: Answer.Terminal?
    var waiter: Waiter?
    /// Whom something has answered, until it asks again: the fault is to keep it.
    var answered: (waiter: Waiter, by: TwiceAnswered.Cause)?
  }

  /// What to do outside the lock: remove first, then resume.
  private struct Effects {
    var removals: [ListenerRemoval] = []
    var resumed: (waiter: Waiter, answer: Answer)?
  }

  let policies = ListenerPolicies()
  private let fault: TwiceAnswered
  private let state: Mutex<State>

  init(_ listeners: [Listener], _ fault: TwiceAnswered) {
    self.fault = fault
    state = Mutex(State(listeners: listeners))
  }

  func next(isolation actor: isolated (any Actor)?) async -> Answer {
    await withTaskCancellationHandler(
      operation: {
        addListeners()
        return await withCheckedContinuation(isolation: actor) { waiter in
          perform { state in ask(waiter, &state) }
        }
      },
      onCancel: {
        perform { state in
          state.buffer = []
          return end(&state, with: .end, because: .cancel)
        }
      },
      isolation: actor)
  }

  func receive(_ news: Answer) {
    perform { state in
      switch news {
      case .terminal(.end): end(&state, with: .end, because: .end)
      case .terminal(.failure(let error)): end(&state, with: .failure(error), because: .error)
      case .element(let element): accept(element, &state)
      }
    }
  }

  /// The app ends the iteration; what is buffered is still handed out.
  func finish() {
    perform { state in end(&state, with: .end, because: .end) }
  }

  /// The iterator is gone, and with it who waited.
  func abandon() {
    perform { state in
      state.answered = nil
      state.buffer = []
      return end(&state, with: .end, because: .cancel)
    }
  }

  private func addListeners() {
    guard let listeners = state.withLock({ state in state.listeners.take() }) else { return }
    let sink = ListenerSink(to: self)
    for listener in listeners {
      guard state.withLock({ state in state.terminal == nil }) else { return }
      switch listener.add(sink) {
      case .success(let removal):
        perform { state in
          guard state.terminal == nil else { return Effects(removals: [removal]) }
          state.removals.append(removal)
          return Effects()
        }
      case .failure(let error): receive(.terminal(.failure(error)))
      }
    }
  }

  private func ask(_ waiter: Waiter, _ state: inout State) -> Effects {
    state.answered = nil
    if !state.buffer.isEmpty {
      return Effects(resumed: (waiter, .element(state.buffer.removeFirst())))
    }
    guard let terminal = state.terminal else {
      state.waiter = waiter
      return Effects()
    }
    state.terminal = .end
    return Effects(resumed: (waiter, .terminal(terminal)))
  }

  private func accept(_ element: Element, _ state: inout State) -> Effects {
    if let waiter = waiterAnswered(before: .value, state) {
      return Effects(resumed: (waiter, .element(element)))
    }
    guard state.terminal == nil else { return Effects() }
    guard let waiter = state.waiter.take() else {
      state.buffer.append(element)
      return Effects()
    }
    state.answered = (waiter, .value)
    return Effects(resumed: (waiter, .element(element)))
  }

  private func end(
    _ state: inout State, with terminal: Answer.Terminal, because cause: TwiceAnswered.Cause
  ) -> Effects {
    var effects = Effects()
    if let waiter = waiterAnswered(before: cause, state) {
      effects.resumed = (waiter, .terminal(terminal))
    }
    guard state.terminal == nil else {
      if cause == .cancel { state.terminal = .end }
      return effects
    }
    effects.removals = state.removals
    state.removals = []
    if let waiter = state.waiter.take() {
      state.terminal = .end
      state.answered = (waiter, cause)
      effects.resumed = (waiter, .terminal(terminal))
    } else {
      state.terminal = terminal
    }
    return effects
  }

  /// Who was answered and is answered again: the fault.
  private func waiterAnswered(before cause: TwiceAnswered.Cause, _ state: State) -> Waiter? {
    guard
      let answered = state.answered, answered.by == fault.causes.first,
      cause == fault.causes.second
    else { return nil }
    return answered.waiter
  }

  private func perform(_ step: (inout State) -> Effects) {
    let effects = state.withLock { state in step(&state) }
    for removal in effects.removals { removal() }
    if let resumed = effects.resumed { resumed.waiter.resume(returning: resumed.answer) }
  }
}
