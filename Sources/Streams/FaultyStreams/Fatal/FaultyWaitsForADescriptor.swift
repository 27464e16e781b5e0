internal import CBlockingCalls
import FakeListener
import SluiceConformance
import SluiceProducts

/// Blocks its thread when it lets go of its listener, until a descriptor can be read to which
/// nobody writes.
///
/// The simulation sees that nobody inside can: what comes from outside is waited for by nobody.
enum FaultyWaitsForADescriptor: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-waits-for-a-descriptor") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func perform(_ effects: Effects) {
    if let removed = effects.removed {
      removed.remove()
      _ = blocking_gate_pass(blocking_gate_make(BLOCKING_EPOLL_WAIT), -1)
    }
    if let resumed = effects.resumed { resumed.waiter.resume(returning: resumed.answer) }
  }
}
