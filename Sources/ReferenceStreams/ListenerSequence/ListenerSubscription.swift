import FakeListener
import Synchronization

/// The registrations, the buffer and the waiting consumers of one iteration.
///
/// It steps the state machine under its lock and does what the machine says outside it: remove
/// first, then resume, so that whoever sees the end finds the registrations gone.
final class ListenerSubscription<Element: Sendable, Failure: Error>: ListenerReceiver {
  typealias Answer = ListenerAnswer<Element, Failure>
  typealias Machine = ListenerStateMachine<
    Element, Failure, CheckedContinuation<Answer, Never>
  >

  let policies: ListenerPolicies
  private let machine: Mutex<Machine>

  @specialized(where Element == SentinelElement, Failure == any Error)
  init(policies: ListenerPolicies, listeners: [ListenerSequence<Element, Failure>.Listener]) {
    self.policies = policies
    machine = Mutex(Machine(listeners: listeners))
  }

  /// The answer to one call of `next()`; the first call adds the listeners.
  @specialized(where Element == SentinelElement, Failure == any Error)
  func next(isolation actor: isolated (any Actor)?) async -> Answer {
    await withTaskCancellationHandler(
      operation: {
        addListeners()
        return await withCheckedContinuation(isolation: actor) { waiter in
          perform { machine in machine.ask(waiter) }
        }
      },
      onCancel: {
        perform { [policies] machine in machine.cancel(policies.bufferOnCancel) }
      },
      isolation: actor)
  }

  /// What a listener was called with.
  @specialized(where Element == SentinelElement, Failure == any Error)
  func receive(_ news: Answer) {
    switch news {
    case .element(let element): perform { machine in machine.receive(.value(element)) }
    case .terminal(let terminal): perform { machine in machine.receive(.terminal(terminal)) }
    }
  }

  /// The iteration is ended from the outside; what is buffered is still handed out.
  func finish() {
    perform { machine in machine.cancel(.drains) }
  }

  /// The iterator is gone: nobody will ask any more.
  @specialized(where Element == SentinelElement, Failure == any Error)
  func abandon() {
    perform { machine in machine.cancel(.drops) }
  }

  /// Adds the listeners one by one, unless that was done before; stops when the iteration is over
  /// meanwhile.
  private func addListeners() {
    guard let listeners = machine.withLock({ machine in machine.begin() }) else { return }
    let sink = ListenerSink(to: self)
    for listener in listeners {
      guard machine.withLock({ machine in machine.isAdding }) else { return }
      switch listener.add(sink) {
      case .success(let removal):
        perform { machine in machine.added(removal) }
      case .failure(let failure):
        perform { machine in machine.addThrew(failure) }
        return
      }
    }
    machine.withLock { machine in machine.addedAll() }
  }

  private func perform(_ step: (inout Machine) -> Machine.Action) {
    let action = machine.withLock { machine in step(&machine) }
    for removal in action.removals { removal() }
    if let resumption = action.resumption { resume(resumption) }
    for resumption in action.furtherResumptions { resume(resumption) }
  }

  private func resume(_ resumption: Machine.Resumption) {
    resumption.waiter.resume(returning: resumption.answer)
  }
}

/// One iteration, whose end releases its registrations: the sole owner of a subscription on the
/// consumer's side.
///
/// The source holds the subscription too, by the listeners' closures; this object is what it does
/// not hold.
package final class ListenerIteration<Element: Sendable, Failure: Error>: Sendable {
  private let subscription: ListenerSubscription<Element, Failure>

  init(_ subscription: ListenerSubscription<Element, Failure>) {
    self.subscription = subscription
  }

  deinit {
    subscription.abandon()
  }

  /// Ends the iteration from the outside: its listeners are removed, and the values that have come
  /// are handed out before the end.
  package func finish() {
    subscription.finish()
  }

  /// Ends the iteration because nobody will ask any more.
  package func abandon() {
    subscription.abandon()
  }

  @inline(__always)
  package func next(
    isolation actor: isolated (any Actor)?
  ) async throws(Failure) -> Element? {
    try await subscription.next(isolation: actor).get()
  }
}

/// What a listener's callbacks are handed to: the way of one iteration's values, its error and its
/// end.
///
/// It may be called from any thread, inside add, inside remove and after remove. After the first
/// error or end, and once the consumer is gone, calls have no effect.
package struct ListenerSink<Element: Sendable, Failure: Error>: Sendable {
  private let receiver: any ListenerReceiver<Element, Failure>

  /// The way to a receiver.
  package init(to receiver: any ListenerReceiver<Element, Failure>) {
    self.receiver = receiver
  }

  /// Hands over a value.
  package func send(_ element: Element) {
    receiver.receive(.element(element))
  }

  /// Ends the iteration with an error, after the values before it.
  package func fail(_ failure: Failure) {
    receiver.receive(.terminal(.failure(failure)))
  }

  /// Ends the iteration, after the values before it.
  package func finish() {
    receiver.receive(.terminal(.end))
  }

  /// Hands over what a callback of two optionals brought; the sequence's policies say what none or
  /// both of them mean.
  package func receive(_ element: Element?, _ failure: Failure?) {
    let policies = receiver.policies
    switch (element, failure) {
    case (let element?, nil): send(element)
    case (nil, let failure?): fail(failure)
    case (let element?, let failure?):
      switch policies.ambiguousEvent {
      case .fails: fail(failure)
      case .yields: send(element)
      }
    case (nil, nil):
      switch policies.emptyEvent {
      case .ignored: break
      case .ends: finish()
      }
    }
  }
}

/// What a sink hands over to: the listeners' side of one iteration.
///
/// Wrong streams have one of their own over the same listeners.
package protocol ListenerReceiver<Element, Failure>: AnyObject, Sendable {
  /// A value that listeners are called with.
  associatedtype Element: Sendable
  /// The error that they are called with.
  associatedtype Failure: Error

  /// What to do where implementations differ.
  var policies: ListenerPolicies { get }

  /// A listener was called; it may come from any thread, also when all is over.
  func receive(_ news: ListenerAnswer<Element, Failure>)
}
