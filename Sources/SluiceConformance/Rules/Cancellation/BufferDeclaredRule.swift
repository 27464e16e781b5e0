import SluiceSpies

extension Rule {
  /// The rule that values buffered at a cancel are drained or dropped as declared.
  public static let bufferDeclared = Rule(
    id: "cancellation.buffer-declared",
    statement:
      "values that are buffered when the consumer is cancelled are drained or dropped, as declared",
    level: .should,
    rationale: """
      Some consumers must see what was already received, others must not act after the cancel; \
      neither can live with now this, now that.
      """,
    anchors: [.measured("M5")],
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
    ] + valueOnItsWay + valueKeptBack
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in
      if let received = evidence.handedOutOnCancel(cancellation)?.received {
        return .violated(
          at: received, because: "a value kept back when the consumer was cancelled was yielded")
      }
      let drops = cancellation.subscription.traits.bufferOnCancel == .drops
      // Whoever drops has dropped nothing yet of what is on its way to a waiting consumer; whoever
      // drains owes that, too.
      let buffered = drops ? cancellation.buffered : cancellation.inside[...]
      guard cancellation.subscription.consumers.count == 1, !buffered.isEmpty else {
        return .notExercised
      }
      let ended = cancellation.consumer.terminal?.returned
      switch cancellation.subscription.traits.bufferOnCancel {
      case .drops:
        if let received = buffered.compactMap({ $0.received }).min() {
          return .violated(
            at: received, because: "a value buffered when the consumer was cancelled was yielded")
        }
        return ended == nil ? .notExercised : .held
      case .drains:
        guard let ended, !cancellation.subscription.mayOverflow else {
          return .notExercised
        }
        if buffered.allSatisfy({ ($0.received ?? .max) < ended }) { return .held }
        return .violated(
          at: ended, because: "a value buffered when the consumer was cancelled was not yielded")
      }
    }
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

  /// A value that a stream keeps back by design when its waiting consumer is cancelled.
  private static let valueKeptBack: [Example] = [
    .violating(
      "kept back, and handed out because of the cancel", keeping(.latest), after: .waiting,
      [
        .callback(1), .called(), .quiescent, .cancel(), .remove(), .removed(), .cancelled(),
        .element(1).blamed, .next(), .end(), .left(), .quiescent,
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
}
