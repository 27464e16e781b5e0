import FakeListener

/// Breaks `cancellation.removed-before-end`: the consumer is woken first, and the remove follows in
/// a task.
///
/// The listener is gone by quiescence, yet too late for a consumer that sees its loop end and takes
/// the registration for gone, as a stream promises that declares nothing else. Where it was
/// cancelled while it waited, `teardown.removal-declared` says so.
enum FaultyEndsBeforeItRemoves: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "ends-before-it-removes", Self.self,
    breaks: "cancellation.removed-before-end", in: "cancel-inside-add")

  static func perform(_ effects: Effects) {
    if let resumed = effects.resumed { resumed.waiter.resume(returning: resumed.answer) }
    if let handle = effects.removed { Task { handle.remove() } }
  }
}
