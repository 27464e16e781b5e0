import SluiceSpies

extension Rule {
  /// The rule that demand adds up, and that replies count too.
  ///
  /// Reactive Streams 3.8 says that requests add up; Combine, that what receive(_:) returns does,
  /// too.
  public static let additive = Rule(
    id: "demand.additive",
    statement:
      "what a subscriber asks for adds up with what it has asked for before, replies included",
    level: .must,
    rationale: """
      Where a request replaces the one before, a subscriber that asks in time gets less than \
      it asked for, and waits for ever.
      """,
    anchors: [.reactiveStreams("3.8"), .reactiveStreams("2.1"), .combineArticle],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "all of both requests", after: .asking(1),
        [.request(1), .requested()] + .passing(1) + [.asksBase()] + .passing(2) + [.quiescent]),
      .conforming(
        "the sequence is asked for the rest", after: .asking(2),
        .passing(1) + [.asksBase(), .quiescent]),
      .silent(
        "the sequence has ended", after: .asking(2),
        [.baseEnds(), .finishes(), .completed(), .subscriberDied(), .quiescent]),
      .violating(
        "the second request is forgotten", after: .asking(1),
        [.request(1), .requested()] + .passing(1) + [.quiescent.blamed]),
      .violating(
        "a reply is forgotten", after: .asking(1), .passing(1, asking: 1) + [.quiescent.blamed]),
      .violating(
        "nothing comes of a request", after: .subscribed,
        [.request(1), .requested(), .quiescent.blamed]),
      .silent("nothing asked for", after: .subscribed, [.quiescent]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofSubscribersIn: evidence) { demand, subscriber in
      .overall(evidence.quiescences) { place in
        guard subscriber.isSubscribed(at: place), !subscriber.isCalled(at: place) else {
          return .notExercised
        }
        let iterators = demand.iterators(of: subscriber).filter { $0.made < place }
        if iterators.contains(where: { ($0.ended?.place ?? .max) < place }) {
          return .notExercised
        }
        guard subscriber.wants(at: place) else {
          return subscriber.values.isEmpty ? .notExercised : .held
        }
        if iterators.contains(where: { $0.isAsked(at: place) }) { return .held }
        let asked = subscriber.asked(before: place).map { "\($0)" } ?? "unlimited"
        return .violated(
          at: place,
          because: "\(subscriber.number) has asked for \(asked) and got "
            + "\(subscriber.received(before: place)), and the sequence is asked for no more")
      }
    }
  }
}
