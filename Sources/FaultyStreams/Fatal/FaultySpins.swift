import FakeListener
import SluiceConformance

/// Spins for ever when it is cancelled, in a tight loop that awaits nothing.
///
/// Nothing in its process can stop that: only the watchdog of the supervisor, in real time. So it
/// is of no use without a worker process of its own.
enum FaultySpins: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-spins") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    guard state.terminal == nil else { return Effects() }
    var rounds: UInt64 = 0
    while state.terminal == nil { rounds &+= 1 }
    preconditionFailure("the loop ended after \(rounds) rounds")
  }
}
