import Dispatch
import FakeListener
import Foundation
import SluiceConformance
import SluiceProducts

/// Wakes its cancelled consumer from the handler of a source that reads a pipe.
enum FaultyReadsAPipe: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-reads-a-pipe") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    var effects = state.cancel()
    guard let (waiter, answer) = effects.resumed.take() else { return effects }
    let pipe = Pipe()
    let source = DispatchSource.makeReadSource(
      fileDescriptor: pipe.fileHandleForReading.fileDescriptor, queue: .global())
    // The handler keeps the source, and so the pipe, until it has run.
    source.setEventHandler {
      waiter.resume(returning: answer)
      source.cancel()
    }
    source.setCancelHandler { withExtendedLifetime(pipe) {} }
    source.activate()
    pipe.fileHandleForWriting.write(Data([0]))
    return effects
  }
}
