import SluiceSpies

extension Rule {
  /// The rule that a stream without a loss policy drops nothing.
  public static let eachValueOnce = Rule(
    id: "delivery.each-value-once",
    statement:
      "without a loss policy every value called back is yielded once, none dropped or merged",
    level: .must,
    rationale: """
      Who sums up changes, counts equal values or keeps a list by its differences is wrong for \
      ever after one lost value.
      """,
    usualCause: """
      The stream drops a value that equals the one before it, or keeps only the newest values, as \
      AsyncStream does with .bufferingNewest(1).
      """,
    causes: .eachValueOnce,
    fix: """
      Yield the value of each callback once and use the policy .unbounded. If values may be lost, \
      declare it in the traits 'overflow' and 'merging'.
      """,
    code: .eachValueOnce,
    anchors: [.reactiveStreams("1.1"), .proposal],
    traits: [.overflow, .lateIterator, .latency, .merging, .joining],
    underThreads: .countsOneByOne,
    examples: [
      .conforming(
        "equal values", after: .waitingAgain,
        [.callback(1), .called(), .element(1), .next(), .quiescent]),
      .conforming(
        "buffered, then dropped by a cancel", after: .busy,
        [
          .callback(2), .called(), .callback(3), .called(), .cancel(), .cancelled(), .next(),
          .remove(), .removed(), .end(), .left(), .quiescent,
        ]),
      .violating(
        "one of three dropped", after: .busy,
        [
          .callback(2), .called(), .callback(3), .called(), .next(), .element(3).blamed, .next(),
          .quiescent,
        ]),
      .silent("nothing called back", after: .waiting, []),
      .outside("a stream that keeps the newest value", .declaring(\.overflow, .newest(1))),
    ] + dropped + valuesByDesign
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.overflow == .unbounded },
      otherwise: .inapplicable(because: "the stream declares that it drops values without room")
    ) { subscription in
      if let (lost, shown) = subscription.dropped {
        let later = subscription.receptions.first { reception in reception.at == shown }
        return .violated(
          at: shown,
          because: "\(lost.name) was never yielded"
            + (later.map { later in ", and \(later.value), which came later, was" } ?? ""))
      }
      if let (lost, shown) = evidence.emptyHanded(in: subscription) {
        return .violated(
          at: shown, because: "the consumer waits, and \(lost.name) was never yielded")
      }
      let isExercised = subscription.receptions.contains { $0.delivery != nil }
      return isExercised ? .held : .notExercised
    }
  }
}

extension Evidence {
  /// Where a consumer waits although a value that was called back before was never yielded.
  ///
  /// A value that came to a waiting consumer and woke nobody is another matter: it may be stored.
  fileprivate func emptyHanded(
    in subscription: Subscription
  ) -> (lost: Delivery, shown: Int)? {
    let lost = subscription.deliveries.first { delivery in
      guard delivery.isDue, delivery.received == nil else { return false }
      if case .stuck = waking(by: delivery, in: subscription) { return false }
      return true
    }
    guard let lost, case .stalled(let at) = outcome(in: subscription, after: lost.began) else {
      return nil
    }
    return (lost, at)
  }
}

extension Evidence {
  /// The value that was never yielded, as an entry shows, with its iteration.
  fileprivate func passedOver(at blamed: Int) -> (value: Delivery, of: Subscription)? {
    for subscription in subscriptions {
      if let (lost, shown) = subscription.dropped, shown == blamed { return (lost, subscription) }
    }
    for subscription in subscriptions
    where subscription.consumers.contains(where: { $0.isWaiting(at: blamed) }) {
      let lost = subscription.deliveries.first { delivery in
        delivery.isDue && delivery.received == nil && delivery.began < blamed
      }
      if let lost { return (lost, subscription) }
    }
    return nil
  }
}

extension Rule {
  /// Values that are dropped for what they are, or for when they came.
  private static let dropped: [Example] = [
    .violating(
      "the last of three dropped", after: .busy,
      [
        .callback(2), .called(), .callback(3), .called(), .next(), .element(2), .next(),
        .quiescent.blamed,
      ]),
    .violating(
      "equal neighbours merged", after: .busy,
      [
        .callback(1), .called(), .callback(2), .called(), .next(), .element(2).blamed, .next(),
        .quiescent,
      ]),
  ]
}

extension Rule {
  /// The values of iterations that share one subscription, and of those that come later by design.
  private static let valuesByDesign: [Example] = [
    .violating(
      "a later value of the same joined source came", joined, after: bothAdded,
      [
        .callback(1, 2), .called(2), .callback(2, 2), .called(2), .element(2).blamed, .next(),
        .quiescent,
      ]),
    .violating(
      "a later one stands for it, and each was declared to come", keeping(.none), after: .waiting,
      [
        .callback(1), .called(), .callback(2), .called(), .quiescent,
        .element(2).after(100_000_000).blamed, .next(), .quiescent,
      ]),
    .conforming(
      "a later one stands for it, as declared", keeping(.latest), after: .waiting,
      [
        .callback(1), .called(), .callback(2), .called(), .quiescent,
        .element(2).after(100_000_000), .next(), .quiescent,
      ]),
    .violating(
      "none stands for the last", keeping(.latest), after: .busy,
      [
        .callback(2), .called(), .quiescent, .callback(3).after(200_000_000), .called(), .quiescent,
        .next(), .element(3).after(100_000_000).blamed, .next(), .quiescent,
      ]),
    .violating(
      "no latest value for who joins", Traits.broadcast.with { $0.lateIterator = .latest },
      after: joining, [.quiescent.blamed]),
    .conforming(
      "a value that races the join is not for who joins", .broadcast, after: joining,
      [.callback(2), .called(), .element(2), .next(), .quiescent]),
    .violating(
      "dropped for one who is busy, and shares", .broadcast,
      after: .twoSharing,
      [
        .callback(1), .called(), .element(1), .next(), .element(1, 2), .quiescent, .callback(2),
        .called(), .element(2), .next(), .quiescent, .next(2), .quiescent.blamed,
      ]),
  ]
}

extension [Rule.Cause] {
  fileprivate static var eachValueOnce: Self {
    [
      .usual("The callback drops a value that equals the one before it.") { evidence, blamed in
        evidence.passedOver(at: blamed).map { lost in lost.of.equalsTheOneBefore(lost.value) }
          == true
      },
      .usual(
        """
        A value that is dropped begins the interval or the wait anew, or the last value before a \
        pause is dropped with its timer.
        """
      ) { evidence, blamed in
        guard let (_, subscription) = evidence.passedOver(at: blamed) else { return false }
        return subscription.traits.delay > .zero || subscription.traits.merging != .none
      },
      .usual("A reader that joins is not handed the latest value, as the stream declares.") {
        evidence, blamed in
        guard let (value, subscription) = evidence.passedOver(at: blamed) else { return false }
        return subscription.consumers.allSatisfy { consumer in value.began < consumer.iteratorMade }
      },
      .usual(
        """
        A shared stream hands a value to the readers that wait, and has no buffer for each of \
        those that are busy.
        """
      ) { evidence, blamed in evidence.passedOver(at: blamed)?.of.isAlone == false },
      .usual(
        """
        The stream keeps only the newest values while the consumer is busy, as AsyncStream does \
        with .bufferingNewest(1).
        """
      ) { evidence, blamed in
        guard let (value, subscription) = evidence.passedOver(at: blamed) else { return false }
        return subscription.deliveries.contains { delivery in
          delivery.began > value.began && delivery.received != nil
        }
      },
      .usual("The stream keeps only the oldest values while the consumer is busy.") {
        evidence, blamed in evidence.passedOver(at: blamed) != nil
      },
    ]
  }
}

extension Rule.Code {
  fileprivate static let eachValueOnce = Rule.Code(
    wrong: """
      AsyncStream { continuation in
        let last = Box<Double>()
        let handle = source.addValueListener { price in
          if price != last.value { continuation.yield(price) }
          last.value = price
        }
        continuation.onTermination = { _ in handle.remove() }
      }
      """,
    right: """
      AsyncStream { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
      }
      """)
}
