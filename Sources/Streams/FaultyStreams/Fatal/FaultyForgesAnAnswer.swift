import FakeListener
import Foundation
import SluiceConformance
import SluiceProducts

/// Writes to its worker's line when it is cancelled, as if the kit had written that.
enum FaultyForgesAnAnswer: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-forges-an-answer") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    // The descriptor on which a worker answers.
    let answers = FileHandle(fileDescriptor: 4, closeOnDealloc: false)
    try? answers.write(contentsOf: Data("answer 0 passed\n".utf8))
    return state.cancel()
  }
}
