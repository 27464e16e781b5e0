import SluiceSpies

extension Rule {
  /// The rule that nobody who waits together with another is left behind.
  public static let concurrentNextContained = Rule(
    id: "isolation.concurrent-next-contained",
    statement:
      "where consumers divide one subscription, none waits on when another that waited has got the "
      + "end",
    level: .must,
    rationale: """
      A stream with room for one waiting consumer forgets the first when a second one comes: its \
      task waits for ever, and with it whoever awaits that.
      """,
    usualCause: """
      The state has room for one waiting continuation, and a second consumer overwrites the first. \
      Or only one of those that wait is told of the end.
      """,
    fix: "Keep the waiting continuations in a list, and resume all of them at the end.",
    code: .concurrentNextContained,
    anchors: [.swiftEvolution("SE-0314")],
    traits: [.iterators],
    implies: [
      "completion.finish-ends", "cancellation.suspended-returns", "cancellation.immediate",
      "delivery.wakes-waiter", "memory.captures-released", "memory.owner-released",
      "memory.tasks-ended",
    ],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "both come to the end", .divided, after: .twoSharing,
        [
          .callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .end(2),
          .left(.ended, 2), .quiescent,
        ]),
      .violating(
        "one of two is told", .divided, after: .twoSharing,
        [
          .callback(.finish), .remove(), .removed(), .called(), .end(2), .left(.ended, 2),
          .quiescent.blamed,
        ]),
      .violating(
        "a cancel ends it for one of two", .divided, after: .twoSharing,
        [.cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .quiescent.blamed]),
      .conforming(
        "a cancel is for one, and the other comes to the end with the source", .divided,
        after: .twoSharing + [.madeIterator(3), .next(3), .quiescent],
        [
          .cancel(), .cancelled(), .end(), .left(), .quiescent, .callback(.finish), .remove(),
          .removed(), .called(), .end(2), .left(.ended, 2), .end(3), .left(.ended, 3), .quiescent,
        ]),
      .silent(
        "the other is in its loop body", .divided, after: .twoSharing,
        [
          .callback(1), .called(), .element(1, 2), .quiescent, .callback(.finish), .remove(),
          .removed(), .called(), .end(), .left(), .quiescent,
        ]),
      .outside("iterators with subscriptions of their own", .declaring(\.iterators, .independent)),
    ]
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.iterators == .split },
      otherwise: .inapplicable(
        because: "the stream does not declare that its iterators divide a subscription")
    ) { subscription in
      .overall(subscription.consumers) { consumer in
        evidence.verdict(onThoseWhoWaitWith: consumer, in: subscription)
      }
    }
  }
}

extension Evidence {
  /// Whether those who wait when a consumer gets the end come to theirs.
  fileprivate func verdict(
    onThoseWhoWaitWith consumer: ConsumerRecord, in subscription: Subscription
  ) -> Verdict {
    guard let end = consumer.terminal?.returned else { return .notExercised }
    let waiting = subscription.consumers.filter { other in
      other.id != consumer.id && other.isWaiting(at: end)
    }
    return .overall(waiting) { other in
      guard let stall = stall(of: other, after: end, before: .max, in: subscription) else {
        return .held
      }
      // Who is cancelled may be the only one that it was the end for.
      let isOver = consumer.cancelled == nil || subscription.active(at: stall) == nil
      guard isOver else { return .notExercised }
      return .violated(
        at: stall,
        because: "consumer \(consumer.id.number) got the end, and consumer \(other.id.number), "
          + "which waited with it, still waits")
    }
  }
}

extension Traits {
  /// A stream whose consumers divide what is called back.
  fileprivate static let divided = declaring(\.iterators, .split)
}

extension Rule.Code {
  fileprivate static let concurrentNextContained = Rule.Code(
    wrong: """
      var waiter: Waiter?  // the continuation of a next()

      mutating func wait(_ waiter: Waiter) { self.waiter = waiter }
      mutating func first() -> Waiter? { waiter.take() }
      mutating func finish() -> [Waiter] {
        defer { waiter = nil }
        return waiter.map { [$0] } ?? []
      }
      """,
    right: """
      var waiters: [Waiter] = []  // the continuation of each next()

      mutating func wait(_ waiter: Waiter) { waiters.append(waiter) }
      mutating func first() -> Waiter? {
        waiters.isEmpty ? nil : waiters.removeFirst()
      }
      mutating func finish() -> [Waiter] {
        defer { waiters = [] }
        return waiters
      }
      """)
}
