import SluiceSpies

extension Rule {
  /// The rule that every value yielded was called back.
  public static let noInventedValues = Rule(
    id: "delivery.no-invented-values",
    statement: "nothing is yielded that was not called back, nor oftener than it was",
    level: .must,
    rationale: """
      A value that comes twice is processed twice: a message is sent again, a counter runs \
      ahead.
      """,
    usualCause: """
      A value that went to a waiting consumer also stays in the buffer, or a later iterator is \
      handed the last value of an earlier one.
      """,
    causes: .noInventedValues,
    fix: """
      Hand each value either to the waiting consumer or to the buffer, never to both. A shared \
      stream that replays its latest value declares 'late-iterator.latest'.
      """,
    code: .noInventedValues,
    anchors: [.reactiveStreams("1.1")],
    traits: [.lateIterator],
    implies: ["delivery.each-value-once"],
    underThreads: .countsWhereAsked,
    examples: [
      .conforming("one value", after: .waitingAgain, []),
      .violating(
        "the last repeated", after: .busy, [.next(), .element(1).blamed, .next(), .quiescent]),
      .violating(
        "changed on the way", after: .waiting,
        [.callback(1), .called(), .element(10).blamed, .next(), .quiescent]),
      .violating(
        "the value of another iterator", after: .twoWaiting,
        [.callback(1), .called(), .element(1), .next(), .element(1, 2).blamed, .next(2)]),
      .violating(
        "yielded before it was called back", after: .waiting,
        [
          .element(1).blamed, .next(), .callback(1), .called(), .element(1), .next(), .quiescent,
        ]),
      .violating(
        "what came before the consumer joined another", .broadcast, after: joining,
        [.element(1, 2).blamed, .next(2), .quiescent]),
      .conforming(
        "the latest value for who joins, as declared", replaying, after: joining,
        [.element(1, 2), .next(2), .quiescent]),
      .violating(
        "the latest value twice for who joins", replaying, after: joining,
        [.element(1, 2), .next(2), .element(1, 2).blamed, .next(2), .quiescent]),
      .conforming(
        "a value that races the join", .broadcast, after: joining,
        [.callback(2), .called(), .element(2), .next(), .element(2, 2), .next(2), .quiescent]),
      .silent("nothing yielded", after: .waiting, []),
    ]
  ) { evidence in
    let first = evidence.subscriptions.lazy.compactMap { subscription in
      subscription.invented.map { invented in (invented, subscription) }
    }.min { one, other in one.0.at < other.0.at }
    if let (invented, subscription) = first {
      return .violated(
        at: invented.at, because: evidence.reason(of: invented, in: subscription))
    }
    let isExercised = evidence.subscriptions.contains { !$0.receptions.isEmpty }
    return isExercised ? .held : .notExercised
  }

  private static let replaying = Traits.broadcast.with { traits in traits.lateIterator = .latest
  }

  /// Consumer 2 joins consumer 1, which has got value 1.
  static let joining: [Example.Line] =
    .waitingHeld + [
      .callback(1), .called(), .element(1), .next(), .quiescent, .madeIterator(2), .next(2),
    ]
}

extension Evidence {
  /// Why a value is invented: it was called back too seldom, to another iterator alone, or never.
  fileprivate func reason(of invented: Reception, in subscription: Subscription) -> String {
    let value = invented.value
    let times = subscription.receptions.count { $0.value == value && $0.at <= invented.at }
    let told = subscription.deliveries.count { delivery in
      delivery.mayCome && delivery.value == value && delivery.began < invented.at
    }
    guard told == 0 else {
      return "\(value) was yielded \(times) times, and called back "
        + (told == 1 ? "once" : "\(told) times")
    }
    let others = registrations.filter { registration in
      registration.told(value, before: invented.at) > 0
    }
    guard let other = others.first else {
      return "\(value) was yielded, and no callback has brought it"
    }
    let number = other.id.number
    return subscription.isAlone
      ? "\(value) was yielded, and only #\(number) of another iterator was called back with it"
      : "\(value) was yielded, and called back to #\(number) only before the reader had joined"
  }
}

extension [Rule.Cause] {
  fileprivate static var noInventedValues: Self {
    [
      .usual(
        """
        A shared stream keeps what it was told and hands it to a reader that comes later, as if \
        each reader began at the first value.
        """
      ) { evidence, blamed in
        guard let (value, subscription) = evidence.reception(at: blamed) else { return false }
        return !subscription.isAlone
          && evidence.subscriptions.contains { $0.told(value.value, before: blamed) > 0 }
          && !subscription.receptions.contains { $0.at < value.at && $0.value == value.value }
      },
      .usual(
        """
        A value that went to a waiting consumer also stays in the buffer, or two listeners are \
        added and each of them hands it on.
        """
      ) { evidence, blamed in
        guard let (value, subscription) = evidence.reception(at: blamed) else { return false }
        return subscription.receptions.contains { $0.at < value.at && $0.value == value.value }
      },
      .usual(
        """
        A new iterator is handed the last value of another one: the value is kept in state that \
        all iterators share.
        """
      ) { evidence, blamed in
        guard let (value, _) = evidence.reception(at: blamed) else { return false }
        return evidence.subscriptions.contains { $0.told(value.value, before: blamed) > 0 }
      },
      .usual(
        """
        The stream yields a value that no callback has brought: a placeholder, one that it has \
        read itself, or one that was changed on the way.
        """
      ) { evidence, blamed in evidence.reception(at: blamed) != nil },
    ]
  }
}

extension Rule.Code {
  fileprivate static let noInventedValues = Rule.Code(
    wrong: """
      mutating func receive(_ price: Double) -> Waiter? {
        guard end == nil else { return nil }
        buffer.append(price)
        return waiter.take()  // the caller resumes it with the price
      }
      """,
    right: """
      mutating func receive(_ price: Double) -> Waiter? {
        guard end == nil else { return nil }
        if waiter == nil { buffer.append(price) }
        return waiter.take()  // the caller resumes it with the price
      }
      """)
}
