/// Breaks `cancellation.busy-removes`: it hands out what it has taken without looking at its task,
/// which was cancelled meanwhile; the listener stays until the batch is empty.
enum FaultyEmptiesItsBatchFirst: BatchSteps {
  static let subject = FaultySubject.inBatches(
    "empties-its-batch-first", Self.self,
    breaks: "cancellation.busy-removes", in: "cancel-with-values-buffered")

  static func begin(_ inbox: BatchInbox) {}
}
