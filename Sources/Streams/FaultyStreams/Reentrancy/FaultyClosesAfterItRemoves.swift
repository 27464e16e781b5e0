import FakeListener

/// Breaks `reentrancy.emit-in-remove`: it removes and says that it is over then; an error that the
/// remove fires meanwhile is put beside its values, and thrown at their end.
enum FaultyClosesAfterItRemoves: ErrorBesideSteps {
  static let subject = FaultySubject.errorBeside(
    "closes-after-it-removes", Self.self,
    breaks: "reentrancy.emit-in-remove", in: "error-inside-remove")

  static func release(_ slot: ErrorSlot) {
    slot.latch.takeHandle()?.remove()
    slot.latch.isOver = true
  }
}
