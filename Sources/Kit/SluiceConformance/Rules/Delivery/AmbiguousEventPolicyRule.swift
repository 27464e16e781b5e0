import SluiceSpies

extension Rule {
  /// The rule that a callback with both a value and an error does what is declared.
  public static let ambiguousEventPolicy = Rule(
    id: "delivery.ambiguous-event-policy",
    statement:
      "a callback with both value and error fails with the one or yields the other, as declared",
    level: .must,
    rationale: """
      Which argument wins must not depend on the order of two ifs: a value beside an error may \
      be stale, and an error beside a value may be a warning.
      """,
    usualCause: """
      The callback asks for its value and its error in two separate ifs, so both branches run, or \
      the first one wins by accident.
      """,
    fix: """
      Switch over both arguments at once, and let the one win that the trait 'ambiguous-event' \
      declares.
      """,
    code: .ambiguousEventPolicy,
    anchors: [.proposal],
    traits: [.ambiguousEvent, .canFail],
    needs: [.sendBoth],
    implies: [
      "delivery.each-value-once", "delivery.wakes-waiter", "errors.propagate-unchanged",
      "errors.buffered-first",
    ],
    underThreads: .countsOneByOne,
    examples: logs
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.ambiguousEvent == .yields || traits.canFail },
      otherwise: .cannotFail
    ) { subscription in
      let fails = subscription.traits.ambiguousEvent == .fails
      var later: LaterReceptions?
      return .overall(subscription.deliveries) { delivery in
        guard case .both(_, let failure) = delivery.payload, delivery.phase == .live else {
          return .notExercised
        }
        return fails
          ? evidence.verdict(onFailing: delivery, with: failure, in: subscription)
          : evidence.verdict(onYielding: delivery, without: failure, in: subscription, &later)
      }
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming(
      "fails", after: .waiting,
      [
        .callback(.both(.integer(1), .named("stale"))), .remove(), .removed(), .called(),
        .failure("stale"), .left(.failed), .quiescent,
      ]),
    .conforming(
      "yields", .declaring(\.ambiguousEvent, .yields), after: .waiting,
      [
        .callback(.both(.integer(1), .named("stale"))), .called(), .element(1), .next(),
        .quiescent,
      ]),
    .violating(
      "does both", after: .waiting,
      [
        .callback(.both(.integer(1), .named("stale"))), .remove(), .removed(), .called(),
        .element(1).blamed, .next(), .failure("stale"), .left(.failed), .quiescent,
      ]),
    .violating(
      "fails, and was declared to yield", .declaring(\.ambiguousEvent, .yields),
      after: .waiting,
      [
        .callback(.both(.integer(1), .named("stale"))), .remove(), .removed(), .called(),
        .failure("stale").blamed, .left(.failed), .quiescent,
      ]),
    .violating(
      "does neither", after: .waiting,
      [.callback(.both(.integer(1), .named("stale"))), .called(), .quiescent.blamed]),
    .silent("never both", after: .waitingAgain, []),
    .outside("a stream that can't throw", .declaring(\.canFail, false)),
  ]
}

extension Evidence {
  fileprivate func verdict(
    onFailing delivery: Delivery, with failure: Failure, in subscription: Subscription
  ) -> Verdict {
    if let received = delivery.received {
      return .violated(at: received, because: "the value beside \(failure) was yielded")
    }
    switch outcome(in: subscription, after: delivery.began) {
    case .answered(.failure(failure), _): return .held
    case .answered(let output, let at):
      return .violated(at: at, because: "next() gave \(output) for a value beside \(failure)")
    case .stalled(let at):
      return .violated(at: at, because: "\(failure) beside a value left the consumer waiting")
    case .open: return .notExercised
    }
  }

  fileprivate func verdict(
    onYielding delivery: Delivery, without failure: Failure, in subscription: Subscription,
    _ later: inout LaterReceptions?
  ) -> Verdict {
    if case .answered(.failure(failure), let at) = outcome(
      in: subscription, after: delivery.began), subscription.sourceEnd?.failure != failure
    {
      return .violated(at: at, because: "the error beside a value, \(failure), was thrown")
    }
    if delivery.received != nil { return .held }
    let receptions = later ?? LaterReceptions(in: subscription)
    later = receptions
    guard let lost = loss(of: delivery, in: subscription, receptions) else { return .notExercised }
    return .violated(at: lost, because: "the value beside \(failure) was not yielded")
  }
}

extension Rule.Code {
  fileprivate static let ambiguousEventPolicy = Rule.Code(
    wrong: """
      let handle = source.addPairListener { price, error in
        if let price { continuation.yield(price) }
        if let error { continuation.finish(throwing: error) }
      }
      """,
    right: """
      let handle = source.addPairListener { price, error in
        switch (price, error) {
        case (_, let error?): continuation.finish(throwing: error)
        case (let price?, nil): continuation.yield(price)
        case (nil, nil): break
        }
      }
      """)
}
