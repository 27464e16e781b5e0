import SluiceSpies

extension Rule {
  /// The rule that the source's end ends the iteration.
  public static let finishEnds = Rule(
    id: "completion.finish-ends",
    statement: "when the source ends, the iteration ends normally",
    level: .must,
    rationale: """
      A loop that never ends keeps its task, and all that follows the loop, waiting for ever.
      """,
    anchors: [.reactiveStreams("1.5")],
    traits: [.sourceCanEnd],
    underThreads: .countsOneByOne,
    examples: [
      .conforming(
        "ended", after: .waitingAgain,
        [.callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .quiescent]),
      .violating(
        "the end is forgotten", after: .waitingAgain,
        [.callback(.finish), .called(), .quiescent.blamed]),
      .violating(
        "an error instead", after: .waitingAgain,
        [
          .callback(.finish), .remove(), .removed(), .called(), .failure("finished").blamed,
          .left(.failed), .quiescent,
        ]),
      .silent(
        "the consumer leaves first", after: .busy,
        [.callback(.finish), .called(), .left(.broke), .droppedIterator(), .quiescent]),
      .outside("a source without an end", .declaring(\.sourceCanEnd, false)),
    ]
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.sourceCanEnd }, otherwise: .cannotEnd
    ) { subscription in
      guard let end = subscription.sourceEnd, end.payload == .finish else { return .notExercised }
      return evidence.verdict(onEndAt: end.began, in: subscription)
    }
  }
}

extension Evidence {
  /// Whether the consumers saw a normal end of what the source ended at a place.
  func verdict(onEndAt place: Int, in subscription: Subscription) -> Verdict {
    switch outcome(in: subscription, after: place) {
    case .answered(.end, _): .held
    case .answered(let output, let at):
      .violated(at: at, because: "the source ended, and next() gave \(output)")
    case .stalled(let at):
      .violated(at: at, because: "the source ended, and the consumer still waits")
    case .open: .notExercised
    }
  }
}
