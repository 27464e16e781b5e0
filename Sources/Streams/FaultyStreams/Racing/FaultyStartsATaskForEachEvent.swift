import FakeListener
import SluiceConformance
import SluiceProducts

/// Breaks `ordering.fifo`: each callback starts a task that hands its event on, and tasks run in
/// whatever order they like.
///
/// First-in-first-out they keep the order of the callbacks.
enum FaultyStartsATaskForEachEvent: HandwrittenSteps {
  static let subject = RacingSubject(
    subject: .overListener("faulty-starts-a-task-for-each-event") { source, options in
      HandwrittenSequence<Self>(source: source, options: options)
    },
    rule: "ordering.fifo",
    caseID: "listener/unit/values/values that come at once keep their order/direct/0ms")

  static func add(
    to source: Source, _ options: ListenerOptions,
    _ listener: @escaping @Sendable (Event) -> Void
  ) throws -> ListenerHandle {
    try source.subscribe(options: options) { event in
      Task { listener(event) }
    }
  }
}
