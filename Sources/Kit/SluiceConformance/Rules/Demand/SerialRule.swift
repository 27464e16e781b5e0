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
    usualCause: """
      Each value or each request starts a Task that calls the subscriber, and two of them call it \
      at once.
      """,
    fix: "Call the subscriber from one task, which waits for each call before the next one.",
    code: .serial,
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
      let calls =
        (subscriber.subscriptions.all + subscriber.values.all
        + subscriber.completions.all)
        .sorted { left, right in left.began < right.began }
      guard calls.count > 1 else { return .notExercised }
      var open = DemandEvidence.OpenCalls(calls)
      // What the subscriber itself calls, inside of which it may be told something.
      var requests = DemandEvidence.OpenCalls(subscriber.requests.all)
      var cancels = DemandEvidence.OpenCalls(subscriber.cancels.all)
      for call in calls {
        guard let earlier = open.last(at: call.began) else { continue }
        let own = [requests.last(at: call.began), cancels.last(at: call.began)]
        if !own.contains(where: { span in span.map { $0.began > earlier.began } == true }) {
          return .violated(
            at: call.began, because: "subscriber \(subscriber.number) is told two things at once")
        }
      }
      return .held
    }
  }
}

extension Rule.Code {
  fileprivate static let serial = Rule.Code(
    wrong: """
      func hand(_ number: Int) {
        guard let subscriber = take() else { return }  // one of the demand
        Task { request(subscriber.receive(number)) }
      }
      """,
    right: """
      func hand(_ number: Int) {
        guard let subscriber = take() else { return }  // one of the demand
        request(subscriber.receive(number))
      }
      """)
}
