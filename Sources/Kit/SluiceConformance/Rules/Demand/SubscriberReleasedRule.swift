import SluiceSpies

extension Rule {
  /// The rule that a subscription that is over lets go of its subscriber.
  ///
  /// Reactive Streams 3.13, and the same after the end.
  public static let subscriberReleased = Rule(
    id: "demand.subscriber-released",
    statement:
      "once cancelled or completed, a subscription keeps its subscriber alive no longer",
    level: .must,
    rationale: """
      A subscription is kept beside the screen that has it; where it keeps its subscriber, \
      and so the screen, neither goes.
      """,
    usualCause: """
      The subscription keeps its subscriber for good, or releases it after a cancel and not after \
      the end.
      """,
    fix: "Set the subscriber to nil in cancel() and with the completion.",
    code: .subscriberReleased,
    anchors: [.reactiveStreams("3.13")],
    implies: ["memory.captures-released", "memory.consumer-released"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "after a cancel", after: .asking(1),
        [
          .cancels(), .baseIsCancelled(), .hasCancelled(), .subscriberDied(), .baseEnds(),
          .quiescent,
        ]),
      .conforming(
        "after the end", after: .asking(1),
        [.baseEnds(), .finishes(), .completed(), .subscriberDied(), .quiescent]),
      .violating(
        "kept after a cancel", after: .asking(1),
        [.cancels(), .baseIsCancelled(), .hasCancelled(), .baseEnds(), .quiescent.blamed]),
      .violating(
        "kept after the end", after: .asking(1),
        [.baseEnds(), .finishes(), .completed(), .quiescent.blamed]),
      .silent("not over", after: .asking(1), [.quiescent]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofSubscribersIn: evidence) { _, subscriber in
      let ends = [subscriber.cancelReturned, subscriber.completions.first?.ended].compactMap { $0 }
      guard let over = ends.min(), let rest = evidence.quiescence(after: over),
        !subscriber.isCalled(at: rest)
      else { return .notExercised }
      if (subscriber.died ?? .max) < rest { return .held }
      return .violated(
        at: rest, because: "the subscription is over, and keeps subscriber \(subscriber.number)")
    }
  }
}

extension Rule.Code {
  fileprivate static let subscriberReleased = Rule.Code(
    wrong: """
      mutating func complete() -> NumberSubscriber? {
        defer { isCancelled = true }
        return isCancelled ? nil : subscriber
      }
      """,
    right: """
      mutating func complete() -> NumberSubscriber? {
        defer { isCancelled = true }
        return isCancelled ? nil : subscriber.take()
      }
      """)
}
