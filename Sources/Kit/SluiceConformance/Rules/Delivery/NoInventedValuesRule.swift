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
    .overall(evidence.subscriptions) { subscription in
      if let invented = subscription.invented {
        return .violated(
          at: invented.at,
          because: subscription.isAlone
            ? "\(invented.value) was not called back, or not as often"
            : "\(invented.value) was not called back since it joined, or not as often")
      }
      return subscription.receptions.isEmpty ? .notExercised : .held
    }
  }

  private static let replaying = Traits.broadcast.with { traits in traits.lateIterator = .latest }

  /// Consumer 2 joins consumer 1, which has got value 1.
  static let joining: [Example.Line] =
    .waitingHeld + [
      .callback(1), .called(), .element(1), .next(), .quiescent, .madeIterator(2), .next(2),
    ]
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
