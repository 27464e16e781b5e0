import FakeListener
import SluiceConformance

/// Breaks `registration.declared-point`: it declares to register when it is read, and starts a task
/// there that adds the listener.
enum FaultyAddsInATask {
  static let subject = FaultySubject.over(
    "adds-in-a-task", breaks: "registration.declared-point", in: "values-one-by-one",
    traits: { traits in traits = .asyncThrowingStream },
    open: { source, options in
      LateStreams.stream(source, options) { add in Task { add() } }
    })
}
