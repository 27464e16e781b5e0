import SluiceSpies

extension Rule {
  /// The rule that an iteration is released with its iterator, whoever holds the sequence.
  public static let releasedWhileHeld = Rule(
    id: "teardown.released-while-held",
    statement: "leaving the loop releases the registrations although the sequence is still held",
    level: .must,
    rationale: """
      A view model that keeps the stream in a property keeps the listener with it, long after \
      the last loop over it has ended.
      """,
    usualCause: """
      The sequence keeps the AsyncStream or the iterator of a loop in a property, so both live as \
      long as the sequence does.
      """,
    fix: """
      Make a stream in each makeAsyncIterator(), and let only the iterator own it. Otherwise \
      declare that 'releases-while-held' is false.
      """,
    code: .releasedWhileHeld,
    anchors: [.measured("an AsyncThrowingStream that is held keeps its listener after a break")],
    traits: [.releasesWhileHeld],
    implies: ["teardown.balanced"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "removed with the iterator", after: .waitingHeld,
        [
          .callback(1), .called(), .element(1), .left(.broke), .droppedIterator(), .remove(),
          .removed(), .quiescent, .epilogue, .droppedSequence(), .quiescent, .over,
        ]),
      .violating(
        "removed with the sequence", after: .waitingHeld,
        [
          .callback(1), .called(), .element(1), .left(.broke), .droppedIterator(),
          .quiescent.blamed, .epilogue, .droppedSequence(), .remove(), .removed(), .quiescent,
          .over,
        ]),
      .silent(
        "nobody holds the sequence", after: .busy,
        [.left(.broke), .droppedIterator(), .quiescent]),
      .outside("a stream that declares otherwise", .declaring(\.releasesWhileHeld, false)),
    ]
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.releasesWhileHeld },
      otherwise: .inapplicable(
        because: "the stream declares that it releases with its last reference")
    ) { subscription in
      guard
        let dropped = evidence.iteratorsDropped(of: subscription),
        let quiescence = evidence.quiescence(after: dropped),
        evidence.index.place(of: subscription.sequence) != nil,
        evidence.dropped(subscription.sequence) ?? .max > quiescence
      else { return .notExercised }
      return evidence.released(subscription, after: dropped, what: "the iterator was dropped")
    }
  }
}

extension Rule.Code {
  fileprivate static let releasedWhileHeld = Rule.Code(
    wrong: """
      let prices: AsyncStream<Double>

      init(source: Ticker) {
        prices = source.prices()  // its onTermination removes the listener
      }
      func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
        prices.makeAsyncIterator()
      }
      """,
    right: """
      let source: Ticker

      func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
        source.prices().makeAsyncIterator()
      }
      """)
}
