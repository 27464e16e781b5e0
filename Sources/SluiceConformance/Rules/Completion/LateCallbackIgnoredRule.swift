import SluiceSpies

extension Rule {
  /// The rule that nothing which comes after the source's end has an effect.
  public static let lateCallbackIgnored = Rule(
    id: "completion.late-callback-ignored",
    statement: "a callback after the source's end or error has no effect",
    level: .must,
    rationale: """
      Callbacks that were queued arrive after the end; a stream that takes them in comes back to \
      life for a consumer that has said goodbye.
      """,
    anchors: [.reactiveStreams("1.7")],
    implies: [
      "completion.finish-ends", "completion.nil-sticky", "errors.terminal-once",
      "errors.propagate-unchanged",
    ],
    underThreads: .countsOneByOne,
    examples: [
      .conforming(
        "a value after the end", after: .waiting,
        [
          .callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .callback(1),
          .called(), .next(), .end(), .quiescent,
        ]),
      .violating(
        "a value reopens the stream", after: .waiting,
        [
          .callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .callback(1),
          .called(), .next(), .element(1).blamed, .quiescent,
        ]),
      .violating(
        "an error after the end is thrown", after: .busy,
        [
          .callback(.finish), .remove(), .removed(), .called(),
          .callback(.failure(.named("closed"))), .called(), .next(), .failure("closed").blamed,
          .left(.failed), .quiescent,
        ]),
      .silent(
        "nothing after the end", after: .waiting,
        [
          .callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .quiescent,
        ]),
    ]
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      if let at = evidence.surfacing(of: .afterEnd, in: subscription) {
        return .violated(at: at, because: "a callback after the source's end reached a consumer")
      }
      let isExercised = subscription.deliveries.contains { $0.phase == .afterEnd }
      return isExercised ? .held : .notExercised
    }
  }
}
