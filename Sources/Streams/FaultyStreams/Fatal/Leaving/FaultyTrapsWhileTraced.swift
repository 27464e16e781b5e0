internal import CBlockingCalls
import FakeListener
import SluiceConformance
import SluiceProducts

/// Has its parent trace it when it is cancelled, and traps.
///
/// The signal stops a traced thread, which then waits until its tracer lets it go on: no handler of
/// the process runs, and nothing ends.
enum FaultyTrapsWhileTraced: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-traps-while-traced") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    hostile_trace_me()
    fatalError("a stream that is traced was cancelled")
  }
}
