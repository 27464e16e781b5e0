import FakeListener
import SluiceConformance

/// Breaks `registration.declared-point`: it declares to register when it is read, and asks an actor
/// to add, for which it needs a task, since a property can't await.
enum FaultyAddsBehindAnActor {
  static let subject = FaultySubject.over(
    "adds-behind-an-actor", breaks: "registration.declared-point", in: "values-one-by-one",
    traits: { traits in traits = .asyncThrowingStream },
    open: { source, options in
      let desk = Desk()
      return LateStreams.stream(source, options) { add in
        Task { await desk.perform(add) }
      }
    })

  private actor Desk {
    func perform(_ work: @Sendable () -> Void) { work() }
  }
}
