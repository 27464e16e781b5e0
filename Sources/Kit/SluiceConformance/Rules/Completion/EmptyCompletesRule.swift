import SluiceSpies

extension Rule {
  /// The rule that a stream without elements ends.
  public static let emptyCompletes = Rule(
    id: "completion.empty-completes",
    statement: "a source that ends without a value ends the iteration too",
    level: .must,
    rationale: """
      A stream that sets itself up on the first value waits for ever where there is none.
      """,
    usualCause: """
      The stream sets itself up when the first value comes, and ignores an end before that.
      """,
    causes: .emptyCompletes,
    fix: "Handle the end from the call of add on, whether a value came or not.",
    code: .emptyCompletes,
    anchors: [.reactiveStreams("1.5")],
    needs: [.finish],
    implies: ["completion.finish-ends"],
    underThreads: .countsOneByOne,
    examples: [
      .conforming(
        "ended at once", after: .waiting,
        [.callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .quiescent]),
      .violating(
        "waits for a first value", after: .waiting,
        [.callback(.finish), .called(), .quiescent.blamed]),
      .violating(
        "removed, and the consumer waits", after: .waiting,
        [.callback(.finish), .remove(), .removed(), .called(), .quiescent.blamed]),
      .silent(
        "ended after a value", after: .waitingAgain,
        [.callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .quiescent]),
      .outside("a source without an end", Traits().lacking(.finish)),
    ]
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      guard
        let end = subscription.sourceEnd, end.payload == .finish,
        !subscription.deliveries.contains(where: { delivery in delivery.isDue })
      else { return .notExercised }
      return evidence.verdict(
        onEndAt: end.began, in: subscription, because: "the source ended before any value")
    }
  }
}

extension [Rule.Cause] {
  fileprivate static var emptyCompletes: Self {
    [
      .usual(
        """
        The callback for the end removes the listener, and resumes no next() that waits for a \
        first value.
        """
      ) { evidence, blamed in
        evidence.waiting(at: blamed).map { waiting in waiting.of.active(at: blamed) == nil } == true
      }
    ]
  }
}

extension Rule.Code {
  fileprivate static let emptyCompletes = Rule.Code(
    wrong: """
      let hasBegun = Flag()
      let handle = source.addResultListener {
        hasBegun.raise()
        continuation.yield(with: $0)
      } onEnd: {
        if hasBegun.isRaised { continuation.finish() }
      }
      """,
    right: """
      let handle = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        continuation.finish()
      }
      """)
}
