import SluiceSpies

extension Rule {
  /// The rule that each subscription iterates the sequence on its own.
  ///
  /// Reactive Streams 1.11 for a publisher of which each subscription is an iteration.
  public static let ownIteration = Rule(
    id: "demand.own-iteration",
    statement:
      "each subscription has one iterator of its own, and no other subscription does",
    level: .must,
    rationale: """
      Two subscribers of one iterator share its elements out: each misses what the other \
      gets, and the two calls of next() may trap.
      """,
    anchors: [.reactiveStreams("1.11"), .combineArticle],
    implies: [
      "demand.additive", "demand.completion-without-demand", "demand.never-exceeded",
      "demand.base-asked-no-more", "demand.failure-passed", "demand.waiter-released",
      "demand.cancel-stops",
    ],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("one", after: .asking(1), .passing() + [.quiescent]),
      .conforming(
        "two subscribers", after: .asking(1),
        [
          .subscribe(2), .subscription(2), .tookSubscription(2), .subscribed(2), .request(1, by: 2),
          .requested(by: 2), .iterator(2, for: 2), .asksBase(2), .quiescent,
        ]),
      .violating(
        "two subscribers and one iterator", after: .asking(1),
        [
          .subscribe(2), .subscription(2), .tookSubscription(2), .subscribed(2), .request(1, by: 2),
          .requested(by: 2), .quiescent.blamed,
        ]),
      .violating(
        "a second iterator", after: .asking(2),
        .passing() + [.iterator(2).blamed, .asksBase(2), .quiescent]),
      .silent("nothing asked for", after: .subscribed, [.quiescent]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    guard let demand = evidence.demand else { return .noPublisher }
    return .overall(demand.subscribers) { subscriber in
      let own = demand.iterators.filter { $0.subscriber == subscriber.number }
      if own.count > 1 {
        return .violated(
          at: own[1].made, because: "\(subscriber.number) has an iterator already")
      }
      return .overall(evidence.quiescences) { place in
        let served = demand.subscribers.filter { other in
          other.requests.contains { request in request.demand != 0 && request.began < place }
            && (other.cancelCalled ?? .max) > place
        }
        guard served.contains(where: { $0.number == subscriber.number }) else {
          return .notExercised
        }
        let made = demand.iterators.count { iterator in iterator.made < place }
        if made >= served.count { return .held }
        // One subscriber without an iterator is not served at all, which others say.
        guard made > 0 else { return .notExercised }
        return .violated(
          at: place, because: "\(served.count) subscribers ask, and there is one iterator for them")
      }
    }
  }
}
