import SluiceSpies

extension Rule {
  /// The rule that values buffered at a cancel are drained or dropped as declared.
  public static let bufferDeclared = Rule(
    id: "cancellation.buffer-declared",
    statement:
      "values that are buffered when the consumer is cancelled are drained or dropped, as declared",
    level: .should,
    levelReason: """
      The cancelled consumer has asked for nothing more; only a caller that reads on after a \
      cancel sees the difference.
      """,
    rationale: """
      Some consumers must see what was already received, others must not act after the cancel; \
      neither can live with now this, now that.
      """,
    usualCause: """
      The stream hands out its buffer after a cancel and declares to drop it. Or it declares to \
      hand it out and loses what is on its way to the buffer.
      """,
    causes: .bufferDeclared,
    fix: """
      Clear the buffer in the cancellation handler, or declare 'buffer-on-cancel.drains', as for \
      an AsyncStream.
      """,
    anchors: [.measured("an AsyncThrowingStream hands out what is buffered after a cancel")],
    traits: [.bufferOnCancel, .overflow, .removal, .latency],
    underThreads: .needsOneOrder,
    examples: [
      .conforming(
        "dropped", after: .busy,
        [
          .callback(2), .called(), .cancel(), .cancelled(), .next(), .remove(), .removed(),
          .end(), .left(), .quiescent,
        ]),
      .conforming(
        "drained", .declaring(\.bufferOnCancel, .drains), after: .busy,
        [
          .callback(2), .called(), .callback(3), .called(), .cancel(), .cancelled(), .next(),
          .remove(), .removed(), .element(2), .next(), .element(3), .next(), .end(), .left(),
        ]),
      .violating(
        "drained, and was declared to drop", after: .busy,
        [
          .callback(2), .called(), .cancel(), .cancelled(), .next(), .remove(), .removed(),
          .element(2).blamed, .next(), .end(), .left(), .quiescent,
        ]),
      .violating(
        "half drained", .declaring(\.bufferOnCancel, .drains), after: .busy,
        [
          .callback(2), .called(), .callback(3), .called(), .cancel(), .cancelled(), .next(),
          .remove(), .removed(), .element(2), .next(), .end().blamed, .left(), .quiescent,
        ]),
      .silent("nothing buffered", after: .cancelledAndOver, []),
    ] + valueOnItsWay + valueKeptBack + drainedAfterTheEnd
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in evidence.verdict(onBufferAt: cancellation) }
  }

  /// A value that was called back to a waiting consumer, and was not yet got when that was
  /// cancelled.
  private static let valueOnItsWay: [Example] = [
    .conforming(
      "the only value is on the way, and comes", .declaring(\.bufferOnCancel, .drains),
      after: .waiting,
      [
        .callback(1), .called(), .cancel(), .remove(), .removed(), .cancelled(), .element(1),
        .next(), .end(), .left(),
      ]),
    .violating(
      "lost on the way, and was declared to drain", .declaring(\.bufferOnCancel, .drains),
      after: .waiting,
      [
        .callback(1), .called(), .cancel(), .remove(), .removed(), .cancelled(), .end().blamed,
        .left(), .quiescent,
      ]),
    .silent(
      "on its way through a task of the stream's, and lost",
      Traits().with { traits in
        traits.bufferOnCancel = .drains
        traits.removal = .settled
      }, after: .busy,
      [
        .callback(2), .called(), .cancel(), .cancelled(), .next(), .end(), .left(), .remove(),
        .removed(), .quiescent,
      ]),
    .violating(
      "buffered by a stream that settles, and lost",
      Traits().with { traits in
        traits.bufferOnCancel = .drains
        traits.removal = .settled
      }, after: .busy,
      [
        .callback(2), .called(), .quiescent, .cancel(), .cancelled(), .next(), .end().blamed,
        .left(), .remove(), .removed(), .quiescent,
      ]),
    .silent(
      "its callback has not come back when the consumer is cancelled, and it is lost",
      .declaring(\.bufferOnCancel, .drains), after: .busy,
      [
        .callback(2), .cancel(), .cancelled(), .next(), .remove(), .removed(), .end(), .left(),
        .called(), .quiescent,
      ]),
    .silent(
      "its callback has not come back when the consumer is cancelled, and it comes", after: .busy,
      [
        .callback(2), .cancel(), .cancelled(), .next(), .element(2), .next(), .remove(),
        .removed(), .end(), .left(), .called(), .quiescent,
      ]),
    .silent(
      "there is room for one, and another one comes inside add",
      Traits().with { traits in
        traits.bufferOnCancel = .drains
        traits.overflow = .newest(1)
      }, after: .busy,
      [
        .callback(2), .called(), .cancel(), .callback(3), .called(), .remove(), .removed(),
        .cancelled(), .next(), .element(3), .next(), .end(), .left(), .quiescent,
      ]),
    .silent(
      "what is on the way may be given or dropped", after: .waiting,
      [
        .callback(1), .called(), .cancel(), .remove(), .removed(), .cancelled(), .element(1),
        .next(), .end(), .left(),
      ]),
  ]

  /// A stream that drops while its source goes on, and hands out once that has ended.
  private static let drainedAfterTheEnd: [Example] = [
    .violating(
      "drained although the source goes on", .declaring(\.bufferOnCancel, .drainsAfterEnd),
      after: .busy,
      [
        .callback(2), .called(), .cancel(), .cancelled(), .next(), .remove(), .removed(),
        .element(2).blamed, .next(), .end(), .left(), .quiescent,
      ]),
    .silent(
      "drained, and the end came during the cancel",
      .declaring(\.bufferOnCancel, .drainsAfterEnd), after: .busy,
      [
        .callback(2), .called(), .cancel(), .callback(.finish), .called(), .remove(), .removed(),
        .cancelled(), .next(), .element(2), .next(), .end(), .left(), .quiescent,
      ]),
    .silent(
      "drained behind the end", .declaring(\.bufferOnCancel, .drainsAfterEnd), after: .busy,
      [
        .callback(2), .called(), .callback(.finish), .remove(), .removed(), .called(), .cancel(),
        .cancelled(), .next(), .element(2), .next(), .end(), .left(), .quiescent,
      ]),
  ]

  /// A value that a stream keeps back by design when its waiting consumer is cancelled.
  private static let valueKeptBack: [Example] = [
    .violating(
      "kept back, and handed out because of the cancel", keeping(.latest), after: .waiting,
      [
        .callback(1), .called(), .quiescent, .cancel(), .remove(), .removed(), .cancelled(),
        .element(1).blamed, .next(), .end(), .left(), .quiescent,
      ]),
    .conforming(
      "kept back, and flushed by the cancel as declared", flushing(.quiet), after: .waiting,
      [
        .callback(1), .called(), .quiescent, .cancel(), .remove(), .removed(), .cancelled(),
        .element(1), .next(), .end(), .left(), .quiescent,
      ]),
    .violating(
      "kept back, and lost by the cancel that was declared to flush", flushing(.quiet),
      after: .waiting,
      [
        .callback(1), .called(), .quiescent, .cancel(), .remove(), .removed(), .cancelled(),
        .end().blamed, .left(), .quiescent,
      ]),
    .conforming(
      "the last is flushed, and stands for the one before", flushing(.latest), after: .waiting,
      [
        .callback(1), .called(), .callback(2), .called(), .quiescent, .cancel(), .remove(),
        .removed(), .cancelled(), .element(2), .next(), .end(), .left(), .quiescent,
      ]),
    .silent(
      "its time may be over at the instant of the cancel", keeping(.latest), after: .waiting,
      [
        .callback(1), .called(), .quiescent, .cancel().after(50_000_000), .remove(), .removed(),
        .cancelled(), .element(1), .next(), .end(), .left(), .quiescent,
      ]),
    .silent(
      "a further one, behind which it is handed on, races the cancel", keeping(.latest),
      after: .waiting,
      [
        .callback(1), .called(), .quiescent, .callback(2), .called(), .cancel(), .remove(),
        .removed(), .cancelled(), .element(1), .next(), .end(), .left(), .quiescent,
      ]),
    .silent(
      "kept back, and dropped", keeping(.quiet), after: .waiting,
      [
        .callback(1), .called(), .quiescent, .cancel(), .remove(), .removed(), .cancelled(),
        .end(), .left(), .quiescent,
      ]),
  ]

  private static func flushing(_ merging: Traits.Merging) -> Traits {
    keeping(merging).with { traits in traits.bufferOnCancel = .flushes }
  }
}

extension Evidence {
  fileprivate func verdict(onBufferAt cancellation: Cancellation) -> Verdict {
    if let late = handedOutOnCancel(cancellation), let received = late.received {
      return .violated(
        at: received,
        because: "\(late.name), kept back when the consumer was cancelled, was yielded")
    }
    let subscription = cancellation.subscription
    let policy = subscription.traits.bufferOnCancel
    // A stream that drops has dropped nothing yet of what is on its way to a waiting consumer; one
    // that drains owes that, too.
    let buffered = policy.handsOut ? cancellation.inside[...] : cancellation.buffered
    guard subscription.consumers.count == 1, !buffered.isEmpty else { return .notExercised }
    let ended = cancellation.consumer.terminal?.returned
    switch policy {
    case .drops, .drainsAfterEnd:
      // An end that races the cancel may have come first.
      if policy == .drainsAfterEnd, mayHaveEnded(at: cancellation) { return .notExercised }
      if let received = buffered.compactMap({ $0.received }).min() {
        return .violated(
          at: received,
          because: "\(subscription.name(gotAt: received)), buffered when the consumer was "
            + "cancelled, was yielded")
      }
      return ended == nil ? .notExercised : .held
    case .drains, .flushes:
      guard let ended, !subscription.mayOverflow else { return .notExercised }
      guard let lost = buffered.first(where: { ($0.received ?? .max) >= ended }) else {
        return .held
      }
      return .violated(
        at: ended,
        because: "\(lost.name), buffered when the consumer was cancelled, was not yielded")
    }
  }

  /// Whether the source may have ended before a cancel, as its stream saw it.
  private func mayHaveEnded(at cancellation: Cancellation) -> Bool {
    let rest = quiescence(after: cancellation.called) ?? .max
    return cancellation.subscription.mayHaveEnded(before: rest)
  }
}

extension [Rule.Cause] {
  fileprivate static var bufferDeclared: Self {
    [
      .usual(
        """
        The value is kept back by a Task.sleep in next(). The cancel cuts the sleep short, and \
        next() yields the value as if its time had come.
        """
      ) { evidence, blamed in
        guard let (value, subscription) = evidence.reception(at: blamed) else { return false }
        let began = subscription.origin(of: value)?.began ?? .max
        return subscription.traits.delay > .zero
          && evidence.cancellation(before: blamed).map { $0.rested > began } == true
      },
      .usual(
        """
        The cancel does not clear the buffer, and next() hands out what is there before it looks \
        at the cancellation.
        """
      ) { evidence, blamed in evidence.reception(at: blamed) != nil },
      .usual(
        """
        The cancellation handler clears the buffer or drops the value that is on its way to it, \
        and the stream declares to hand it out.
        """
      ) { evidence, blamed in
        evidence.cancellation(before: blamed)?.subscription.traits.bufferOnCancel == .drains
      },
      .usual(
        """
        The cancel ends the wait for the value's time, and the way out of that wait yields nothing.
        """
      ) { evidence, blamed in
        evidence.cancellation(before: blamed)?.subscription.traits.bufferOnCancel == .flushes
      },
    ]
  }
}
