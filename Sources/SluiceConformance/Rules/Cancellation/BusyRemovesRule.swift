import SluiceSpies

extension Rule {
  /// The rule that a consumer cancelled in its loop body is released by its next call.
  public static let busyRemoves = Rule(
    id: "cancellation.busy-removes",
    statement:
      "of a consumer cancelled in its loop body all is removed before its next next() answers",
    level: .must,
    rationale: """
      A stream that notices the cancel only with the next value keeps its listener until there \
      is one, which on a quiet source is never.
      """,
    anchors: [.measured("M3")],
    implies: [
      "cancellation.suspended-returns", "cancellation.removed-before-end", "teardown.balanced",
    ],
    underThreads: .needsPromptness,
    examples: [
      .conforming(
        "removed at the next next()", after: .busy,
        [.cancel(), .cancelled(), .next(), .remove(), .removed(), .end(), .left(), .quiescent]),
      .conforming(
        "removed inside the cancel", after: .busy,
        [.cancel(), .remove(), .removed(), .cancelled(), .next(), .end(), .left(), .quiescent]),
      .conforming(
        "removed, then the buffer drained", .declaring(\.bufferOnCancel, .drains), after: .busy,
        [
          .callback(2), .called(), .cancel(), .cancelled(), .next(), .remove(), .removed(),
          .element(2), .next(), .end(), .left(), .quiescent,
        ]),
      .violating(
        "ended, not removed", after: .busy,
        [.cancel(), .cancelled(), .next(), .end().blamed, .left(), .quiescent]),
      .violating(
        "waits for the next value", after: .busy,
        [
          .cancel(), .cancelled(), .next(), .quiescent.blamed, .callback(2), .remove(),
          .removed(), .called(), .end(), .left(), .quiescent,
        ]),
      .silent("cancelled while waiting", after: .cancelledAndOver, []),
      .silent(
        "left its loop after the cancel", after: .busy,
        [.cancel(), .cancelled(), .left(.broke), .droppedIterator(), .remove(), .removed()]),
      .silent(
        "the operator had enough, and asked no more", after: .busy,
        [
          .cancel(), .cancelled(), .next(), .end(), .left(.operatorEnded), .droppedIterator(),
          .remove(), .removed(), .quiescent,
        ]),
    ]
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in
      guard
        cancellation.moment == .busy, !cancellation.isShared,
        !cancellation.subscription.registrations.isEmpty,
        let next = cancellation.consumer.next(after: cancellation.called),
        !cancellation.consumer.isOperators(next)
      else { return .notExercised }
      let stall = evidence.stall(of: cancellation.consumer, after: next.called)
      let seen = min(next.returned ?? .max, stall ?? .max)
      guard seen < .max else { return .notExercised }
      guard let leaked = cancellation.subscription.active(at: seen) else { return .held }
      return .violated(
        at: seen,
        because: "the first next() after the cancel left #\(leaked.id.number) registered")
    }
  }
}
