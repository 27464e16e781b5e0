import SluiceSpies

extension Rule {
  /// The rule that a stream ends with its owner, the object that it was read from, if it declares
  /// so.
  public static let ownerDropEnds = Rule(
    id: "teardown.owner-drop-ends",
    statement:
      "a stream that declares to end with its owner has ended and removed by quiescence",
    level: .must,
    rationale: """
      A consumer of a stream whose manager is gone waits for ever, unless the manager's deinit \
      ends the stream. A listener that is still registered then has no owner left that could \
      remove it.
      """,
    usualCause: """
      The owner's deinit removes its listeners and finishes no stream, or finishes the streams and \
      leaves their listeners.
      """,
    causes: .ownerDropEnds,
    fix: """
      Finish each open stream and remove its listener in the owner's deinit, or declare \
      'owner.kept'.
      """,
    code: .ownerDropEnds,
    anchors: [.observersGuide],
    traits: [.owner],
    implies: [
      "cancellation.suspended-returns", "teardown.balanced", "memory.tasks-ended",
      "memory.captures-released", "memory.owner-released",
    ],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "ended with its owner", ending, after: .waiting,
        [.droppedOwner, .remove(by: nil), .removed(), .end(), .left(), .quiescent]),
      .conforming(
        "removed a little later", ending, after: .waiting,
        [.droppedOwner, .end(), .left(), .remove(by: nil), .removed(), .quiescent]),
      .conforming(
        "what was buffered comes first", ending, after: .busy,
        [
          .callback(2), .called(), .droppedOwner, .remove(by: nil), .removed(), .quiescent, .next(),
          .element(2), .next(), .end(), .left(), .quiescent,
        ]),
      .violating("waits on", ending, after: .waiting, [.droppedOwner, .quiescent.blamed]),
      .violating(
        "gone without an end", ending, after: .waiting,
        [.droppedOwner, .remove(by: nil), .removed(), .quiescent.blamed]),
      .violating(
        "ended, and still registered", ending, after: .waiting,
        [.droppedOwner, .end(), .left(), .quiescent.blamed]),
      .silent("its owner is there", ending, after: .waiting, [.quiescent]),
      .silent(
        "cancelled when its owner went", ending, after: .waiting,
        [
          .droppedOwner, .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(),
          .quiescent,
        ]),
      .silent(
        "read from another one, which is there", ending,
        [.droppedOwner, .accessed(), .madeIterator(), .next(), .add(), .added(), .quiescent]),
      .outside(
        "goes on without its owner", Traits(), after: .waiting, [.droppedOwner, .quiescent]),
    ]
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.owner == .ends },
      otherwise: .inapplicable(because: "the stream declares to go on without its owner")
    ) { subscription in
      guard let dropped = subscription.ownerDropped else { return .notExercised }
      return evidence.verdict(
        afterLossAt: dropped, in: subscription, because: "its owner was dropped")
    }
  }

  private static let ending = Traits().with { traits in traits.owner = .ends }
}

extension [Rule.Cause] {
  fileprivate static var ownerDropEnds: Self {
    [
      .usual("The owner's deinit finishes its open streams and leaves their listeners.") {
        evidence, blamed in evidence.waiting(at: blamed) == nil
      },
      .usual("The owner's deinit removes the listeners and does not finish the streams.") {
        evidence, blamed in
        evidence.waiting(at: blamed).map { waiting in waiting.of.active(at: blamed) == nil } == true
      },
      .usual(
        """
        The owner has no deinit that knows of its open streams. Or something refers to the owner, \
        such as the listener's closure, so that its deinit does not run.
        """
      ) { evidence, blamed in
        evidence.waiting(at: blamed).map { waiting in waiting.of.active(at: blamed) != nil } == true
      },
    ]
  }
}

extension Rule.Code {
  fileprivate static let ownerDropEnds = Rule.Code(
    wrong: """
      deinit {
        // A cancel removes the listener of a stream.
        for registration in registrations.all { registration.cancel() }
      }
      """,
    right: """
      deinit {
        // The onTermination of a stream removes its listener.
        for continuation in continuations.all { continuation.finish() }
      }
      """)
}
