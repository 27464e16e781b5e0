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
    usualCause: """
      Each next() adds a listener for one value. Or a second reader of a shared stream finds no \
      listener and adds one, because the add of the first reader is still under way.
      """,
    causes: .declaredAdds,
    fix: """
      Add the listener once for each iteration and fill a buffer from it. A shared stream notes \
      that it is adding before it unlocks or awaits.
      """,
    code: .declaredAdds,
    anchors: [.reactiveStreams("2.12"), .proposal],
    traits: [.listeners],
    implies: ["registration.none-after-teardown"],
    underThreads: .counts,
    examples: logs + slowAdds + addsOfSharing
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      if let membership = subscription.membership {
        return evidence.adding(in: subscription, membership)
      }
      let declared = max(subscription.traits.listeners, 0)
      let over = evidence.over(subscription) ?? .max
      let added = subscription.registrations.count { $0.addCalled < over }
      if added > declared {
        return .violated(
          at: subscription.registrations[declared].addCalled,
          because: "#\(subscription.registrations[declared].id.number) was added, and the stream "
            + "declares \(declared == 1 ? "1 listener" : "\(declared) listeners")")
      }
      if added < declared, subscription.addThrew == nil, evidence.knowsOwners {
        for consumer in subscription.consumers {
          guard
            let stall = evidence.stallPastAdds(
              of: consumer, after: consumer.iteratorMade, before: subscription.closed,
              in: subscription)
          else { continue }
          return .violated(
            at: stall,
            because:
              "a consumer waits, and \(added) of \(declared) declared listeners is added"
          )
        }
      }
      return added == 0 ? .notExercised : .held
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
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
}

extension Evidence {
  /// Whether a broadcast has the declared listeners once a consumer's join has come to rest, and
  /// adds none from there on while that consumer reads.
  ///
  /// Before that rest another one's registration may still be on its way out.
  fileprivate func adding(in subscription: Subscription, _ membership: Membership) -> Verdict {
    let declared = max(subscription.traits.listeners, 0)
    guard membership.rested < subscription.closed,
      !subscription.mayHaveEnded(before: membership.rested)
    else {
      return .notExercised
    }
    let there = subscription.registrations.filter { $0.isActive(at: membership.rested) }
    let later = subscription.registrations.first { registration in
      registration.addCalled > membership.rested && registration.addCalled < subscription.closed
    }
    if let more = there.dropFirst(declared).first ?? later {
      let shared = subscription.registrations.filter { $0.isActive(at: more.addCalled) }
      return .violated(
        at: more.addCalled,
        because: "#\(more.id.number) was added although all consumers share "
          + shared.map { other in "#\(other.id.number)" }.joined(separator: " and "))
    }
    if there.count < declared, knowsOwners, let consumer = subscription.consumers.first,
      let stall = stall(of: consumer, after: membership.made, before: subscription.closed)
    {
      return .violated(
        at: stall,
        because:
          "a consumer waits, and \(there.count) of \(declared) declared listeners is there")
    }
    return there.isEmpty ? .notExercised : .held
  }
}

extension Evidence {
  /// The consumer that added a listener at an entry beside one that all share, with that one.
  fileprivate func secondReader(
    at blamed: Int
  ) -> (consumer: ConsumerRecord, beside: RegistrationRecord)? {
    guard case .addCalled(_, let caller, _) = entries[blamed].event,
      let consumer = consumers.first(where: { consumer in consumer.id == caller.consumer }),
      let subscription = subscriptions.first(where: { $0.serves(consumer.id) }),
      subscription.traits.iterators == .broadcast,
      let beside = subscription.active(at: blamed)
    else { return nil }
    return (consumer, beside)
  }
}

extension Rule {
  /// Adds that take their time.
  private static let slowAdds: [Example] = [
    .conforming(
      "the second of two, which waits for the first", .declaring(\.listeners, 2),
      [
        .accessed(), .madeIterator(), .next(), .add(), .quiescent, .added(), .add(2), .quiescent,
        .added(2), .quiescent,
      ]),
    .violating(
      "the second of two never begins", .declaring(\.listeners, 2),
      [
        .accessed(), .madeIterator(), .next(), .add(), .quiescent, .added(), .quiescent.blamed,
      ]),
  ]

  /// What a stream adds whose iterations share one subscription.
  private static let addsOfSharing: [Example] = [
    .conforming("one for both who share", .broadcast, after: .twoSharing, []),
    .conforming(
      "added again for who comes when the last has left", .broadcast, after: .waitingHeld,
      [
        .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .madeIterator(2),
        .next(2), .add(2, by: 2), .added(2), .quiescent,
      ]),
    .violating(
      "one more for the second who shares", .broadcast, after: .waitingHeld,
      [.madeIterator(2), .next(2), .add(2, by: 2).blamed, .added(2), .quiescent]),
    .violating(
      "both find none, and each adds one", .broadcast,
      [
        .accessed(), .madeIterator(), .next(), .madeIterator(2), .next(2), .add(), .added(),
        .add(2, by: 2).blamed, .added(2), .quiescent,
      ]),
    .violating(
      "joined when the last had left, and nothing is added", .broadcast, after: .waitingHeld,
      [
        .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .madeIterator(2),
        .next(2), .quiescent.blamed,
      ]),
  ]
}

extension [Rule.Cause] {
  fileprivate static var declaredAdds: Self {
    [
      .usual(
        """
        Two readers both find no listener, and each adds one: the add of the first was only \
        scheduled, or still under way, when the second one looked.
        """
      ) { evidence, blamed in
        guard let (consumer, added) = evidence.secondReader(at: blamed) else { return false }
        return added.addReturned ?? .max > consumer.nexts.first?.called ?? consumer.iteratorMade
      },
      .usual("Each reader of the shared stream adds a listener of its own.") { evidence, blamed in
        evidence.secondReader(at: blamed) != nil
      },
      .usual("Each next() adds a listener for one value.") { evidence, blamed in
        if case .addCalled = evidence.entries[blamed].event { true } else { false }
      },
      .usual(
        """
        The stream takes a listener that is gone for one that is there, such as by a flag that the \
        last reader does not reset.
        """
      ) { evidence, blamed in
        evidence.waiting(at: blamed)?.of.traits.iterators == .broadcast
      },
      .usual("The stream returns before its last add, or declares a listener that it does not add.")
      {
        evidence, blamed in evidence.waiting(at: blamed) != nil
      },
    ]
  }
}

extension Rule.Code {
  fileprivate static let declaredAdds = Rule.Code(
    wrong: """
      AsyncStream {
        let (prices, continuation) = AsyncStream<Double>.makeStream()
        let handle = source.addValueListener { continuation.yield($0) }
        defer { handle.remove() }
        for await price in prices { return price }
        return nil
      }
      """,
    right: """
      AsyncStream { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
      }
      """)
}
