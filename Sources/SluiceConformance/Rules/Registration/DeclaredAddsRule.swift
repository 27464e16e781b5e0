import SluiceSpies

extension Rule {
  /// The rule that an iteration adds the declared number of listeners, once.
  public static let declaredAdds = Rule(
    id: "registration.declared-adds",
    statement: "an iteration adds as many listeners as declared, and adds none of them again",
    level: .must,
    rationale: """
      A second listener doubles every value and every bill; a missing one leaves the consumer \
      waiting for a callback that nobody asked for.
      """,
    anchors: [.reactiveStreams("2.12"), .proposal],
    traits: [.listeners],
    implies: ["registration.none-after-teardown"],
    underThreads: .counts,
    examples: [
      .conforming("one listener", after: .waitingAgain, []),
      .conforming(
        "two listeners, as declared", .declaring(\.listeners, 2),
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .add(2), .added(2), .quiescent,
        ]),
      .conforming(
        "the first of two adds throws", .declaring(\.listeners, 2),
        [
          .accessed(), .madeIterator(), .next(), .add(), .line(.addThrew(1, .named("denied"))),
          .failure("denied"), .left(.failed), .quiescent,
        ]),
      .violating(
        "added again by the second next()", after: .busy,
        [.next(), .add(2).blamed, .added(2), .quiescent]),
      .violating(
        "waiting with one of two listeners", .declaring(\.listeners, 2),
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .quiescent.blamed,
        ]),
      .silent("never iterated", [.accessed(), .droppedSequence(), .quiescent]),
    ]
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      let declared = max(subscription.traits.listeners, 0)
      let over = evidence.over(subscription) ?? .max
      let added = subscription.registrations.count { $0.addCalled < over }
      if added > declared {
        return .violated(
          at: subscription.registrations[declared].addCalled,
          because: "add was called a time more than the \(declared) declared")
      }
      if added < declared, subscription.addThrew == nil, evidence.knowsOwners {
        for consumer in subscription.consumers {
          guard
            let stall = evidence.stall(
              of: consumer, after: consumer.iteratorMade, before: subscription.closed)
          else { continue }
          return .violated(
            at: stall,
            because: "a consumer waits after \(added) of the \(declared) adds declared")
        }
      }
      return added == 0 ? .notExercised : .held
    }
  }
}
