import FakeListener
import Foundation
import SluiceConformance
import SluiceProducts

/// Starts a program in a session of its own when it is cancelled, and forgets it: no signal to its
/// process or its group reaches that.
enum FaultyDetachesAProcess: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-detaches-a-process") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["setsid", "--fork", "sleep", "600"]
    try? process.run()
    return state.cancel()
  }
}
