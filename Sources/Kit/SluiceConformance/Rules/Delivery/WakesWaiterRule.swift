import SluiceSpies

extension Rule {
  /// The rule that a value resumes the consumer that waits for it.
  public static let wakesWaiter = Rule(
    id: "delivery.wakes-waiter",
    statement:
      "a value called back while the consumer waits resumes it by quiescence, or by the latency",
    level: .must,
    rationale: """
      A value that is stored without waking its consumer shows only when the next one comes, or \
      never.
      """,
    usualCause: """
      The callback stores its value and does not resume the continuation of the waiting next(), or \
      resumes it only if the value has changed.
      """,
    causes: .wakesWaiter,
    fix: """
      Resume the waiting continuation with the value instead of storing it, as AsyncStream does in \
      yield(_:).
      """,
    code: .wakesWaiter,
    anchors: [.reactiveStreams("3.8")],
    traits: [.latency, .merging, .joining],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("resumed", after: .waitingAgain, []),
      .violating(
        "equal to the one before, and the consumer waits on", after: .waitingAgain,
        [.callback(1), .called(), .quiescent.blamed]),
      .violating(
        "told by the second of two sources, when the first has ended", joined,
        after: oneOfTwoEnded, [.callback(1, 2), .called(2), .quiescent.blamed]),
      .violating(
        "stored, and the consumer waits on", after: .waiting,
        [.callback(1), .called(), .quiescent.blamed, .callback(2), .called(), .element(1)]),
      .conforming(
        "both who share", .broadcast, after: .twoSharing,
        [
          .callback(1), .called(), .element(1), .next(), .element(1, 2), .next(2), .quiescent,
        ]),
      .violating(
        "one of two who share", .broadcast, after: .twoSharing,
        [.callback(1), .called(), .element(1), .next(), .quiescent.blamed]),
      .silent(
        "called back before the consumer iterates",
        [
          .accessed(), .add(by: nil), .added(),
          .callback(2), .called(), .quiescent,
        ]),
      .silent(
        "cancelled at the same instant", after: .waiting,
        [.callback(1), .called(), .cancel(), .remove(), .removed(), .cancelled(), .quiescent]),
    ] + valuesKeptBack
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      .overall(subscription.deliveries) { delivery in
        switch evidence.waking(by: delivery, in: subscription) {
        case .woken: .held
        case .unknown: .notExercised
        case .stuck(let at):
          .violated(
            at: at,
            because: "\(delivery.name) left its consumer waiting")
        }
      }
    }
  }

  /// Values of streams that hand them on later by design: 100 milliseconds at most.
  private static let valuesKeptBack: [Example] = [
    .conforming(
      "kept back for as long as declared", keeping(.none), after: .waiting,
      [
        .callback(1), .called(), .quiescent, .element(1).after(100_000_000), .next(), .quiescent,
      ]),
    .violating(
      "kept back for longer", keeping(.none), after: .waiting,
      [
        .callback(1), .called(), .quiescent, .element(1).after(100_000_001).blamed, .next(),
        .quiescent,
      ]),
    .violating(
      "kept back for ever", keeping(.quiet), after: .waiting,
      [
        .callback(1), .called(), .quiescent, .callback(2).after(300_000_000).blamed, .called(),
        .quiescent,
      ]),
    .conforming(
      "a later one stands for it", keeping(.latest), after: .waiting,
      [
        .callback(1), .called(), .callback(2).after(50_000_000), .called(), .quiescent,
        .element(2).after(50_000_000), .next(), .quiescent,
      ]),
    .violating(
      "a later one stands for it, too late", keeping(.latest), after: .waiting,
      [
        .callback(1), .called(), .callback(2).after(50_000_000), .called(), .quiescent,
        .element(2).after(100_000_000).blamed, .next(), .quiescent,
      ]),
    .conforming(
      "the last of several, its time after it", keeping(.quiet), after: .waiting,
      [
        .callback(1), .called(), .callback(2).after(50_000_000), .called(), .quiescent,
        .element(2).after(100_000_000), .next(), .quiescent,
      ]),
    .conforming(
      "the value of another joined source stands for it, which fails later",
      joined.with { traits in
        traits.latency = .milliseconds(100)
        traits.merging = .latest
      },
      after: bothAdded,
      [
        .callback(1), .called(), .callback(1, 2), .called(2), .quiescent,
        .element(1).after(100_000_000), .next(), .quiescent,
        .callback(.failure(.named("unavailable"))).after(200_000_000), .remove(), .removed(),
        .remove(2), .removed(2), .called(), .failure(), .left(.failed), .quiescent,
      ]),
    .conforming(
      "the latest of two sources for a consumer that joins, equal to one from before",
      joined.with { traits in
        traits.iterators = .broadcast
        traits.lateIterator = .latest
        traits.latency = .milliseconds(100)
        traits.overflow = .newest(1)
      },
      after: bothAdded,
      [
        .madeIterator(2), .callback(1), .called(), .callback(2), .called(), .callback(1),
        .called(), .next(2), .element(1, 2), .next(2), .quiescent, .element(1).after(100_000_000),
        .next(), .element(2), .next(), .element(1), .next(), .quiescent,
        .callback(3), .called(), .callback(3, 2), .called(2), .quiescent,
        .element(3).after(100_000_000), .next(), .element(3), .next(), .element(3, 2), .next(2),
        .element(3, 2), .next(2), .quiescent,
      ]),
    .silent(
      "cancelled while it is kept back", keeping(.quiet), after: .waiting,
      [
        .callback(1), .called(), .quiescent, .cancel().after(50_000_000), .remove(), .removed(),
        .cancelled(), .end(), .left(), .quiescent, .line(.epilogueBegan).after(100_000_000),
      ]),
  ]

  /// What a stream declares that keeps values back for up to 100 milliseconds.
  static func keeping(_ merging: Traits.Merging) -> Traits {
    Traits().with { traits in
      traits.latency = .milliseconds(100)
      traits.merging = merging
    }
  }
}

extension [Rule.Cause] {
  fileprivate static var wakesWaiter: Self {
    [
      .usual(
        """
        The end of one source sets a flag that stands for the whole stream, and the callbacks of \
        the other sources look at that flag.
        """
      ) { evidence, blamed in
        guard let (_, subscription) = evidence.waiting(at: blamed) else { return false }
        return subscription.registrations.contains { registration in
          registration.hasEnded(before: blamed, subscription.traits)
        }
      },
      .usual("The callback resumes the waiting continuation only if the value has changed.") {
        evidence, blamed in
        guard let (_, subscription) = evidence.waiting(at: blamed) else { return false }
        return subscription.deliveries.contains { delivery in
          delivery.isDue && delivery.began < blamed && delivery.received ?? .max > blamed
            && subscription.equalsTheOneBefore(delivery)
        }
      },
    ]
  }
}

extension Rule.Code {
  fileprivate static let wakesWaiter = Rule.Code(
    wrong: """
      mutating func receive(_ price: Double) -> Waiter? {
        if end == nil { buffer.append(price) }
        return nil
      }
      """,
    right: """
      mutating func receive(_ price: Double) -> Waiter? {
        // The caller resumes the waiter with the price.
        if let waiter = waiter.take() { return waiter }
        if end == nil { buffer.append(price) }
        return nil
      }
      """)
}
