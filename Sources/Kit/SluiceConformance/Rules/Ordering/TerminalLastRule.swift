import SluiceSpies

extension Rule {
  /// The rule that the end waits for the values before it.
  public static let terminalLast = Rule(
    id: "ordering.terminal-last",
    statement: "the end is yielded after every value that was called back before it",
    level: .must,
    rationale: """
      An end that overtakes buffered values cuts the result short, and the consumer can't tell.
      """,
    usualCause: """
      The callback for the end finishes the stream directly, while earlier values still wait in a \
      buffer or in a task that forwards them.
      """,
    fix: """
      Send the end the same way as the values. finish() of an AsyncStream hands out what is \
      buffered first.
      """,
    code: .terminalLast,
    anchors: [.swiftEvolution("SE-0314")],
    traits: [.overflow, .joining],
    needs: [.finish],
    implies: ["completion.nil-sticky", "delivery.each-value-once"],
    underThreads: .countsOneByOne,
    examples: logs
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      guard
        let sourceEnd = subscription.sourceEnd, sourceEnd.failure == nil,
        let terminal = subscription.terminal, terminal.output == .end
      else { return .notExercised }
      return evidence.lastValueFirst(in: subscription, terminal, what: "the end")
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming(
      "buffered values, then the end", after: .busy,
      [
        .callback(2), .called(), .callback(.finish), .remove(), .removed(), .called(),
        .next(), .element(2), .next(), .end(), .left(), .quiescent,
      ]),
    .violating(
      "the end jumps the queue", after: .busy,
      [
        .callback(2), .called(), .callback(.finish), .remove(), .removed(), .called(),
        .next(), .end().blamed, .left(), .next(), .element(2), .quiescent,
      ]),
    .silent(
      "cancelled meanwhile", after: .busy,
      [
        .callback(2), .called(), .callback(.finish), .remove(), .removed(), .called(),
        .cancel(), .cancelled(), .next(), .end(), .left(), .quiescent,
      ]),
    .conforming(
      "there is room for one, and of two equal values the newer came",
      .declaring(\.overflow, .newest(1)), after: .busy,
      [
        .callback(2), .called(), .callback(2), .called(), .callback(.finish), .remove(),
        .removed(), .called(), .next(), .element(2), .next(), .end(), .left(), .quiescent,
      ]),
    .violating(
      "there is room for one, and of two equal values none came",
      .declaring(\.overflow, .newest(1)), after: .busy,
      [
        .callback(2), .called(), .callback(2), .called(), .callback(.finish), .remove(),
        .removed(), .called(), .next(), .end().blamed, .left(), .quiescent,
      ]),
    .violating(
      "the end of two joined sources comes before a value of the first", joined,
      after: bothAdded,
      [
        .callback(5), .called(), .callback(6, 2), .called(2), .callback(.finish), .remove(),
        .removed(), .called(), .callback(.finish, 2), .remove(2), .removed(2), .called(2),
        .element(6), .next(), .end().blamed, .left(), .quiescent,
      ]),
    .silent(
      "ended without values", after: .waiting,
      [.callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .quiescent]),
  ]
}

extension Evidence {
  /// Whether the last value that was owed before the source's end came before the consumers' end.
  ///
  /// Earlier values that are missing where the last one came were dropped, not overtaken; so was
  /// the last one itself where a later value came that was not owed.
  func lastValueFirst(
    in subscription: Subscription, _ terminal: NextRecord, what: String
  ) -> Verdict {
    guard
      let ended = terminal.returned, ended < subscription.cancelled ?? .max,
      var last = subscription.deliveries.last(where: { delivery in delivery.isDue })
    else { return .notExercised }
    if case .oldest = subscription.traits.overflow, subscription.mayOverflow {
      return .notExercised
    }
    if subscription.traits.joining == .allEnd {
      // The last of each source: what comes of another one says nothing of it.
      let ids = Set(subscription.registrations.map { registration in registration.id })
      let lasts = ids.compactMap { id in
        subscription.deliveries.last { delivery in delivery.isDue && delivery.registration == id }
      }
      let lost = lasts.filter { last in
        !subscription.deliveries.contains { delivery in
          delivery.registration == last.registration && delivery.hasCome(from: last, before: ended)
        }
      }.min { one, other in one.began < other.began }
      guard let lost else { return .held }
      last = lost
    } else if subscription.deliveries.contains(where: { $0.hasCome(from: last, before: ended) }) {
      return .held
    }
    return .violated(
      at: ended, because: "\(what) came before \(last.name), which was called back before it")
  }
}

extension Delivery {
  /// Whether its value was got before a place, and it is another delivery itself or a later one.
  fileprivate func hasCome(from other: Delivery, before place: Int) -> Bool {
    began >= other.began && (received ?? .max) < place
  }
}

extension Rule.Code {
  fileprivate static let terminalLast = Rule.Code(
    wrong: """
      let (prices, inner) = AsyncThrowingStream<Double, any Error>.makeStream()
      let handle = source.addResultListener {
        inner.yield(with: $0)
      } onEnd: {
        continuation.finish()
      }
      let task = Task { await continuation.forward(prices) }
      """,
    right: """
      let (prices, inner) = AsyncThrowingStream<Double, any Error>.makeStream()
      let handle = source.addResultListener {
        inner.yield(with: $0)
      } onEnd: {
        inner.finish()
      }
      let task = Task { await continuation.forward(prices) }
      """)
}
