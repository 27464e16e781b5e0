import SluiceSpies

extension Rule.Example {
  /// What the rules say alike of consumers that leave their loop before the stream is over.
  static func leaving(_ end: Event.LoopEnd) -> [Rule.Example] {
    let left: [Line] = [.left(end), .droppedIterator()]
    return [
      .conforming(
        "removed with the iterator", after: .busy,
        left + [.remove(), .removed(), .taskEnded(), .quiescent]),
      .conforming(
        "removed once the sequence is dropped too", .declaring(\.releasesWhileHeld, false),
        after: [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .callback(1), .called(),
          .element(1),
        ], left + [.quiescent, .droppedSequence(), .remove(), .removed(), .quiescent]),
      .violating(
        "not removed", after: .busy,
        left + [.taskEnded(), .quiescent.blamed, .callback(2), .called()]),
      .violating(
        "not removed, and its owner was gone before", after: .busy,
        [.droppedOwner] + left + [.taskEnded(), .quiescent.blamed]),
      .violating(
        "removed only inside the next callback", after: .busy,
        left + [
          .taskEnded(), .quiescent.blamed, .callback(2), .remove(), .removed(), .called(),
          .quiescent,
        ]),
      .silent("ended", after: .cancelledAndOver, []),
      .silent(
        "the sequence is held to the end of the log", after: .waitingHeld,
        [.callback(1), .called(), .element(1)] + left + [.quiescent]),
    ]
  }
}
