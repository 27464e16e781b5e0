import SluiceSpies

extension Rule {
  /// The rule that the streams of two sources have nothing in common.
  public static let noCrossTalk = Rule(
    id: "isolation.no-cross-talk",
    statement: "what one source calls back reaches no consumer of another source",
    level: .must,
    rationale: """
      A callback that finds its stream through a global, or by a key that two share, shows one \
      person's messages to another.
      """,
    anchors: [.reactiveStreams("1.11")],
    implies: [
      "isolation.independent-iterators", "isolation.cancel-one-spares-others",
      "isolation.restart", "delivery.no-invented-values", "delivery.each-value-once",
      "delivery.wakes-waiter", "errors.propagate-unchanged", "completion.finish-ends",
      "cancellation.buffer-declared", "ordering.fifo", "memory.captures-released",
    ],
    underThreads: .counts,
    examples: [
      .conforming(
        "each gets its own", after: .twoWaiting,
        [
          .callback(1), .called(), .element(1), .next(), .callback(2, 2), .called(2),
          .element(2, 2), .next(2), .quiescent,
        ]
      ).ofTwoSources,
      .violating(
        "the second gets the first's value", after: .twoWaiting,
        [.callback(1), .called(), .element(1, 2).blamed, .next(2), .quiescent]
      ).ofTwoSources,
      .violating(
        "both get it", after: .twoWaiting,
        [
          .callback(1), .called(), .element(1), .next(), .element(1, 2).blamed, .next(2),
          .quiescent,
        ]
      ).ofTwoSources,
      .violating(
        "the second fails with the first's error", after: .twoWaiting,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
          .failure("denied"), .left(.failed), .failure("denied", 2).blamed, .left(.failed, 2),
          .quiescent,
        ]
      ).ofTwoSources,
    ] + apart
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      let others = evidence.subscriptions.filter { other in
        !evidence.declarations.sharesSource(other.sequence, subscription.sequence)
      }
      guard !others.isEmpty else { return .notExercised }
      if let stray = subscription.invented, others.contains(where: { $0.called(back: stray) }) {
        return .violated(
          at: stray.at,
          because: "consumer \(stray.consumer.number) got \(stray.value), which another source "
            + "called back")
      }
      if let (at, failure) = subscription.strayFailure(of: others) {
        return .violated(at: at, because: "it failed with \(failure), as another source did")
      }
      let isExercised =
        !subscription.receptions.isEmpty
        && others.contains { other in !other.receptions.isEmpty }
      return isExercised ? .held : .notExercised
    }
  }
}

extension Rule {
  private static let apart: [Example] = [
    .silent(
      "both fail with the same", after: .twoWaiting,
      [
        .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
        .failure("denied"), .left(.failed), .callback(.failure(.named("denied")), 2),
        .remove(2, by: 2, of: 2), .removed(2), .called(2), .failure("denied", 2),
        .left(.failed, 2), .quiescent,
      ]
    ).ofTwoSources,
    .silent(
      "two streams of one source", after: .twoWaiting,
      [
        .callback(1), .called(), .element(1), .next(), .callback(2, 2), .called(2),
        .element(2, 2), .next(2), .quiescent,
      ]),
    .silent("one stream", after: .waitingAgain, []),
  ]
}

extension Subscription {
  /// Whether a value was called back here before somebody got it.
  fileprivate func called(back stray: Reception) -> Bool {
    deliveries.contains { delivery in
      delivery.began < stray.at && delivery.value == stray.value
    }
  }

  /// Where a consumer failed with an error that came from another source alone.
  fileprivate func strayFailure(of others: [Subscription]) -> (at: Int, failure: Failure)? {
    for consumer in consumers {
      guard case .failure(let failure)? = consumer.terminal?.output, !failure.isCancellation,
        let at = consumer.terminal?.returned,
        !deliveries.contains(where: { $0.failure != nil && $0.began < at }),
        !registrations.contains(where: { $0.addThrew != nil }),
        // What has a state tells by that how it ended.
        traits.source != .operation
      else { continue }
      let isAnothers = others.contains { other in
        other.deliveries.contains { $0.failure == failure && $0.began < at }
      }
      if isAnothers { return (at, failure) }
    }
    return nil
  }
}
