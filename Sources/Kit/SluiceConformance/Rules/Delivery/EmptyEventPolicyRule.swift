import SluiceSpies

extension Rule {
  /// The rule that a callback without value and without error does what is declared.
  public static let emptyEventPolicy = Rule(
    id: "delivery.empty-event-policy",
    statement: "a callback with neither value nor error is ignored or ends the stream, as declared",
    level: .must,
    rationale: """
      Backends with two optional arguments do call back with neither; a stream that did not \
      decide what that means hangs, ends or traps on it by accident.
      """,
    usualCause: """
      The callback has a branch for a value and one for an error, and none for a call with \
      neither. finish(throwing: error) with a nil error then ends the stream.
      """,
    causes: .emptyEventPolicy,
    fix: """
      Give the call with neither a branch of its own, which ignores it or finishes the stream, as \
      the trait 'empty-event' declares.
      """,
    code: .emptyEventPolicy,
    anchors: [.proposal],
    traits: [.emptyEvent],
    needs: [.sendNothing],
    implies: [
      "delivery.no-invented-values", "delivery.wakes-waiter", "registration.kept-while-waiting",
    ],
    underThreads: .countsOneByOne,
    examples: [
      .conforming(
        "ignored", after: .waiting,
        [.callback(.nothing), .called(), .quiescent, .callback(1), .called(), .element(1), .next()]
      ),
      .conforming(
        "ends", .declaring(\.emptyEvent, .ends), after: .waiting,
        [.callback(.nothing), .remove(), .removed(), .called(), .end(), .left(), .quiescent]),
      .violating(
        "ends, and was declared ignored", after: .waiting,
        [.callback(.nothing), .called(), .end().blamed, .left(), .remove(), .removed()]),
      .violating(
        "removed, and the consumer waits on", after: .waiting,
        [.callback(.nothing), .remove().blamed, .removed(), .called(), .quiescent]),
      .violating(
        "dead for later values", after: .waiting,
        [
          .callback(.nothing), .called(), .quiescent, .callback(1), .called(), .quiescent.blamed,
        ]),
      .violating(
        "ignored, and was declared to end", .declaring(\.emptyEvent, .ends), after: .waiting,
        [.callback(.nothing), .called(), .quiescent.blamed]),
      .silent("every callback has a value", after: .waitingAgain, []),
    ]
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      let closed = subscription.closed
      // Of what disturbs a subscription after several of them the first tells of all.
      var isLookedAt = false
      return .overall(subscription.deliveries) { delivery in
        guard delivery.payload == .nothing, delivery.phase == .live else { return .notExercised }
        if subscription.traits.emptyEvent == .ends {
          return evidence.verdict(onEnding: delivery, in: subscription)
        }
        guard delivery.began < closed else { return .notExercised }
        return evidence.verdict(onIgnored: delivery, in: subscription, &isLookedAt)
      }
    }
  }
}

extension Evidence {
  fileprivate func verdict(
    onEnding delivery: Delivery, in subscription: Subscription
  ) -> Verdict {
    switch outcome(in: subscription, after: delivery.began) {
    case .answered(.end, _): .held
    case .answered(let output, let at):
      .violated(at: at, because: "an empty callback means the end, and next() gave \(output)")
    case .stalled(let at):
      .violated(at: at, because: "an empty callback means the end, and the consumer still waits")
    case .open: .notExercised
    }
  }

  /// Whether a callback with nothing changed nothing.
  ///
  /// - Parameters:
  ///   - delivery: The callback.
  ///   - subscription: To whom it came.
  ///   - isLookedAt: Whether an earlier one has been asked for what came after it: then nothing new
  ///     is to be found after this one.
  /// - Returns: The verdict.
  fileprivate func verdict(
    onIgnored delivery: Delivery, in subscription: Subscription, _ isLookedAt: inout Bool
  ) -> Verdict {
    let receptions = subscription.receptions
    let got = receptions.partition { reception in reception.at <= delivery.began }
    if got < receptions.count, receptions[got].delivery == nil {
      return .violated(
        at: receptions[got].at, because: "an empty callback, to be ignored, gave a value")
    }
    if !isLookedAt {
      isLookedAt = true
      if let (at, what) = disturbance(of: subscription, after: delivery.began) {
        return .violated(at: at, because: "a callback without value and error came, and \(what)")
      }
    }
    return quiescence(after: delivery.began) == nil ? .notExercised : .held
  }
}

extension [Rule.Cause] {
  fileprivate static var emptyEventPolicy: Self {
    [
      .usual(
        """
        The branch for a callback with neither removes the listener, as one that is over, and does \
        not resume the waiting consumer.
        """
      ) { evidence, blamed in
        if case .removeCalled = evidence.entries[blamed].event { true } else { false }
      },
      .usual("The callback calls finish(throwing: error) with a nil error, which ends the stream.")
      {
        evidence, blamed in
        if case .nextReturned(_, .end) = evidence.entries[blamed].event { true } else { false }
      },
      .usual("The callback has a branch for a value and one for an error, and none for neither.") {
        evidence, blamed in
        evidence.waiting(at: blamed)?.of.traits.emptyEvent == .ends
      },
    ]
  }
}

extension Rule.Code {
  fileprivate static let emptyEventPolicy = Rule.Code(
    wrong: """
      let handle = source.addPairListener { price, error in
        if let price {
          continuation.yield(price)
        } else {
          continuation.finish(throwing: error)
        }
      }
      """,
    right: """
      let handle = source.addPairListener { price, error in
        if let error {
          continuation.finish(throwing: error)
        } else if let price {
          continuation.yield(price)
        }
      }
      """)
}
