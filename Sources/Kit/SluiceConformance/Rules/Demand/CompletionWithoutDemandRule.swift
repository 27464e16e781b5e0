import SluiceSpies

extension Rule {
  /// The rule that the end needs no demand.
  ///
  /// Reactive Streams 1.5 and, of the subscriber, 2.9 and 2.10: an end may come without a request.
  public static let completionWithoutDemand = Rule(
    id: "demand.completion-without-demand",
    statement:
      "a subscriber is told of the end as soon as the sequence tells it, whatever was asked for",
    level: .must,
    rationale: """
      A subscriber that got all it had asked for does not ask again: an end that waits for a \
      request never comes, and what waits for it spins on.
      """,
    usualCause: """
      The subscription keeps the completion until the subscriber asks again, or never sends it.
      """,
    fix: """
      Send the completion as soon as next() has returned nil or thrown, whatever the demand is.
      """,
    code: .completionWithoutDemand,
    anchors: [
      .reactiveStreams("1.5"), .reactiveStreams("2.10"), .reactiveStreams("2.9"),
      .combine("Subscriber, receive(completion:)"),
    ],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "finished", after: .asking(1),
        [.baseEnds(), .finishes(), .completed(), .subscriberDied(), .quiescent]),
      .conforming(
        "failed", after: .asking(1),
        [.baseFails(), .fails(), .completed(), .subscriberDied(), .quiescent]),
      .violating(
        "the end is kept", after: .asking(1),
        [.baseEnds(), .quiescent.blamed, .request(1), .requested(), .finishes()]),
      .violating("the failure is kept", after: .asking(1), [.baseFails(), .quiescent.blamed]),
      .silent("no end", after: .asking(1), .passing() + [.quiescent]),
      .silent(
        "cancelled before", after: .asking(1),
        [.cancels(), .hasCancelled(), .baseIsCancelled(), .baseEnds(), .quiescent]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofSubscribersIn: evidence) { demand, subscriber in
      guard demand.knowsOwners else { return .notExercised }
      let ends = demand.iterators(of: subscriber).compactMap { iterator in iterator.ended?.place }
      guard let end = ends.first, (subscriber.cancelCalled ?? .max) > end,
        let rest = evidence.quiescence(after: end), !subscriber.isCalled(at: rest),
        (subscriber.cancelCalled ?? .max) > rest
      else { return .notExercised }
      if (subscriber.completed ?? .max) < rest { return .held }
      return .violated(
        at: rest,
        because: "the sequence has ended, and subscriber \(subscriber.number) is not told")
    }
  }
}

extension Rule.Code {
  fileprivate static let completionWithoutDemand = Rule.Code(
    wrong: """
      func finish(_ completion: Subscribers.Completion<any Error>) async {
        _ = take()  // one of the demand
        guard await isWanted() else { return }
        takeSubscriber()?.receive(completion: completion)
      }
      """,
    right: """
      func finish(_ completion: Subscribers.Completion<any Error>) async {
        takeSubscriber()?.receive(completion: completion)
      }
      """)
}
