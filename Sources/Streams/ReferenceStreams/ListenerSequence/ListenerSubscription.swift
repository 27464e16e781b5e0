import FakeListener
import Synchronization

/// The registrations, the buffer and the waiting consumers of one iteration.
///
/// It steps the state machine under its lock and does what the machine says outside it: remove
/// first, then resume, so that whoever sees the end finds the registrations gone.
///
/// It is the same for values of all types: they pass through in boxes, which only the listener's
/// side closes and the consumer's side opens. So there is one piece of code, known when it is
/// compiled, and not one for each type that a running program has to look up at every step.
final class ListenerSubscription: ListenerReceiver {
  typealias Answer = ListenerAnswer<BoxedValue, any Error>
  typealias Machine = ListenerStateMachine<
    BoxedValue, any Error, CheckedContinuation<Answer, Never>
  >

  let policies: ListenerPolicies
  private let machine: Mutex<Machine>

  init(
    policies: ListenerPolicies, listeners: [ListenerSequence<BoxedValue, any Error>.Listener]
  ) {
    self.policies = policies
    machine = Mutex(Machine(listeners: listeners))
  }

  /// The answer to one call of `next()`; the first call adds the listeners.
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
  func receive(_ news: Answer) {
    switch news {
    case .element(let value): perform { machine in machine.receive(.value(value)) }
    case .terminal(let terminal): perform { machine in machine.receive(.terminal(terminal)) }
    }
  }

  /// The iteration is ended from the outside; what is buffered is still handed out.
  func finish() {
    perform { machine in machine.cancel(.drains) }
  }

  /// The iterator is gone: nobody will ask any more.
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
  private let subscription: ListenerSubscription

  init(
    policies: ListenerPolicies, listeners: [ListenerSequence<Element, Failure>.Listener]
  ) {
    subscription = ListenerSubscription(
      policies: policies, listeners: listeners.map { listener in listener.boxing })
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

  package func next(
    isolation actor: isolated (any Actor)?
  ) async throws(Failure) -> Element? {
    let answer = await subscription.next(isolation: actor)
    return try answer.unboxed(as: ListenerAnswer<Element, Failure>.self).get()
  }
}

/// A value on its way through an iteration: what the listener's side put into a `ValueBox`.
typealias BoxedValue = any AnyObject & Sendable

/// A box for a value of one type.
private final class ValueBox<Element: Sendable>: Sendable {
  let element: Element

  init(_ element: Element) { self.element = element }
}

extension ListenerAnswer {
  fileprivate var boxed: ListenerAnswer<BoxedValue, any Error> {
    switch self {
    case .element(let element): .element(ValueBox(element))
    case .terminal(.end): .terminal(.end)
    case .terminal(.failure(let failure)): .terminal(.failure(failure))
    }
  }
}

extension ListenerAnswer where Element == BoxedValue, Failure == any Error {
  /// The answer as it was boxed; the listeners of an iteration are of one type.
  fileprivate func unboxed<Value, Reason>(
    as type: ListenerAnswer<Value, Reason>.Type
  ) -> ListenerAnswer<Value, Reason> {
    switch self {
    case .element(let value):
      guard let box = value as? ValueBox<Value> else {
        preconditionFailure("\(value) holds no value of this iteration")
      }
      return .element(box.element)
    case .terminal(.end): return .terminal(.end)
    case .terminal(.failure(let failure)):
      guard let reason = failure as? Reason else {
        preconditionFailure("\(failure) is no error of this iteration")
      }
      return .terminal(.failure(reason))
    }
  }
}

extension ListenerSequence.Listener {
  /// The listener for a subscription, which knows nothing of its types.
  fileprivate var boxing: ListenerSequence<BoxedValue, any Error>.Listener {
    ListenerSequence<BoxedValue, any Error>.Listener { sink in
      add(ListenerSink(to: BoxingReceiver<Element, Failure>(sink))).mapError { failure in failure }
    }
  }
}

/// What puts values into boxes on their way to a subscription.
private final class BoxingReceiver<Element: Sendable, Failure: Error>: ListenerReceiver {
  private let sink: ListenerSink<BoxedValue, any Error>

  init(_ sink: ListenerSink<BoxedValue, any Error>) { self.sink = sink }

  var policies: ListenerPolicies { sink.receiver.policies }

  func receive(_ news: ListenerAnswer<Element, Failure>) { sink.receiver.receive(news.boxed) }
}

/// What a listener's callbacks are handed to: the way of one iteration's values, its error and its
/// end.
///
/// It may be called from any thread, inside add, inside remove and after remove. After the first
/// error or end, and once the consumer is gone, calls have no effect.
package struct ListenerSink<Element: Sendable, Failure: Error>: Sendable {
  fileprivate let receiver: any ListenerReceiver<Element, Failure>

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
