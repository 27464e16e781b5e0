import SluiceSpies

extension Verdict {
  /// The reason for which the rules about publishers don't apply to other code.
  static let noPublisher = Verdict.inapplicable(because: "no publisher is asked for values")

  /// One verdict from the verdicts on each subscriber of publishers under test.
  ///
  /// - Parameters:
  ///   - evidence: What is judged.
  ///   - judge: The verdict on one subscriber.
  /// - Returns: The earliest violation, else whether one held; the reason where there is none.
  static func overall(
    ofSubscribersIn evidence: Evidence,
    _ judge: (DemandEvidence, DemandEvidence.Subscriber) -> Verdict
  ) -> Verdict {
    guard let demand = evidence.demand else { return .noPublisher }
    return overall(demand.subscribers) { subscriber in judge(demand, subscriber) }
  }
}

extension Rule.Example.Line {
  // Subscriber 1, iterator 1 and registration 1, unless said otherwise.

  static func demand(_ event: DemandEvent) -> Self { line(.demand(event)) }

  static func subscribe(_ number: Int = 1) -> Self { demand(.subscribeCalled(number)) }
  static func subscribed(_ number: Int = 1) -> Self { demand(.subscribeReturned(number)) }
  static func subscription(_ number: Int = 1) -> Self { demand(.subscriptionBegan(number)) }
  static func tookSubscription(_ number: Int = 1) -> Self { demand(.subscriptionEnded(number)) }
  static func request(_ count: Int?, by number: Int = 1) -> Self {
    demand(.requestCalled(number, count))
  }
  static func requested(by number: Int = 1) -> Self { demand(.requestReturned(number)) }
  static func receives(_ value: Int64 = 1, by number: Int = 1) -> Self {
    demand(.valueBegan(number, .integer(value)))
  }
  static func received(by number: Int = 1, asking count: Int? = 0) -> Self {
    demand(.valueEnded(number, count))
  }
  static func finishes(_ number: Int = 1) -> Self { demand(.completionBegan(number, nil)) }
  static func fails(_ name: String = "unavailable", _ number: Int = 1) -> Self {
    demand(.completionBegan(number, .named(name)))
  }
  static func completed(_ number: Int = 1) -> Self { demand(.completionEnded(number)) }
  static func cancels(_ number: Int = 1) -> Self { demand(.cancelCalled(number)) }
  static func hasCancelled(_ number: Int = 1) -> Self { demand(.cancelReturned(number)) }
  static func subscriberDied(_ number: Int = 1) -> Self { demand(.subscriberDied(number)) }

  static func iterator(_ number: Int = 1, for subscriber: Int? = 1) -> Self {
    demand(.iteratorMade(number, for: subscriber))
  }
  static func asksBase(_ iterator: Int = 1) -> Self { demand(.nextCalled(iterator)) }
  static func baseIsCancelled(_ iterator: Int = 1) -> Self { demand(.nextCancelled(iterator)) }
  static func baseGives(_ value: Int64 = 1, _ iterator: Int = 1) -> Self {
    demand(.nextReturned(iterator, .element(.integer(value))))
  }
  static func baseEnds(_ iterator: Int = 1) -> Self { demand(.nextReturned(iterator, .end)) }
  static func baseFails(_ name: String = "unavailable", _ iterator: Int = 1) -> Self {
    demand(.nextReturned(iterator, .failure(.named(name))))
  }
  static func iteratorDied(_ iterator: Int = 1) -> Self { demand(.iteratorDied(iterator)) }

  static func asked(_ count: Int?, of registration: RegistrationID = 1) -> Self {
    demand(.asked(registration, count))
  }
  static func offeredAgain(_ registration: RegistrationID = 1) -> Self {
    demand(.offeredAgain(registration))
  }
  static func declined(_ registration: RegistrationID = 1) -> Self {
    demand(.declined(registration))
  }
}

extension [Rule.Example.Line] {
  /// A subscriber that has its subscription, and has asked for nothing.
  static let subscribed: Self = [
    .subscribe(), .subscription(), .tookSubscription(), .subscribed(),
  ]

  /// A subscriber that has asked for so many, whose sequence is asked for the first.
  static func asking(_ count: Int?) -> Self {
    subscribed + [.request(count), .requested(), .iterator(), .asksBase()]
  }

  /// A consumer that waits, and nobody has looked yet what it has asked for.
  static let askingFirst: Self = [
    .accessed(), .madeIterator(), .droppedSequence(), .next(), .add(), .added(),
  ]

  /// The sequence gives a value, and the subscriber gets it.
  static func passing(_ value: Int64 = 1, asking count: Int? = 0) -> Self {
    [.baseGives(value), .receives(value), .received(asking: count)]
  }
}
