import FakeListener
import SluiceConformance
import SluiceProducts

/// Traps when it is cancelled, as a continuation that is resumed twice does.
enum FaultyTraps: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-traps") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    guard state.terminal != nil else { fatalError("a stream that traps when it is cancelled") }
    return Effects()
  }
}
