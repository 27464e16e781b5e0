import FakeListener
import SluiceConformance

/// Breaks `cancellation.removed-before-end`: the consumer is woken first, and the remove follows in
/// a task.
///
/// It declares that removes are settled only, which it meets: the listener is gone by quiescence,
/// yet too late for a consumer that sees its loop end and takes the registration for gone.
enum FaultyEndsBeforeItRemoves: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "ends-before-it-removes", Self.self,
    breaks: "cancellation.removed-before-end", in: "cancel-while-waiting",
    traits: { traits in traits.removal = .settled })

  static func perform(_ effects: Effects) {
    if let resumed = effects.resumed { resumed.waiter.resume(returning: resumed.answer) }
    if let handle = effects.removed { Task { handle.remove() } }
  }
}
