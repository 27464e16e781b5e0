import SluiceSpies

extension Rule {
  /// The rule that a dropped iterator releases what was registered.
  public static let iteratorDropRemoves = Rule(
    id: "teardown.iterator-drop-removes",
    statement:
      "a dropped iterator releases the registrations, once the sequence is dropped too",
    level: .must,
    rationale: """
      Who iterates by hand and stops says so only by dropping the iterator; a task inside the \
      stream that keeps it keeps the listener.
      """,
    anchors: [.reactiveStreams("2.6")],
    implies: ["teardown.balanced"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "removed with the iterator", after: .busy,
        [.left(.dropped), .droppedIterator(), .remove(), .removed(), .taskEnded(), .quiescent]),
      .conforming(
        "removed once the sequence is dropped too", .declaring(\.releasesWhileHeld, false),
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .callback(1), .called(),
          .element(1), .left(.dropped), .droppedIterator(), .quiescent, .droppedSequence(),
          .remove(), .removed(), .quiescent,
        ]),
      .violating(
        "not removed", after: .busy,
        [
          .left(.dropped), .droppedIterator(), .taskEnded(), .quiescent.blamed, .callback(2),
          .called(),
        ]
      ),
      .silent("ended", after: .cancelledAndOver, []),
      .silent(
        "the sequence is held to the end of the log", after: .waitingHeld,
        [.callback(1), .called(), .element(1), .left(.dropped), .droppedIterator(), .quiescent]),
    ]
  ) { evidence in
    evidence.releasedAfterLeaving("the iterator was dropped") { consumer in
      consumer.loopEnd == nil || consumer.loopEnd == .dropped
    }
  }
}
