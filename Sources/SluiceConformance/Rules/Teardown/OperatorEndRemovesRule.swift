import SluiceSpies

extension Rule {
  /// The rule that the end of an operator releases what was registered.
  public static let operatorEndRemoves = Rule(
    id: "teardown.operator-end-removes",
    statement:
      "the end of prefix and its like releases the registrations, once the sequence is dropped too",
    level: .must,
    rationale: """
      An operator that has enough never calls next() again and never cancels: it only lets go of \
      the iterator.
      """,
    anchors: [.proposal],
    implies: ["teardown.balanced"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "removed with the iterator", after: .busy,
        [
          .left(.operatorEnded), .droppedIterator(), .remove(), .removed(), .taskEnded(),
          .quiescent,
        ]),
      .conforming(
        "removed once the sequence is dropped too", .declaring(\.releasesWhileHeld, false),
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .callback(1), .called(),
          .element(1), .left(.operatorEnded), .droppedIterator(), .quiescent, .droppedSequence(),
          .remove(), .removed(), .quiescent,
        ]),
      .violating(
        "not removed", after: .busy,
        [
          .left(.operatorEnded), .droppedIterator(), .taskEnded(), .quiescent.blamed, .callback(2),
          .called(),
        ]
      ),
      .silent("ended", after: .cancelledAndOver, []),
      .silent(
        "the sequence is held to the end of the log", after: .waitingHeld,
        [
          .callback(1), .called(), .element(1), .left(.operatorEnded), .droppedIterator(),
          .quiescent,
        ]),
    ]
  ) { evidence in
    evidence.releasedAfterLeaving("an operator ended") { consumer in
      consumer.loopEnd == .operatorEnded
    }
  }
}
