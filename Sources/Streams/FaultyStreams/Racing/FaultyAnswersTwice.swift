import FakeListener
import SluiceConformance
import SluiceProducts

/// Breaks `errors.single-winner`: a cancel and an error each answer the consumer.
///
/// A cancel answers and removes, and that all is over it notes only when the consumer asks again;
/// an error that comes while remove is on the stack finds the iteration going on, and answers too.
/// A continuation that both of them resume traps the process. Here each answer takes what is there,
/// as in a hand-written channel, so that the second one waits and comes out past the end: the rules
/// can say what went wrong, and every schedule can be tried in one process.
enum FaultyAnswersTwice: HandwrittenSteps {
  static let subject = RacingSubject(
    subject: .overListener("faulty-answers-twice") { source, options in
      HandwrittenSequence<Self>(source: source, options: options)
    },
    rule: "errors.single-winner",
    caseID: "listener/cancellation/races/an error races the remove of a cancelled consumer")

  static func cancel(_ state: inout State) -> Effects {
    if state.isNoted { return Effects() }
    guard state.terminal == nil, let handle = state.handle.take() else { return state.cancel() }
    state.buffer = []
    state.isNoted = true
    return Effects(
      removed: handle, resumed: state.waiter.take().map { waiter in (waiter, .end) })
  }

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if state.isNoted, case .value = event { return Effects() }
    return state.receive(event)
  }

  static func ask(_ waiter: Waiter, _ state: inout State) -> Effects {
    if state.isNoted, state.terminal == nil { state.terminal = .end }
    return state.ask(waiter)
  }
}
