import FakeListener
import Foundation
import SluiceConformance
import SluiceProducts

/// Starts a program in a session of its own and without any variables when it is cancelled, and
/// forgets it: neither a group nor a variable that was inherited leads to it.
enum FaultyShedsItsMark: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-sheds-its-mark") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["setsid", "--fork", "env", "--ignore-environment", "sleep", "600"]
    try? process.run()
    return state.cancel()
  }
}
