import SluiceSpies

extension Rule {
  /// The rule that a cancel reaches the wrapper from wherever it comes.
  ///
  /// The log holds the cancel of a parent, a group or an `async let` as the cancel of each consumer
  /// in it.
  public static let propagates = Rule(
    id: "cancellation.propagates",
    statement:
      "a cancel of the consumer, its parent, its group or its async let reaches the stream",
    level: .must,
    rationale: """
      A stream that iterates inside a task of its own, not linked to the consumer's, does not \
      hear of the cancel at all.
      """,
    usualCause: """
      The call of next() waits where no cancel reaches it: on a continuation without \
      withTaskCancellationHandler, or in an unstructured Task.
      """,
    fix: "Wait in the consumer's own task, inside withTaskCancellationHandler.",
    code: .propagates,
    anchors: [.observersGuide],
    implies: [
      "cancellation.immediate", "cancellation.suspended-removes", "cancellation.suspended-returns",
    ],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("heard of", after: .cancelledAndOver, []),
      .violating(
        "never heard of", after: .waitingAgain,
        [.cancel(), .cancelled(), .quiescent.blamed, .epilogue, .quiescent, .over]),
      .violating(
        "heard of when the epilogue ends all", after: .waitingAgain,
        [
          .cancel(), .cancelled(), .quiescent.blamed, .epilogue, .remove(), .removed(), .end(),
          .left(), .quiescent, .over,
        ]),
      .silent("never cancelled", after: .waiting, []),
    ]
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in
      let registrations = cancellation.releasable
      guard
        cancellation.moment == .waiting, !cancellation.isShared, !registrations.isEmpty
      else { return .notExercised }
      let consumer = cancellation.consumer
      let end = evidence.end(after: cancellation) ?? evidence.entries.count
      let start = cancellation.returned ?? cancellation.called
      guard let stall = evidence.stall(of: consumer, after: start, before: end) else {
        return (consumer.nexts.last?.returned ?? 0) > cancellation.called ? .held : .notExercised
      }
      let isStuck =
        consumer.isWaiting(at: end) && consumer.waiting(at: stall)?.isOpen(at: end) == true
      guard isStuck, registrations.allSatisfy({ $0.isActive(at: end) }) else { return .held }
      return .violated(
        at: stall, because: "after the cancel nothing was removed, and next() does not answer")
    }
  }
}

extension Rule.Code {
  fileprivate static let propagates = Rule.Code(
    wrong: """
      func next() async throws -> Double? {
        try await Task {
          try await withTaskCancellationHandler {
            try await inbox.next()
          } onCancel: {
            inbox.stop()  // removes the listener and ends the iteration
          }
        }.value
      }
      """,
    right: """
      func next() async throws -> Double? {
        try await withTaskCancellationHandler {
          try await inbox.next()
        } onCancel: {
          inbox.stop()  // removes the listener and ends the iteration
        }
      }
      """)
}
