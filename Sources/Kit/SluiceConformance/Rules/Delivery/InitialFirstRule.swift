import SluiceSpies

extension Rule {
  /// The rule that the present value comes first, and once.
  public static let initialFirst = Rule(
    id: "delivery.initial-first",
    statement: "where the source hands over a present value, it is yielded first and exactly once",
    level: .must,
    rationale: """
      A view that shows the first value as the state would start from a change, or flash the \
      same state twice.
      """,
    usualCause: """
      The stream reads the present value early and skips the first callback, or skips it because \
      it takes it for a mere confirmation.
      """,
    causes: .initialFirst,
    fix: "Yield the first callback like every other one, and read no value beside it.",
    code: .initialFirst,
    anchors: [.observersGuide],
    traits: [.initialValue, .joining, .overflow],
    implies: [
      "delivery.no-invented-values", "delivery.each-value-once", "delivery.wakes-waiter",
      "ordering.fifo",
    ],
    underThreads: .countsOneByOne,
    examples: logs
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.initialValue == .present },
      otherwise: .inapplicable(because: "the stream declares no present value")
    ) { subscription in
      guard subscription.consumers.count == 1 else { return .notExercised }
      // Of joined sources each has a present value of its own, and the others may overtake it.
      guard subscription.traits.joining == .allEnd else {
        return evidence.verdict(onPresentValueOf: nil, in: subscription)
      }
      return .overall(subscription.registrations) { source in
        evidence.verdict(onPresentValueOf: source.id, in: subscription)
      }
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming(
      "the present value, then a change", present, after: .waitingAgain,
      [
        .callback(2), .called(), .element(2), .next(), .quiescent,
      ]),
    .violating(
      "a change first", present, after: .waiting,
      [
        .callback(1), .called(), .callback(2), .called(), .element(2).blamed, .next(),
        .element(1), .next(), .quiescent,
      ]),
    .violating(
      "a value from before first", present, after: .waiting,
      [.element(5).blamed, .next(), .callback(1), .called(), .element(1), .next(), .quiescent]),
    .violating(
      "twice", present, after: .waitingAgain, [.element(1).blamed, .next(), .quiescent]),
    .violating(
      "never", present, after: .waiting, [.callback(1), .called(), .quiescent.blamed]),
    .conforming(
      "the present value of a second source comes before that of the first", joinedPresent,
      after: bothAdded,
      [
        .callback(1), .called(), .callback(2, 2), .called(2), .element(2), .next(), .element(1),
        .next(), .quiescent,
      ]),
    .violating(
      "a change of a second source before its present value", joinedPresent, after: bothAdded,
      [
        .callback(1), .called(), .callback(2, 2), .called(2), .callback(3, 2), .called(2),
        .element(1), .next(), .element(3).blamed, .next(), .element(2), .next(), .quiescent,
      ]),
    .silent(
      "displaced by a newer one", present.with { traits in traits.overflow = .newest(1) },
      after: .waiting,
      [.callback(1), .called(), .callback(2), .called(), .element(2), .next(), .quiescent]),
    .silent("nothing called back", present, after: .waiting, []),
    .outside("a source without a present value", Traits(), after: .waitingAgain),
  ]

  private static let present = Traits.declaring(\.initialValue, .present)
  private static let joinedPresent = joined.with { traits in traits.initialValue = .present }
}

extension Evidence {
  /// Whether the present value came first of what one source, or any, called back.
  fileprivate func verdict(
    onPresentValueOf source: RegistrationID?, in subscription: Subscription
  ) -> Verdict {
    let deliveries = subscription.deliveries
    guard
      let place = deliveries.firstIndex(where: { delivery in
        delivery.phase == .live && (source == nil || delivery.registration == source)
      }),
      deliveries[place].isDue, !subscription.isOfOthers(place),
      !subscription.mayHaveDisplaced(place)
    else { return .notExercised }
    let initial = deliveries[place]
    let first = subscription.receptions.first { reception in
      guard let source, let delivery = reception.delivery else { return true }
      return deliveries[delivery].registration == source
    }
    guard let first else {
      return loss(of: initial, in: subscription).map { at in
        .violated(at: at, because: "the present value \(initial.name) was not yielded")
      } ?? .notExercised
    }
    if first.delivery != place {
      let number = initial.registration.number
      return .violated(
        at: first.at,
        because: first.delivery == nil
          ? "\(first.value) came before #\(number) had called back the present value"
          : "\(first.value) came before the present value \(initial.name)")
    }
    let again = subscription.receptions.first { reception in
      reception.at > first.at && reception.delivery == nil && reception.value == initial.value
    }
    return again.map { again in
      .violated(at: again.at, because: "the present value \(initial.name) came again")
    } ?? .held
  }
}

extension Subscription {
  /// Whether a value is gone that newer ones may have displaced before anybody took it.
  fileprivate func mayHaveDisplaced(_ place: Int) -> Bool {
    guard case .newest = traits.overflow, mayOverflow else { return false }
    return deliveries[place].received == nil
  }
}

extension [Rule.Cause] {
  fileprivate static var initialFirst: Self {
    [
      .usual(
        """
        A new iterator is given a value from before: the last one of another iterator, or one that \
        was read early.
        """
      ) { evidence, blamed in
        guard let (value, subscription) = evidence.reception(at: blamed) else { return false }
        return value.delivery == nil
          && !subscription.receptions.contains { $0.at < value.at && $0.value == value.value }
      },
      .usual(
        """
        The stream reads the present value itself and yields the first callback too, or yields \
        that one both from the callback and from the buffer.
        """
      ) { evidence, blamed in
        evidence.reception(at: blamed).map { got in got.value.delivery == nil } == true
      },
      .usual("The buffer gives out its newest value first.") { evidence, blamed in
        guard let (value, subscription) = evidence.reception(at: blamed) else { return false }
        return subscription.deliveries.contains { delivery in
          (delivery.received ?? 0) > value.at && delivery.began < value.at
        }
      },
    ]
  }
}

extension Rule.Code {
  fileprivate static let initialFirst = Rule.Code(
    wrong: """
      AsyncStream { continuation in
        let isConnected = Flag()
        let handle = source.addValueListener { price in
          if isConnected.isRaised { continuation.yield(price) }
          isConnected.raise()  // the first callback is only a confirmation
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
