import SluiceSpies

extension Rule {
  /// The rule that what a backend fires out of remove is ignored.
  public static let emitInRemove = Rule(
    id: "reentrancy.emit-in-remove",
    statement: "a value, error or end that the backend fires inside remove is ignored",
    level: .should,
    levelReason: """
      Few sources call back inside remove, and most uses of AsyncStream break the rule over \
      one that does.
      """,
    rationale: """
      Some backends call back once more from their remove; a stream that marks itself ended only \
      afterwards hands that to a consumer which was cancelled.
      """,
    usualCause: """
      The stream removes first and notes that it is over then. What the source calls back inside \
      remove still finds it open.
      """,
    fix: "Note under the lock that the stream is over, unlock, and call remove then.",
    anchors: [.measured("an AsyncThrowingStream hands out what is called back inside remove")],
    implies: [
      "cancellation.outcome-declared", "cancellation.buffer-declared",
      "errors.propagate-unchanged", "completion.finish-ends", "completion.nil-sticky",
      "ordering.terminal-last", "errors.buffered-first",
    ],
    underThreads: .needsOneOrder,
    examples: [
      .conforming(
        "a value, ignored", after: .waiting,
        [
          .cancel(), .remove(), .callback(1), .called(), .removed(), .cancelled(), .end(),
          .left(), .next(), .end(), .quiescent,
        ]),
      .violating(
        "a value, delivered", after: .waiting,
        [
          .cancel(), .remove(), .callback(1), .called(), .removed(), .cancelled(),
          .element(1).blamed, .next(), .end(), .left(), .quiescent,
        ]),
      .violating(
        "an error, thrown after a cancel", after: .waiting,
        [
          .cancel(), .remove(), .callback(.failure(.named("closed"))), .called(), .removed(),
          .cancelled(), .failure("closed").blamed, .left(.failed), .quiescent,
        ]),
      .violating(
        "an end that hides the error", after: .waiting,
        [
          .callback(.failure(.named("denied"))), .remove(), .callback(.finish), .called(),
          .removed(), .called(), .end().blamed, .left(), .quiescent,
        ]),
      .silent("a quiet remove", after: .cancelledAndOver, []),
    ] + racingRemove
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      let isExercised = subscription.deliveries.contains { $0.phase == .insideRemove }
      guard isExercised else { return .notExercised }
      if let at = evidence.surfacing(of: .insideRemove, in: subscription) {
        return .violated(
          at: at,
          because: "\(subscription.name(gotAt: at)), called back inside remove, reached the "
            + "consumer")
      }
      if let at = evidence.hiding(in: subscription) {
        return .violated(at: at, because: "an end fired inside remove hid the error before it")
      }
      return .held
    }
  }

  /// What falls into a remove by chance came from another side, and so neither first nor last.
  private static let racingRemove: [Example] = [
    .silent(
      "a value that races the cancel, delivered", after: .waiting,
      [
        .cancel(), .remove(), .callback(1).interrupting, .called().interrupting, .removed(),
        .cancelled(), .element(1), .next(), .end(), .left(), .quiescent,
      ]),
    .silent(
      "an error that races the cancel, thrown", after: .waiting,
      [
        .cancel(), .remove(), .callback(.failure(.named("denied"))).interrupting,
        .called().interrupting, .removed(), .cancelled(), .failure("denied"), .left(.failed),
        .quiescent,
      ]),
    .violating(
      "fired by a remove that itself races a callback", after: .waiting,
      [
        .callback(1), .cancel().interrupting, .remove().interrupting,
        .callback(2).interrupting, .called().interrupting, .removed().interrupting,
        .cancelled().interrupting, .called(), .element(1), .next(), .element(2).blamed, .next(),
        .end(), .left(), .quiescent,
      ]),
  ]
}

extension Evidence {
  /// Where a subscription that had failed ended normally, because of an end fired inside remove.
  fileprivate func hiding(in subscription: Subscription) -> Int? {
    guard
      let end = subscription.sourceEnd, end.failure != nil,
      subscription.deliveries.contains(where: { delivery in
        delivery.phase == .insideRemove && delivery.payload == .finish
      }),
      case .answered(.end, let at) = outcome(in: subscription, after: end.began)
    else { return nil }
    return at
  }
}
