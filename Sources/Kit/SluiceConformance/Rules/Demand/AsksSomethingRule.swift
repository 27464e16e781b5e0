import SluiceSpies

extension Rule {
  /// The rule that a subscriber asks for one value at least.
  ///
  /// Reactive Streams 3.9, on the side of who asks: Combine takes a request for none and ignores
  /// it.
  public static let asksSomething = Rule(
    id: "demand.asks-something",
    statement:
      "who asks a publisher asks for one value at least",
    level: .must,
    rationale: """
      A request for nothing is an error by the specification, and ends the subscription of \
      whoever makes it.
      """,
    usualCause: "The subscriber calls request(.none), at the start or to pause.",
    fix: "Call request(_:) only when a value is wanted, and then for one at least.",
    code: .asksSomething,
    anchors: [.reactiveStreams("3.9")],
    underThreads: .counts,
    examples: [
      .conforming("one", after: .askingFirst, [.asked(1)]),
      .violating("none", after: .askingFirst, [.asked(0).blamed]),
      .silent("not asked", after: .askingFirst, [.offeredAgain(), .declined()]),
      .outside("no publisher", Traits(), after: .waiting),
    ]
  ) { evidence in
    guard let demand = evidence.demand else { return .noPublisher }
    return .overall(demand.asked) { asked in
      .overall(asked.requests) { request in
        request.demand == 0
          ? .violated(at: request.place, because: "nothing is asked for") : .held
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let asksSomething = Rule.Code(
    wrong: """
      func receive(subscription new: any Subscription) {
        subscription.value = KeptSubscription(new)
        new.request(.none)  // nothing is wanted yet
      }
      """,
    right: """
      func receive(subscription new: any Subscription) {
        subscription.value = KeptSubscription(new)
        // The first next() asks.
      }
      """)
}
