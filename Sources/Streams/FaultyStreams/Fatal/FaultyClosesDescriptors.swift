import FakeListener
import Glibc
import SluiceConformance
import SluiceProducts

/// Closes every descriptor of its process when it is cancelled, as code does that means to start
/// another program.
///
/// The line between a worker and its run is among them: nothing of that process can be heard any
/// more.
enum FaultyClosesDescriptors: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-closes-descriptors") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    for number in Int32(3)..<64 { close(number) }
    return state.cancel()
  }
}
