import SluiceSpies

extension Rule {
  /// The rule that an iteration which begins in a cancelled task leaves nothing registered.
  public static let precancelledBalanced = Rule(
    id: "registration.precancelled-balanced",
    statement:
      "in a task that is cancelled already, whatever is added is removed before the loop ends",
    level: .must,
    rationale: """
      A view that disappears before its task has run cancels it first; a stream that notices the \
      cancel before it has stored the handle never removes the listener.
      """,
    anchors: [.measured("M1")],
    implies: ["cancellation.removed-before-end", "teardown.balanced"],
    underThreads: .needsPromptness,
    examples: [
      .conforming(
        "added and removed",
        [
          .accessed(), .cancel(), .cancelled(), .madeIterator(), .next(), .add(), .added(),
          .remove(), .removed(), .end(), .left(), .quiescent,
        ]),
      .conforming(
        "nothing added",
        [
          .accessed(), .cancel(), .cancelled(), .madeIterator(), .next(), .end(), .left(),
          .quiescent,
        ]),
      .violating(
        "added and kept",
        [
          .accessed(), .cancel(), .cancelled(), .madeIterator(), .next(), .add(), .added(),
          .end().blamed, .left(), .quiescent,
        ]),
      .silent("cancelled later", after: .cancelledAndOver, []),
    ]
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in
      guard
        cancellation.moment == .beforeIterating, !cancellation.isShared,
        let ended = cancellation.consumer.terminal?.returned
      else { return .notExercised }
      guard let leaked = cancellation.subscription.active(at: ended) else { return .held }
      return .violated(
        at: ended,
        because: "the loop in a cancelled task ended while #\(leaked.id.number) was registered")
    }
  }
}
