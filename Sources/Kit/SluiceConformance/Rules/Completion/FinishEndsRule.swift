import SluiceSpies

extension Rule {
  /// The rule that the source's end ends the iteration.
  public static let finishEnds = Rule(
    id: "completion.finish-ends",
    statement: "when the source ends, or the last of those joined, the iteration ends normally",
    level: .must,
    rationale: """
      A loop that never ends keeps its task, and all that follows the loop, waiting for ever.
      """,
    usualCause: """
      The stream listens for values and errors and not for the end, or the break of its forwarding \
      loop leaves a switch and not the loop.
      """,
    causes: .finishEnds,
    fix: """
      Call continuation.finish() in the callback for the end. Leave a forwarding loop by return or \
      by its label.
      """,
    code: .finishEnds,
    anchors: [.reactiveStreams("1.5")],
    traits: [.joining],
    needs: [.finish],
    underThreads: .countsOneByOne,
    examples: [
      .conforming(
        "ended", after: .waitingAgain,
        [.callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .quiescent]),
      .violating(
        "the end is forgotten", after: .waitingAgain,
        [.callback(.finish), .called(), .quiescent.blamed]),
      .violating(
        "an error instead", after: .waitingAgain,
        [
          .callback(.finish), .remove(), .removed(), .called(), .failure("finished").blamed,
          .left(.failed), .quiescent,
        ]),
      .silent(
        "the consumer leaves first", after: .busy,
        [.callback(.finish), .called(), .left(.broke), .droppedIterator(), .quiescent]),
      .conforming(
        "the first of two ends, then the second", joined, after: oneOfTwoEnded,
        [
          .callback(1, 2), .called(2), .element(1), .next(), .callback(.finish, 2),
          .remove(2), .removed(2), .called(2), .end(), .left(), .quiescent,
        ]),
      .violating(
        "over with the first of two", joined, after: oneOfTwoEnded,
        [.end().blamed, .left(), .remove(2), .removed(2), .quiescent]),
      .violating(
        "both have ended, and the consumer waits", joined, after: oneOfTwoEnded,
        [.callback(.finish, 2), .remove(2), .removed(2), .called(2), .quiescent.blamed]),
      .silent(
        "cancelled when one of two has ended", joined, after: oneOfTwoEnded,
        [.cancel(), .remove(2), .removed(2), .cancelled(), .end(), .left(), .quiescent]),
      .outside("a source without an end", Traits().lacking(.finish)),
    ] + beforeTheBroadcast
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      if let early = subscription.earlyEnd {
        return .violated(
          at: early, because: "the iteration ended with the first of its sources, and others go on")
      }
      guard let end = subscription.sourceEnd, end.payload == .finish else { return .notExercised }
      return evidence.verdict(
        onEndAt: end.began, in: subscription, because: "the source ended")
    }
  }

  /// What comes to a broadcast before its consumer has joined.
  private static let beforeTheBroadcast: [Example] = [
    .silent(
      "both have ended before a broadcast is read",
      joined.with { traits in
        traits.iterators = .broadcast
        traits.registration = .access
      },
      [
        .accessed(), .add(by: nil), .added(), .add(2, by: nil), .callback(.finish), .called(),
        .callback(.finish, 2), .called(2), .added(2), .remove(by: nil), .removed(),
        .remove(2, by: nil), .removed(2), .madeIterator(), .next(), .end(), .left(), .quiescent,
      ]),
    .silent(
      "an error of one of two, which a consumer that is about to join sees as the end",
      joined.with { traits in
        traits.iterators = .broadcast
        traits.registration = .access
        traits.canFail = false
      },
      [
        .accessed(), .add(by: nil), .added(), .add(2, by: nil), .added(2), .quiescent,
        .madeIterator(), .next(), .callback(.failure(.named("unavailable"))), .remove(by: nil),
        .removed(), .remove(2, by: nil), .removed(2), .called(), .end(), .left(), .quiescent,
      ]),
  ]

  /// What a stream declares that joins two sources.
  static let joined = Traits().with { traits in
    traits.listeners = 2
    traits.joining = .allEnd
  }

  /// A consumer waits for two sources.
  static let bothAdded: [Example.Line] = [
    .accessed(), .madeIterator(), .next(), .add(), .added(), .add(2), .added(2), .quiescent,
  ]

  /// One of them has ended, and its listener is removed.
  static let oneOfTwoEnded =
    bothAdded + [.callback(.finish), .remove(), .removed(), .called(), .quiescent]
}

extension Subscription {
  /// Where an iteration over several joined sources ended although only some of them had.
  fileprivate var earlyEnd: Int? {
    guard
      traits.joining == .allEnd, let terminal, terminal.output == .end,
      let at = terminal.returned, at < ended,
      (1..<max(1, traits.listeners)).contains(
        registrations.count { registration in registration.hasEnded(before: at, traits) }),
      // An error that came while it was about to join a broadcast may have been its end.
      !deliveries.contains(where: { delivery in
        delivery.phase == .beforeJoining && delivery.failure != nil && delivery.began < at
      })
    else { return nil }
    return at
  }
}

extension Evidence {
  /// Whether the consumers saw a normal end of what the source ended at a place.
  ///
  /// - Parameters:
  ///   - place: Where the source ended.
  ///   - subscription: What it ended.
  ///   - ended: That it did, as a clause.
  /// - Returns: The verdict.
  func verdict(
    onEndAt place: Int, in subscription: Subscription, because ended: String
  ) -> Verdict {
    switch outcome(in: subscription, after: place) {
    case .answered(.end, _): .held
    case .answered(let output, let at):
      .violated(at: at, because: "\(ended), and next() gave \(output)")
    case .stalled(let at):
      .violated(at: at, because: "\(ended), and the consumer still waits")
    case .open: .notExercised
    }
  }
}

extension [Rule.Cause] {
  fileprivate static var finishEnds: Self {
    [
      .usual(
        """
        The callback for the end removes the listener and does not resume the waiting next().
        """
      ) { evidence, blamed in
        evidence.waiting(at: blamed).map { waiting in waiting.of.active(at: blamed) == nil } == true
      },
      .usual("The end of one source finishes the stream, and nothing counts those that go on.") {
        evidence, blamed in
        guard let (_, subscription) = evidence.leftBehind(at: blamed) else { return false }
        return subscription.traits.joining == .allEnd
      },
    ]
  }
}

extension Rule.Code {
  fileprivate static let finishEnds = Rule.Code(
    wrong: """
      let handle = source.addResultListener {
        continuation.yield(with: $0)
      }
      """,
    right: """
      let handle = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        continuation.finish()
      }
      """)
}
