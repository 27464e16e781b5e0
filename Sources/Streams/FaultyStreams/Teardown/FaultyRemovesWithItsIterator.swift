/// Breaks `cancellation.suspended-removes`: it declares to remove when it is cancelled, and removes
/// in its iterator's `deinit`, which a loop comes to a moment later.
enum FaultyRemovesWithItsIterator {
  static let subject = FaultySubject.handwritten(
    "removes-with-its-iterator", RemovingIterator.self,
    breaks: "cancellation.suspended-removes", in: "cancel-while-waiting")
}
