import SluiceSpies

extension Rule {
  /// The rule that each iterator has a subscription and all values of its own.
  public static let independentIterators = Rule(
    id: "isolation.independent-iterators",
    statement:
      "where iterators are declared independent each has registrations of its own, and all values",
    level: .must,
    rationale: """
      Two views on one stream that share one subscription each see a part of the values, and \
      neither knows.
      """,
    anchors: [.observersGuide, .reactiveStreams("1.11")],
    traits: [.iterators],
    implies: [
      "registration.declared-adds", "delivery.no-invented-values", "delivery.each-value-once",
      "delivery.wakes-waiter",
    ],
    underThreads: .counts,
    examples: [
      .conforming(
        "a registration each", after: .twoWaiting,
        [
          .callback(1), .called(), .element(1), .next(), .callback(1, 2), .called(2),
          .element(1, 2), .next(2), .quiescent,
        ]),
      .violating(
        "the second iterator shares the first's registration", after: .waiting,
        [.madeIterator(2), .next(2), .quiescent.blamed]),
      .violating(
        "values go to whoever asks", after: .waiting,
        [
          .madeIterator(2), .next(2), .callback(1), .called(), .element(1, 2).blamed, .next(2),
          .quiescent,
        ]),
      .silent("one consumer", after: .waitingAgain, []),
      .outside("iterators that share", .declaring(\.iterators, .split)),
      .outside("one iterator only", .declaring(\.iterators, .single)),
    ]
  ) { evidence in
    let iterated = evidence.subscriptions.filter { subscription in
      subscription.traits.iterators == .independent && !subscription.consumers.isEmpty
    }
    return .overall(
      evidence, where: { traits in traits.iterators == .independent },
      otherwise: .inapplicable(
        because: "the stream declares that its iterators share a subscription")
    ) { subscription in
      guard iterated.count > 1, !subscription.consumers.isEmpty, evidence.knowsOwners else {
        return .notExercised
      }
      if let stray = subscription.invented,
        iterated.contains(where: { other in other.misses(stray) })
      {
        return .violated(
          at: stray.at,
          because: "consumer \(stray.consumer.number) got a value of another's registration")
      }
      guard let consumer = subscription.consumers.first else { return .notExercised }
      let stall = evidence.stall(
        of: consumer, after: consumer.iteratorMade, before: subscription.closed)
      if let stall, !subscription.registrations.contains(where: { $0.addCalled < stall }),
        iterated.contains(where: { other in other.active(at: stall) != nil })
      {
        return .violated(
          at: stall,
          because: "consumer \(consumer.id.number) waits without a registration of its own")
      }
      return subscription.registrations.isEmpty ? .notExercised : .held
    }
  }
}

extension Subscription {
  /// Whether a value that another subscription's consumer got was called back here and did not
  /// arrive here.
  fileprivate func misses(_ stray: Reception) -> Bool {
    deliveries.contains { delivery in
      delivery.began < stray.at && delivery.received == nil && delivery.value == stray.value
    }
  }
}
