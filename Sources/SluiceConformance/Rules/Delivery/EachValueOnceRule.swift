import SluiceSpies

extension Rule {
  /// The rule that a stream without a loss policy drops nothing.
  public static let eachValueOnce = Rule(
    id: "delivery.each-value-once",
    statement:
      "without a loss policy every value called back is yielded once, none dropped or merged",
    level: .must,
    rationale: """
      Who sums up changes, counts equal values or keeps a list by its differences is wrong for \
      ever after one lost value.
      """,
    anchors: [.reactiveStreams("1.1"), .proposal],
    traits: [.overflow],
    examples: [
      .conforming(
        "equal values", after: .waitingAgain,
        [.callback(1), .called(), .element(1), .next(), .quiescent]),
      .conforming(
        "buffered, then dropped by a cancel", after: .busy,
        [
          .callback(2), .called(), .callback(3), .called(), .cancel(), .cancelled(), .next(),
          .remove(), .removed(), .end(), .left(), .quiescent,
        ]),
      .violating(
        "one of three dropped", after: .busy,
        [
          .callback(2), .called(), .callback(3), .called(), .next(), .element(3).blamed, .next(),
          .quiescent,
        ]),
      .violating(
        "equal neighbours merged", after: .busy,
        [
          .callback(1), .called(), .callback(2), .called(), .next(), .element(2).blamed, .next(),
          .quiescent,
        ]),
      .violating(
        "the last of three dropped", after: .busy,
        [
          .callback(2), .called(), .callback(3), .called(), .next(), .element(2), .next(),
          .quiescent.blamed,
        ]),
      .silent("nothing called back", after: .waiting, []),
      .outside("a stream that keeps the newest value", .declaring(\.overflow, .newest(1))),
    ]
  ) { evidence in
    guard evidence.traits.overflow == .unbounded else {
      return .inapplicable(because: "the stream declares that it drops values without room")
    }
    return .overall(evidence.subscriptions) { subscription in
      if let (lost, shown) = subscription.dropped {
        return .violated(
          at: shown,
          because: "a value of #\(lost.registration.number), called back before, was passed over")
      }
      if let (lost, shown) = evidence.lostTail(of: subscription) {
        return .violated(
          at: shown,
          because: "a value of #\(lost.registration.number), called back before, never came")
      }
      let isExercised = subscription.receptions.contains { $0.delivery != nil }
      return isExercised ? .held : .notExercised
    }
  }
}

extension Evidence {
  /// The last value owed, where nobody got it although a consumer asked after it came and waits in vain, with the place
  /// where that shows.
  ///
  /// A consumer that waited already when the value came is for the rule on waking to judge.
  fileprivate func lostTail(of subscription: Subscription) -> (delivery: Delivery, shown: Int)? {
    guard let last = subscription.deliveries.last(where: { $0.isDue }), last.received == nil else {
      return nil
    }
    for consumer in subscription.consumers {
      for next in consumer.nexts where next.called > last.began {
        guard let shown = quiescence(after: next.called), next.isOpen(at: shown) else { continue }
        return shown < consumer.cancelled ?? .max ? (last, shown) : nil
      }
    }
    return nil
  }
}
