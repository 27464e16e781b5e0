import FakeListener
import Foundation
package import SluiceConformance
import SluiceProducts

/// Starts as many idle tasks when it resumes its consumer as the number of its process says: every
/// run of a process is alike, and none of another one's.
enum FaultyDependsOnTheProcess: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-depends-on-the-process") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  /// Two workers of one run have numbers that are closer to each other than this.
  private static let period: Int32 = 97

  static func perform(_ effects: Effects) {
    effects.removed?.remove()
    guard let resumed = effects.resumed else { return }
    for _ in 0..<(ProcessInfo.processInfo.processIdentifier % period) { Task {} }
    resumed.waiter.resume(returning: resumed.answer)
  }
}

/// Streams that are no function of the schedule: what a second process shows.
package enum NondeterministicStreams {
  /// Every nondeterministic stream.
  package static let all: [Subject] = [FaultyDependsOnTheProcess.subject]
}
