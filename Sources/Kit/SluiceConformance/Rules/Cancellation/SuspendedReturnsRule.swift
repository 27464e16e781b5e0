import SluiceSpies

extension Rule {
  /// The rule that a cancelled consumer does not wait on.
  public static let suspendedReturns = Rule(
    id: "cancellation.suspended-returns",
    statement: "the next() of a cancelled consumer answers by quiescence",
    level: .must,
    rationale: """
      A task that does not come back from next() never ends: whoever awaits it hangs, and what \
      it holds leaks.
      """,
    usualCause: """
      The cancellation handler removes the listener and does not resume the waiting continuation, \
      or next() awaits a task that no cancel reaches.
      """,
    fix: """
      Resume the waiting continuation with nil in the cancellation handler. AsyncStream does so by \
      itself.
      """,
    code: .suspendedReturns,
    anchors: [.proposal, .webSocketArticle],
    implies: ["memory.captures-released", "memory.owner-released", "memory.tasks-ended"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("answered", after: .cancelledAndOver, []),
      .violating(
        "removed, and the waiter is stuck", after: .waiting,
        [.cancel(), .remove(), .removed(), .cancelled(), .quiescent.blamed]),
      .violating(
        "stuck in the next() after the cancel", after: .busy,
        [.cancel(), .cancelled(), .next(), .remove(), .removed(), .quiescent.blamed]),
      .conforming(
        "waits for an add that takes its time",
        [
          .accessed(), .madeIterator(), .next(), .add(), .cancel(), .cancelled(), .quiescent,
          .added(), .remove(), .removed(), .end(), .left(), .quiescent,
        ]),
      .violating(
        "stuck, though its add has come back",
        [
          .accessed(), .madeIterator(), .next(), .add(), .cancel(), .cancelled(), .quiescent,
          .added(), .remove(), .removed(), .quiescent.blamed,
        ]),
      .silent("never cancelled", after: .waiting, []),
      .silent(
        "left its loop after the cancel", after: .busy,
        [.cancel(), .cancelled(), .left(.broke), .droppedIterator(), .remove(), .removed()]),
    ]
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in
      let start = cancellation.returned ?? cancellation.called
      let stall = evidence.stallPastAdds(
        of: cancellation.consumer, after: start, before: .max, in: cancellation.subscription)
      if let stall {
        return .violated(at: stall, because: "a cancelled consumer still waits in next()")
      }
      let answered = cancellation.consumer.nexts.last?.returned ?? 0
      return answered > cancellation.called ? .held : .notExercised
    }
  }
}

extension Rule.Code {
  fileprivate static let suspendedReturns = Rule.Code(
    wrong: """
      func next() async throws -> Double? {
        try await withTaskCancellationHandler {
          try await inbox.next()
        } onCancel: {
          inbox.remove()  // removes the listener
        }
      }
      """,
    right: """
      func next() async throws -> Double? {
        try await withTaskCancellationHandler {
          try await inbox.next()
        } onCancel: {
          inbox.remove()  // removes the listener
          inbox.finish()  // resumes the waiting continuation with nil
        }
      }
      """)
}
