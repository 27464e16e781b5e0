import FakeListener
import SluiceConformance
import SluiceProducts

/// Traps when it is cancelled, with a message of 5 MiB, as code does that puts a document into it.
enum FaultyTrapsAtLength: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-traps-at-length") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    if state.terminal == nil { fatalError(String(repeating: "a long story ", count: 403_298)) }
    return Effects()
  }
}
