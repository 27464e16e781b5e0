import SluiceSpies

extension Rule {
  /// The rule that a consumer cancelled in its loop body is released by its next call.
  public static let busyRemoves = Rule(
    id: "cancellation.busy-removes",
    statement:
      "of a consumer cancelled in its loop body all is removed promptly, once it calls next()",
    level: .must,
    rationale: """
      A stream that notices the cancel only with the next value keeps its listener until there \
      is one, which on a quiet source is never.
      """,
    usualCause: """
      The stream notes the cancel of a busy consumer and acts on it with the next value, or hands \
      out a whole batch before it looks at its task.
      """,
    causes: .busyRemoves,
    fix: """
      Look at the cancellation at the beginning of each next(), and remove there before next() \
      waits or returns.
      """,
    code: .busyRemoves,
    anchors: [
      .measured("an AsyncThrowingStream notices the cancel of a busy consumer in its next next()")
    ],
    traits: [.removal],
    implies: [
      "cancellation.suspended-returns", "cancellation.removed-before-end",
      "teardown.removal-declared", "teardown.balanced",
    ], underThreads: .needsPromptness,
    examples: [
      .conforming(
        "removed at the next next()", after: .busy,
        [.cancel(), .cancelled(), .next(), .remove(), .removed(), .end(), .left(), .quiescent]),
      .conforming(
        "removed inside the cancel", after: .busy,
        [.cancel(), .remove(), .removed(), .cancelled(), .next(), .end(), .left(), .quiescent]),
      .conforming(
        "removed, then the buffer drained", .declaring(\.bufferOnCancel, .drains), after: .busy,
        [
          .callback(2), .called(), .cancel(), .cancelled(), .next(), .remove(), .removed(),
          .element(2), .next(), .end(), .left(), .quiescent,
        ]),
      .violating(
        "ended, not removed", after: .busy,
        [.cancel(), .cancelled(), .next(), .end().blamed, .left(), .quiescent]),
      .silent("cancelled while waiting", after: .cancelledAndOver, []),
      .silent(
        "left its loop after the cancel", after: .busy,
        [.cancel(), .cancelled(), .left(.broke), .droppedIterator(), .remove(), .removed()]),
      .silent(
        "the operator had enough, and asked no more", after: .busy,
        [
          .cancel(), .cancelled(), .next(), .end(), .left(.operatorEnded), .droppedIterator(),
          .remove(), .removed(), .quiescent,
        ]),
    ] + keptWithReason + removedLater
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in
      guard
        cancellation.moment == .busy, !cancellation.isShared,
        !cancellation.subscription.registrations.isEmpty,
        let next = cancellation.consumer.next(after: cancellation.called),
        !cancellation.consumer.isOperators(next)
      else { return .notExercised }
      return evidence.releasing(cancellation, noticedBy: next)
    }
  }

  /// What a stream declares that hands out its buffer, and removes with its iterator.
  private static let drainingIterator = Traits().with { traits in
    traits.removal = .withIterator
    traits.bufferOnCancel = .drains
  }

  /// Removed after the answer, by quiescence, by chance or not even then.
  private static let removedLater: [Example] = [
    .conforming(
      "ended, and removed by quiescence", .declaring(\.removal, .settled), after: .busy,
      [.cancel(), .cancelled(), .next(), .end(), .left(), .remove(), .removed(), .quiescent]),
    .violating(
      "removed only when time moves on", .declaring(\.removal, .settled), after: .busy,
      [
        .cancel(), .cancelled(), .next(), .end(), .left(), .quiescent.blamed,
        .remove().after(50_000_000), .removed(), .quiescent,
      ]),
    .conforming(
      "handed out what was buffered, and removed with its iterator", drainingIterator,
      after: .busy,
      [
        .callback(2), .called(), .cancel(), .cancelled(), .next(), .element(2), .quiescent,
        .next().after(10_000_000), .end(), .left(), .droppedIterator(), .remove(by: nil),
        .removed(), .quiescent,
      ]),
    .violating(
      "kept although its iterator is gone", drainingIterator, after: .busy,
      [
        .cancel(), .cancelled(), .next(), .end(), .left(), .droppedIterator(), .quiescent.blamed,
      ]),
    .violating(
      "removed by the callback that happened to come, and declared to remove at once",
      after: .busy,
      [
        .cancel(), .cancelled(), .next(), .end().blamed, .left(),
        .callback(.failure(.named("denied"))), .remove(), .removed(), .called(), .quiescent,
      ]),
    .conforming(
      "removed by a callback before its task came to it", .declaring(\.removal, .settled),
      after: .busy,
      [
        .cancel(), .cancelled(), .next(), .end(), .left(),
        .callback(.failure(.named("denied"))), .remove(), .removed(), .called(), .quiescent,
      ]),
  ]
}

extension Evidence {
  /// Whether a consumer that was cancelled in its loop body is released by its next call.
  fileprivate func releasing(_ cancellation: Cancellation, noticedBy next: NextRecord) -> Verdict {
    let subscription = cancellation.subscription
    let reason: (Int) -> String = { number in
      "the first next() after the cancel left #\(number) registered"
    }
    let answered = next.returned ?? .max
    if let stall = stall(of: cancellation.consumer, after: next.called), stall < answered {
      guard let leaked = subscription.active(at: stall) else { return .held }
      return .violated(at: stall, because: reason(leaked.id.number))
    }
    guard answered < .max else { return .notExercised }
    if subscription.traits.removal == .withIterator {
      // Its loop may have a buffer to read first.
      guard let dropped = cancellation.consumer.iteratorDropped else { return .notExercised }
      return releasing(
        subscription.registrations, after: dropped, event: "the end of its iterator", atOnce: nil)
    }
    return releasing(
      subscription.registrations, after: answered, event: "the first next() after the cancel",
      atOnce: subscription.traits.removal != .synchronous ? nil : reason)
  }
}

extension Rule {
  /// Kept, and the log shows why.
  private static let keptWithReason: [Example] = [
    .violating(
      "waits for the next value", after: .busy,
      [
        .cancel(), .cancelled(), .next(), .quiescent.blamed, .callback(2), .remove(),
        .removed(), .called(), .end(), .left(), .quiescent,
      ]),
    .violating(
      "hands out its buffer, and is not removed", .declaring(\.bufferOnCancel, .drains),
      after: .busy,
      [
        .callback(2), .called(), .cancel(), .cancelled(), .next(), .element(2).blamed, .next(),
        .end(), .left(), .quiescent,
      ]),
    .violating(
      "ended, and its owner was gone before", after: .busy,
      [
        .droppedOwner, .cancel(), .cancelled(), .next(), .end().blamed, .left(), .quiescent,
      ]),
  ]
}

extension [Rule.Cause] {
  fileprivate static var busyRemoves: Self {
    [
      .ownerIsGone,
      .usual(
        """
        A call of next() hands out what is buffered before it looks at the cancellation of its task.
        """
      ) { evidence, blamed in
        guard let cancellation = evidence.cancellation(before: blamed) else { return false }
        return cancellation.consumer.elements.contains { element in
          element.at > cancellation.called && element.at <= blamed
        }
      },
      .usual(
        """
        The call of next() waits without a look at its task: the stream has noted the cancel, and \
        acts on it only with the next value.
        """
      ) { evidence, blamed in
        evidence.cancellation(before: blamed)?.consumer.isWaiting(at: blamed) == true
      },
      .usual(
        """
        The call of next() sees that its task is cancelled and returns the end. That way out has \
        no remove.
        """
      ) { evidence, blamed in
        let ended = evidence.cancellation(before: blamed)?.consumer.terminal?.returned
        return ended ?? .max <= blamed
      },
    ]
  }
}

extension Rule.Code {
  fileprivate static let busyRemoves = Rule.Code(
    wrong: """
      func next() async throws -> Double? {
        if let price = inbox.poll() { return price }  // a buffered one
        return try await withTaskCancellationHandler {
          try await inbox.next()
        } onCancel: {
          inbox.stop()  // removes the listener and ends the iteration
        }
      }
      """,
    right: """
      func next() async throws -> Double? {
        if Task.isCancelled { inbox.stop() }
        if let price = inbox.poll() { return price }  // a buffered one
        return try await withTaskCancellationHandler {
          try await inbox.next()
        } onCancel: {
          inbox.stop()  // removes the listener and ends the iteration
        }
      }
      """)
}
