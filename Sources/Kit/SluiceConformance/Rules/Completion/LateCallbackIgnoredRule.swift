import SluiceSpies

extension Rule {
  /// The rule that nothing which comes after the source's end has an effect.
  public static let lateCallbackIgnored = Rule(
    id: "completion.late-callback-ignored",
    statement: "a callback after the source's end or error has no effect",
    level: .must,
    rationale: """
      Callbacks that were queued arrive after the end; a stream that takes them in comes back to \
      life for a consumer that has said goodbye.
      """,
    usualCause: """
      The end is a flag beside the buffer, and the callback appends to the buffer without looking \
      at the flag.
      """,
    causes: .lateCallbackIgnored,
    fix: """
      Look at the end in the callback, under the lock of the buffer, and drop what comes after it.
      """,
    code: .lateCallbackIgnored,
    anchors: [.reactiveStreams("1.7")],
    traits: [.joining, .removal],
    needs: [.fail, .finish],
    implies: [
      "completion.finish-ends", "completion.nil-sticky", "errors.terminal-once",
      "errors.propagate-unchanged",
    ],
    underThreads: .countsOneByOne,
    examples: [
      .conforming(
        "a value after the end", after: .waiting,
        [
          .callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .callback(1),
          .called(), .next(), .end(), .quiescent,
        ]),
      .violating(
        "a value reopens the stream", after: .waiting,
        [
          .callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .callback(1),
          .called(), .next(), .element(1).blamed, .quiescent,
        ]),
      .violating(
        "another source's value is handed on after one failed", joined, after: bothAdded,
        besideTheEnd(with: .element(5).blamed)),
      .violating(
        "an error after the end is thrown", after: .busy,
        [
          .callback(.finish), .remove(), .removed(), .called(),
          .callback(.failure(.named("closed"))), .called(), .next(), .failure("closed").blamed,
          .left(.failed), .quiescent,
        ]),
      .silent(
        "a stream that settles has not heard yet that another source failed",
        joined.with { traits in traits.removal = .settled }, after: bothAdded,
        besideTheEnd(with: .element(5))),
      .silent(
        "nothing after the end", after: .waiting,
        [
          .callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .quiescent,
        ]),
    ] + newRound
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      if let at = evidence.surfacing(of: .afterEnd, in: subscription) {
        return .violated(
          at: at,
          because: "\(subscription.name(gotAt: at)), called back after the source's end, reached "
            + "the consumer")
      }
      let isExercised = subscription.deliveries.contains { $0.phase == .afterEnd }
      return isExercised ? .held : .notExercised
    }
  }

  /// One of two sources fails, and the other is told a value before its listener is removed, which
  /// is handed on.
  private static func besideTheEnd(with answer: Example.Line) -> [Example.Line] {
    [
      .callback(.failure(.named("closed"))), .remove(), .removed(), .called(), .callback(5, 2),
      .called(2), .remove(2), .removed(2), answer, .next(), .failure("closed"), .left(.failed),
      .quiescent,
    ]
  }
}

extension Rule {
  /// A value of a listener that was added when the source had ended for its reader.
  private static let newRound: [Example] = [
    .violating(
      "a value for who came later reaches a reader that has yet to hear of the end", .broadcast,
      after: .waitingHeld,
      [
        .callback(1), .called(), .element(1), .quiescent,
        .callback(.failure(.named("closed"))), .remove(), .removed(), .called(), .quiescent,
        .madeIterator(2), .next(2), .add(2, by: 2), .added(2), .quiescent, .callback(2, 2),
        .called(2), .element(2, 2), .next(2), .quiescent, .next(), .element(2).blamed,
        .quiescent,
      ])
  ]
}

extension [Rule.Cause] {
  fileprivate static var lateCallbackIgnored: Self {
    [
      .usual(
        """
        A reader that has yet to hear of the end is counted among those of the new listener: the \
        end is kept in state that a new round resets.
        """
      ) { evidence, blamed in
        guard let (value, subscription) = evidence.reception(at: blamed),
          let end = subscription.sourceEnd, let from = subscription.origin(of: value)
        else { return false }
        return evidence.registrations.contains { registration in
          registration.id == from.registration && registration.addCalled > end.began
        }
      },
      .usual(
        """
        The error of one source removes the listeners of the others later, and their callbacks do \
        not look whether the stream has failed.
        """
      ) { evidence, blamed in
        guard let (value, subscription) = evidence.reception(at: blamed) else { return false }
        return subscription.origin(of: value).map { from in
          !subscription.deliveries.contains { delivery in
            delivery.registration == from.registration && delivery.payload.ends(subscription.traits)
          }
        } == true
      },
    ]
  }
}

extension Rule.Code {
  fileprivate static let lateCallbackIgnored = Rule.Code(
    wrong: """
      mutating func receive(_ price: Double) -> Waiter? {
        // The caller resumes the waiter with the price.
        if let waiter = waiter.take() { return waiter }
        buffer.append(price)
        return nil
      }
      """,
    right: """
      mutating func receive(_ price: Double) -> Waiter? {
        guard end == nil else { return nil }
        // The caller resumes the waiter with the price.
        if let waiter = waiter.take() { return waiter }
        buffer.append(price)
        return nil
      }
      """)
}
