import SluiceSpies

extension Rule {
  /// The rule that leaving the loop by break releases what was registered.
  public static let breakRemoves = Rule(
    id: "teardown.break-removes",
    statement:
      "leaving the loop by break releases the registrations, once the sequence is dropped too",
    level: .must,
    rationale: """
      Break is how a loop ends that has found what it looked for; nothing tells the stream but \
      the end of its iterator.
      """,
    anchors: [.reactiveStreams("2.6")],
    implies: ["teardown.balanced"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "removed with the iterator", after: .busy,
        [.left(.broke), .droppedIterator(), .remove(), .removed(), .taskEnded(), .quiescent]),
      .conforming(
        "removed once the sequence is dropped too", .declaring(\.releasesWhileHeld, false),
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .callback(1), .called(),
          .element(1), .left(.broke), .droppedIterator(), .quiescent, .droppedSequence(),
          .remove(), .removed(), .quiescent,
        ]),
      .violating(
        "not removed", after: .busy,
        [
          .left(.broke), .droppedIterator(), .taskEnded(), .quiescent.blamed, .callback(2),
          .called(),
        ]
      ),
      .silent("ended", after: .cancelledAndOver, []),
      .silent(
        "the sequence is held to the end of the log", after: .waitingHeld,
        [.callback(1), .called(), .element(1), .left(.broke), .droppedIterator(), .quiescent]),
    ]
  ) { evidence in
    evidence.releasedAfterLeaving("a break") { consumer in
      consumer.loopEnd == .broke
    }
  }
}
