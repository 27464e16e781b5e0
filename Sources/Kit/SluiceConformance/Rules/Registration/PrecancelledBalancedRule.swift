import SluiceSpies

extension Rule {
  /// The rule that an iteration which begins in a cancelled task leaves nothing registered.
  public static let precancelledBalanced = Rule(
    id: "registration.precancelled-balanced",
    statement:
      "in a task that is cancelled already, whatever is added is removed when the loop ends",
    level: .must,
    rationale: """
      A view that disappears before its task has run cancels it first; a stream that notices the \
      cancel before it has stored the handle never removes the listener.
      """,
    usualCause: """
      The stream looks at the cancellation after add and leaves before it has stored the handle. \
      In a cancelled task onCancel runs at once, when there is no handle yet.
      """,
    fix: """
      Store the handle first and look at the cancellation then. If the stream is over, remove by \
      the stored handle.
      """,
    code: .precancelledBalanced,
    anchors: [
      .measured(
        "in a cancelled task an AsyncThrowingStream adds its listener and removes it"
      )
    ],
    traits: [.removal],
    implies: ["cancellation.removed-before-end", "teardown.balanced"],
    underThreads: .needsPromptness,
    examples: logs
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in
      guard
        cancellation.moment == .beforeIterating, !cancellation.isShared,
        let ended = cancellation.consumer.terminal?.returned
      else { return .notExercised }
      let isSettling = cancellation.subscription.traits.removal != .synchronous
      return evidence.releasing(
        cancellation.subscription.registrations, after: ended,
        event: "the end of a loop in a cancelled task",
        atOnce: isSettling
          ? nil
          : { number in "the loop in a cancelled task ended while #\(number) was registered" })
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
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
    .conforming(
      "added by a task of the stream's, and removed by quiescence",
      .declaring(\.removal, .settled),
      [
        .accessed(), .cancel(), .cancelled(), .madeIterator(), .next(), .end(), .left(), .add(),
        .added(), .remove(), .removed(), .quiescent,
      ]),
    .conforming(
      "an add with await is removed when it has come back", .declaring(\.removal, .settled),
      [
        .accessed(), .cancel(), .cancelled(), .madeIterator(), .next(), .add(), .end(), .left(),
        .quiescent, .added().after(20_000_000), .remove(), .removed(), .quiescent,
      ]),
    .violating(
      "added by a task of the stream's, and kept", .declaring(\.removal, .settled),
      [
        .accessed(), .cancel(), .cancelled(), .madeIterator(), .next(), .end(), .left(), .add(),
        .added(), .quiescent.blamed,
      ]),
    .violating(
      "added and kept",
      [
        .accessed(), .cancel(), .cancelled(), .madeIterator(), .next(), .add(), .added(),
        .end().blamed, .left(), .quiescent,
      ]),
    .silent("cancelled later", after: .cancelledAndOver, []),
  ]
}

extension Rule.Code {
  fileprivate static let precancelledBalanced = Rule.Code(
    wrong: """
      let (prices, continuation) = AsyncStream<Double>.makeStream()
      let handle = source.addValueListener { continuation.yield($0) }
      if Task.isCancelled {
        continuation.finish()
        return prices
      }
      continuation.onTermination = { _ in handle.remove() }
      return prices
      """,
    right: """
      let (prices, continuation) = AsyncStream<Double>.makeStream()
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
      if Task.isCancelled { continuation.finish() }
      return prices
      """)
}
