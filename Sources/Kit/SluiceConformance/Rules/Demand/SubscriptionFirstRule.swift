import SluiceSpies

extension Rule {
  /// The rule that a subscriber gets its subscription first, and once.
  ///
  /// Reactive Streams 1.9; 2.5 and 2.12 say of the subscriber that it gets one only.
  public static let subscriptionFirst = Rule(
    id: "demand.subscription-first",
    statement:
      "a subscriber gets one subscription, before anything else",
    level: .must,
    rationale: """
      By its subscription a subscriber asks and cancels: without, or with two, it can do \
      neither for what it is handed.
      """,
    usualCause: """
      The publisher sends before it has called receive(subscription:), or calls that twice.
      """,
    fix: """
      Call receive(subscription:) once in receive(subscriber:), and send nothing before it has \
      returned.
      """,
    code: .subscriptionFirst,
    anchors: [.reactiveStreams("1.9"), .reactiveStreams("2.5"), .reactiveStreams("2.12")],
    implies: ["demand.never-exceeded", "demand.base-asked-no-more", "memory.tasks-ended"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("first", after: .asking(1), .passing() + [.quiescent]),
      .conforming(
        "a little later",
        [.subscribe(), .subscribed(), .subscription(), .tookSubscription(), .quiescent]),
      .violating(
        "a value before",
        [
          .subscribe(), .receives().blamed, .received(), .subscription(), .tookSubscription(),
          .subscribed(), .quiescent,
        ]),
      .violating(
        "the end before",
        [
          .subscribe(), .iterator(), .asksBase(), .baseEnds(), .finishes().blamed, .completed(),
          .subscriberDied(), .subscribed(), .quiescent,
        ]),
      .violating(
        "twice",
        [
          .subscribe(), .subscription(), .tookSubscription(), .subscription().blamed,
          .tookSubscription(), .subscribed(), .quiescent,
        ]),
      .violating("never", [.subscribe(), .subscribed(), .quiescent.blamed]),
      .silent("not yet", [.subscribe(), .subscribed()]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofSubscribersIn: evidence) { _, subscriber in
      let given = subscriber.subscriptions.all.map { span in span.began }
      let others = (subscriber.values.all + subscriber.completions.all).map { span in span.began }
      if let first = others.min(), first < given.first ?? .max {
        return .violated(
          at: first,
          because: "subscriber \(subscriber.number) is told something before its subscription")
      }
      if given.count > 1 {
        return .violated(
          at: given[1], because: "subscriber \(subscriber.number) gets a second subscription")
      }
      guard let rest = subscriber.subscribeReturned.flatMap(evidence.quiescence(after:)) else {
        return .notExercised
      }
      return (given.first ?? .max) < rest
        ? .held
        : .violated(at: rest, because: "subscriber \(subscriber.number) gets no subscription")
    }
  }
}

extension Rule.Code {
  fileprivate static let subscriptionFirst = Rule.Code(
    wrong: """
      func receive<S: Subscriber>(subscriber: S)
      where S.Input == Int, S.Failure == any Error {
        subscriber.receive(subscription: Subscriptions.empty)  // for now
        let subscription = connect(subscriber)
        subscriber.receive(subscription: subscription)
        start(subscription)
      }
      """,
    right: """
      func receive<S: Subscriber>(subscriber: S)
      where S.Input == Int, S.Failure == any Error {
        let subscription = connect(subscriber)
        subscriber.receive(subscription: subscription)
        start(subscription)
      }
      """)
}
