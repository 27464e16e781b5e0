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
    anchors: [.swiftEvolution("SE-0314")],
    traits: [.overflow],
    implies: ["completion.nil-sticky", "delivery.each-value-once"],
    underThreads: .countsOneByOne,
    examples: [
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
      .silent(
        "ended without values", after: .waiting,
        [.callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .quiescent]),
    ]
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      guard
        let sourceEnd = subscription.sourceEnd, sourceEnd.failure == nil,
        let terminal = subscription.terminal, terminal.output == .end
      else { return .notExercised }
      return evidence.lastValueFirst(in: subscription, terminal, what: "the end")
    }
  }
}

extension Evidence {
  /// Whether the last value that was owed before the source's end came before the consumers' end.
  ///
  /// Earlier values that are missing where the last one came were dropped, not overtaken.
  func lastValueFirst(
    in subscription: Subscription, _ terminal: NextRecord, what: String
  ) -> Verdict {
    guard
      let ended = terminal.returned, ended < subscription.cancelled ?? .max,
      let last = subscription.deliveries.last(where: { delivery in delivery.isDue })
    else { return .notExercised }
    if case .oldest = subscription.traits.overflow, subscription.mayOverflow {
      return .notExercised
    }
    if let received = last.received, received < ended { return .held }
    return .violated(at: ended, because: "\(what) came before a value called back before it")
  }
}
