import SluiceSpies

extension Rule {
  /// The rule that a consumer that waits has asked for what it waits for.
  ///
  /// Reactive Streams 2.1.
  public static let asksWhileWaiting = Rule(
    id: "demand.asks-while-waiting",
    statement:
      "while a consumer waits for a value of a publisher, one is asked for",
    level: .must,
    rationale: """
      A publisher hands over what is asked for: a next() that asks for nothing waits for a \
      value that never comes.
      """,
    anchors: [.reactiveStreams("2.1"), .combineArticle],
    implies: ["delivery.each-value-once", "delivery.wakes-waiter", "completion.finish-ends"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("one asked for", after: .askingFirst, [.asked(1), .quiescent]),
      .conforming("unlimited", after: .askingFirst, [.asked(nil), .quiescent]),
      .violating(
        "nothing asked for", after: .askingFirst,
        [.offeredAgain(), .declined(), .quiescent.blamed]),
      .violating(
        "one asked for and got", after: .askingFirst,
        [.asked(1), .callback(1), .called(), .element(1), .next(), .quiescent.blamed]),
      .silent(
        "over", after: .askingFirst,
        [.asked(1), .cancel(), .remove(), .removed(), .cancelled(), .end(), .quiescent]),
      .outside("no publisher", Traits(), after: .waiting),
    ]
  ) { evidence in
    guard let demand = evidence.demand else { return .noPublisher }
    return .overall(evidence.subscriptions) { subscription in
      .overall(subscription.consumers) { consumer in
        .overall(evidence.quiescences) { place in
          guard consumer.waits(at: place) else { return .notExercised }
          let active = subscription.registrations.filter { $0.isActive(at: place) }
          guard !active.isEmpty, active.allSatisfy({ $0.addReturned != nil }) else {
            return .notExercised
          }
          return active.contains(where: { demand.isAsked($0, at: place) })
            ? .held
            : .violated(
              at: place,
              because: "the consumer waits, and the publisher is asked for nothing")
        }
      }
    }
  }
}

extension ConsumerRecord {
  /// Whether it waits in `next()` at a place.
  fileprivate func waits(at place: Int) -> Bool {
    nexts.contains { next in next.called < place && (next.returned ?? .max) > place }
  }
}

extension DemandEvidence {
  /// Whether more was asked of a registration than it has handed over, or it has ended.
  fileprivate func isAsked(_ registration: RegistrationRecord, at place: Int) -> Bool {
    let requests = asked.first { $0.registration == registration.id }?.requests ?? []
    var sum = 0
    for request in requests where request.place < place {
      guard let demand = request.demand else { return true }
      sum += demand
    }
    var given = 0
    for callback in registration.callbacks where callback.began < place {
      guard case .value = callback.payload else { return true }
      given += 1
    }
    return sum > given
  }
}
