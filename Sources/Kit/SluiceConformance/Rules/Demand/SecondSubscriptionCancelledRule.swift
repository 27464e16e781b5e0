import SluiceSpies

extension Rule {
  /// The rule that a subscriber cancels a second subscription.
  ///
  /// Reactive Streams 2.5.
  public static let secondSubscriptionCancelled = Rule(
    id: "demand.second-subscription-cancelled",
    statement:
      "a subscriber that is handed a second subscription cancels it, and goes on with the first",
    level: .must,
    rationale: """
      Two subscriptions that are both in use hand over twice as much as is wanted; one that \
      is only forgotten stays open.
      """,
    usualCause: """
      The sequence stores each subscription in receive(subscription:), or ignores a second one \
      without cancelling it.
      """,
    fix: "If there is a subscription already, call cancel() of the new one and keep the first.",
    code: .secondSubscriptionCancelled,
    anchors: [.reactiveStreams("2.5")],
    implies: ["cancellation.suspended-removes", "teardown.balanced"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "cancelled", after: .askingFirst, [.asked(1), .offeredAgain(), .declined(), .quiescent]),
      .violating("kept", after: .askingFirst, [.asked(1), .offeredAgain(), .quiescent.blamed]),
      .silent("one only", after: .askingFirst, [.asked(1), .quiescent]),
      .outside("no publisher", Traits(), after: .waiting),
    ]
  ) { evidence in
    guard let demand = evidence.demand else { return .noPublisher }
    return .overall(demand.asked) { asked in
      .overall(asked.offers) { offer in
        guard let rest = evidence.quiescence(after: offer.place) else { return .notExercised }
        return (offer.declined ?? .max) < rest
          ? .held : .violated(at: rest, because: "the second subscription is not cancelled")
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let secondSubscriptionCancelled = Rule.Code(
    wrong: """
      func receive(subscription new: any Subscription) {
        subscription.value = KeptSubscription(new)
      }
      """,
    right: """
      func receive(subscription new: any Subscription) {
        guard subscription.value == nil else { return new.cancel() }
        subscription.value = KeptSubscription(new)
      }
      """)
}
