import SluiceSpies

extension Rule {
  /// The rule that a loop body that throws releases what was registered.
  public static let throwRemoves = Rule(
    id: "teardown.throw-removes",
    statement:
      "a loop body that throws releases the registrations, once the sequence is dropped too",
    level: .must,
    rationale: """
      Cleanup that stands after the loop is skipped when the body throws; the listener then \
      outlives the error that nobody connects with it.
      """,
    anchors: [.reactiveStreams("2.6")],
    implies: ["teardown.balanced"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "removed with the iterator", after: .busy,
        [.left(.bodyThrew), .droppedIterator(), .remove(), .removed(), .taskEnded(), .quiescent]),
      .conforming(
        "removed once the sequence is dropped too", .declaring(\.releasesWhileHeld, false),
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .callback(1), .called(),
          .element(1), .left(.bodyThrew), .droppedIterator(), .quiescent, .droppedSequence(),
          .remove(), .removed(), .quiescent,
        ]),
      .violating(
        "not removed", after: .busy,
        [
          .left(.bodyThrew), .droppedIterator(), .taskEnded(), .quiescent.blamed, .callback(2),
          .called(),
        ]
      ),
      .silent("ended", after: .cancelledAndOver, []),
      .silent(
        "the sequence is held to the end of the log", after: .waitingHeld,
        [.callback(1), .called(), .element(1), .left(.bodyThrew), .droppedIterator(), .quiescent]),
    ]
  ) { evidence in
    evidence.releasedAfterLeaving("the body threw") { consumer in
      consumer.loopEnd == .bodyThrew
    }
  }
}
