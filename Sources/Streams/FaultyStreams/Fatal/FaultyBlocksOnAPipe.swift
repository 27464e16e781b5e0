import FakeListener
import Foundation
import SluiceConformance
import SluiceProducts

/// Blocks its thread in a system call when it is cancelled: it reads a pipe that nobody writes to.
///
/// The simulation knows nothing of pipes: only the watchdog of the supervisor sees, in real time,
/// that the process waits. So it is of no use without a worker process of its own.
enum FaultyBlocksOnAPipe: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-blocks-on-a-pipe") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    guard state.terminal == nil else { return Effects() }
    let pipe = Pipe()
    _ = try? pipe.fileHandleForReading.read(upToCount: 1)
    try? pipe.fileHandleForWriting.close()
    return state.cancel()
  }
}
