import Dispatch
import FakeListener

/// Breaks `teardown.removal-declared`: it declares to remove at once, and has a queue do it, as
/// around an interface that wants all of its calls on one.
enum FaultyRemovesOnAQueue: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "removes-on-a-queue", Self.self,
    breaks: "teardown.removal-declared", in: "cancel-while-waiting")

  static func perform(_ effects: Effects) {
    if let handle = effects.removed {
      DispatchQueue(label: "registrations").async { handle.remove() }
    }
    if let resumed = effects.resumed { resumed.waiter.resume(returning: resumed.answer) }
  }
}
