import SluiceSpies

extension Rule {
  /// The rule that a subscriber is told one thing at a time.
  ///
  /// Reactive Streams 1.3. A call inside a request that the subscriber itself makes is no second
  /// caller.
  public static let serial = Rule(
    id: "demand.serial",
    statement:
      "a subscriber is told one thing after the other, never two at once",
    level: .must,
    rationale: """
      A subscriber has no lock: it is promised that nobody calls while somebody does. Two \
      values at once race for its state.
      """,
    anchors: [.reactiveStreams("1.3")],
    implies: ["demand.nothing-after-end", "demand.cancel-stops", "demand.waiter-released"],
    underThreads: .counts,
    examples: [
      .conforming(
        "one after the other", after: .asking(2), .passing() + [.asksBase()] + .passing(2)),
      .conforming(
        "inside its own request", after: .asking(1),
        [
          .baseGives(), .receives(), .request(1), .receives(2), .received(), .requested(),
          .received(),
        ]),
      .violating(
        "two at once", after: .asking(2),
        [
          .baseGives(), .receives(), .asksBase(), .baseGives(2), .receives(2).blamed, .received(),
          .received(),
        ]),
      .violating(
        "the end meanwhile", after: .asking(2),
        [
          .baseGives(), .receives(), .asksBase(), .baseEnds(), .finishes().blamed, .completed(),
          .received(),
        ]),
      .violating(
        "a value while it gets its subscription",
        [
          .subscribe(), .subscription(), .request(1), .requested(), .receives().blamed, .received(),
          .tookSubscription(),
        ]),
      .silent("told one thing", after: .subscribed, [.quiescent]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofSubscribersIn: evidence) { _, subscriber in
      let calls = (subscriber.subscriptions + subscriber.values + subscriber.completions)
        .sorted { left, right in left.began < right.began }
      guard calls.count > 1 else { return .notExercised }
      // What is still under way, of which the last began last.
      var open: [DemandEvidence.Span] = []
      for call in calls {
        open.removeAll { earlier in (earlier.ended ?? .max) < call.began }
        if let earlier = open.last, !subscriber.asks(inside: earlier, at: call.began) {
          return .violated(
            at: call.began, because: "\(subscriber.number) is told something while it is told")
        }
        open.append(call)
      }
      return .held
    }
  }
}

extension DemandEvidence.Subscriber {
  /// Whether a request or a cancel that the subscriber makes inside a call is under way.
  fileprivate func asks(inside call: DemandEvidence.Span, at place: Int) -> Bool {
    (requests + cancels).contains { span in span.began > call.began && span.isOpen(at: place) }
  }
}
