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
    usualCause: "All iterators read one AsyncStream, so each value goes to only one of them.",
    fix: """
      Make a stream and add a listener in each makeAsyncIterator(), or declare the trait \
      'iterators' as it is.
      """,
    code: .independentIterators,
    anchors: [.observersGuide, .reactiveStreams("1.11")],
    traits: [.iterators],
    implies: [
      "registration.declared-adds", "delivery.no-invented-values", "delivery.each-value-once",
      "delivery.wakes-waiter",
    ],
    underThreads: .counts,
    examples: logs
  ) { evidence in
    let iterated = evidence.subscriptions.filter { subscription in
      subscription.traits.iterators == .independent && !subscription.consumers.isEmpty
    }
    let missed = MissedValues(of: iterated)
    var active: Spans?
    return .overall(
      evidence, where: { traits in traits.iterators == .independent },
      otherwise: .inapplicable(
        because: "the stream declares that its iterators share a subscription")
    ) { subscription in
      guard iterated.count > 1, !subscription.consumers.isEmpty, evidence.knowsOwners else {
        return .notExercised
      }
      if let stray = subscription.invented, missed.include(stray) {
        return .violated(
          at: stray.at,
          because:
            "consumer \(stray.consumer.number) got \(stray.value) of another consumer's listener")
      }
      guard let consumer = subscription.consumers.first else { return .notExercised }
      let stall = evidence.stall(
        of: consumer, after: consumer.iteratorMade, before: subscription.closed)
      if let stall, !subscription.registrations.contains(where: { $0.addCalled < stall }) {
        let all = active ?? Spans(activityOf: iterated.lazy.flatMap(\.registrations))
        active = all
        if all.contain(stall) {
          return .violated(
            at: stall,
            because: "consumer \(consumer.id.number) waits without a registration of its own")
        }
      }
      return subscription.registrations.isEmpty ? .notExercised : .held
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
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
}

/// The values that were called back to some subscriptions and did not arrive there.
private struct MissedValues {
  /// Where each was first called back; nothing where no consumer got what is not its own.
  private var first: [Value: Int] = [:]

  init(of subscriptions: [Subscription]) {
    guard subscriptions.count > 1, subscriptions.contains(where: { $0.invented != nil }) else {
      return
    }
    for subscription in subscriptions {
      for delivery in subscription.deliveries where delivery.received == nil {
        guard let value = delivery.value else { continue }
        first[value] = min(first[value] ?? .max, delivery.began)
      }
    }
  }

  /// Whether what a consumer got may be one of them.
  func include(_ stray: Reception) -> Bool {
    first[stray.value].map { began in began < stray.at } == true
  }
}

extension Rule.Code {
  fileprivate static let independentIterators = Rule.Code(
    wrong: """
      // An AsyncStream with a listener of its own.
      lazy var prices = source.prices()

      func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
        prices.makeAsyncIterator()
      }
      """,
    right: """
      func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
        // An AsyncStream with a listener of its own.
        source.prices().makeAsyncIterator()
      }
      """)
}
