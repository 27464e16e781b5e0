import SluiceSpies

extension Evidence {
  /// The place by which a subscription's consumers and its sequence were all dropped.
  func abandoned(_ subscription: Subscription) -> Int? {
    guard let dropped = iteratorsDropped(of: subscription) else { return nil }
    guard index.place(of: subscription.sequence) != nil else { return dropped }
    return self.dropped(subscription.sequence).map { sequence in max(sequence, dropped) }
  }

  /// The place by which all of a subscription's iterators were dropped.
  func iteratorsDropped(of subscription: Subscription) -> Int? {
    var last: Int?
    for consumer in subscription.consumers {
      guard let dropped = consumer.iteratorDropped else { return nil }
      last = max(dropped, last ?? dropped)
    }
    return last
  }

  /// Whether everything was released by the first quiescence after a place.
  func released(_ subscription: Subscription, after place: Int?, what: String) -> Verdict {
    guard
      !subscription.registrations.isEmpty, let place, let quiescence = quiescence(after: place)
    else { return .notExercised }
    guard let leaked = subscription.active(at: quiescence) else { return .held }
    return .violated(
      at: quiescence, because: stillRegistered(leaked, at: quiescence, " after \(what)"))
  }

  /// Whether consumers that left their loop in one way, once they and their sequence are dropped,
  /// are released.
  func releasedAfterLeaving(
    _ what: String, where left: (ConsumerRecord) -> Bool
  ) -> Verdict {
    .overall(subscriptions) { subscription in
      guard subscription.consumers.contains(where: left) else { return .notExercised }
      return released(subscription, after: abandoned(subscription), what: what)
    }
  }
}

extension Evidence {
  /// The place at which nobody was left to receive; nil where somebody was to the end of the log.
  ///
  /// A consumer is gone when it has left its loop, or was cancelled and all its registrations
  /// removed. A sequence without consumers is over when it is dropped.
  func over(_ subscription: Subscription) -> Int? {
    if subscription.consumers.isEmpty { return dropped(subscription.sequence) }
    var last = 0
    for consumer in subscription.consumers {
      let tornDown = subscription.tornDown(by: consumer.cancelled)
      guard let gone = consumer.gone.orEarlier(tornDown) else { return nil }
      last = max(last, gone)
    }
    return last
  }
}

extension Subscription {
  /// The place at which all that was registered before a cancel had been removed.
  fileprivate func tornDown(by cancelled: Int?) -> Int? {
    guard let cancelled else { return nil }
    var last: Int?
    for registration in registrations where registration.addCalled < cancelled {
      guard let gone = registration.gone else { return nil }
      last = max(gone, last ?? cancelled)
    }
    return last
  }
}
