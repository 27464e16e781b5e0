import FakeListener
import SluiceConformance
import SluiceProducts

/// Breaks `cancellation.registration-race`: it looks under its lock that nobody has cancelled,
/// unlocks, adds, and keeps the handle as if that still held.
///
/// That the source may end while add is on the stack it has thought of; a cancel that comes there
/// finds no handle, and nobody looks again.
enum FaultyChecksUnlocksAndAdds: HandwrittenSteps {
  static let subject = RacingSubject(
    subject: .overListener("faulty-checks-unlocks-and-adds") { source, options in
      HandwrittenSequence<Self>(source: source, options: options)
    },
    rule: "cancellation.registration-race",
    caseID: "listener/cancellation/early/a consumer is cancelled while its start is under way/0ms")

  static func cancel(_ state: inout State) -> Effects {
    state.isNoted = state.isRegistered && state.handle == nil && state.terminal == nil
    return state.cancel()
  }

  static func added(_ handle: ListenerHandle, _ state: inout State) -> Effects {
    guard state.isNoted else { return state.added(handle) }
    state.handle = handle
    return Effects()
  }
}
