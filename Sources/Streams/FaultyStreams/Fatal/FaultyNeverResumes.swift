import FakeListener
import SluiceConformance
import SluiceProducts

/// Hangs for ever once it is cancelled: the listener is removed, and nobody wakes the consumer.
///
/// The simulation sees at once that nothing is left to happen and a consumer still waits; no time
/// has to pass for it, and the process goes on with the next case.
enum FaultyNeverResumes: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-never-resumes") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    Effects(removed: state.handle.take())
  }
}
