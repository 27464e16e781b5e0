import SluiceSimulation
import SluiceSpies

// What a stream owes that hands values on later by design. Time is judged by the log's entries:
// that nothing came in time shows where everything rests at the deadline, or at the first entry
// after it.

extension Subscription {
  /// Finds out which values others may stand for, or an error may drop.
  mutating func findWhatIsKeptBack() {
    let latency = traits.latency.latencyNanoseconds
    if traits.merging != .none {
      var follower: Int64?
      for place in deliveries.indices.reversed() {
        let delivery = deliveries[place]
        guard delivery.phase == .live, delivery.payload.yields(traits) else { continue }
        if let follower, follower - delivery.nanoseconds <= latency {
          deliveries[place].isMerged = true
          deliveries[place].isDue = false
        }
        follower = delivery.nanoseconds
      }
    }
    // An error may drop what is kept back, and so may an add that throws: at the instant of the
    // last callback, or later.
    let failed = min(sourceEnd?.failure == nil ? .max : sourceEnd?.began ?? .max, addThrew ?? .max)
    guard
      failed < .max, let ended = deliveries.last(where: { $0.began <= failed })?.nanoseconds
    else { return }
    for place in deliveries.indices
    where deliveries[place].isDue && ended - deliveries[place].nanoseconds <= latency {
      deliveries[place].isDue = false
      // Nothing stands for it, but it may be dropped.
      deliveries[place].isMerged = true
    }
  }

  /// Finds out by where each value, or one that may stand for it, was handed on.
  mutating func findWhatIsHandedOn() {
    var earliest = Int.max
    for place in deliveries.indices.reversed() {
      earliest = min(earliest, deliveries[place].received ?? .max)
      deliveries[place].handedOn = earliest
    }
  }
}

extension Evidence {
  /// The first place that shows what had not come when the declared latency was over after another
  /// place; nil where the log does not tell.
  func deadline(after place: Int, in subscription: Subscription) -> Int? {
    let latency = subscription.traits.delay.latencyNanoseconds
    guard latency > 0 else { return quiescence(after: place) }
    let (limit, overflow) = entries[place].instant.nanoseconds.addingReportingOverflow(latency)
    if overflow { return nil }
    let later = entries.partition { entry in entry.instant.nanoseconds <= limit }
    let timely = entries.partition { entry in entry.instant.nanoseconds < limit }
    let rest = quiescence(after: max(place, timely - 1)) ?? .max
    let shown = min(rest, later < entries.count ? later : .max)
    return shown < .max ? shown : nil
  }

  /// The first place at which a consumer waits in vain for what follows from a place, as
  /// `stallPastAdds` has it, once the latency is over that its stream declares.
  func stall(
    of consumer: ConsumerRecord, after place: Int, before limit: Int, in subscription: Subscription
  ) -> Int? {
    guard subscription.traits.delay > .zero else {
      return stallPastAdds(of: consumer, after: place, before: limit, in: subscription)
    }
    return pastAdds(of: subscription, after: place) { place in
      guard let deadline = deadline(after: place, in: subscription), deadline < limit else {
        return nil
      }
      if consumer.hasWaited(until: deadline) { return deadline }
      return stall(of: consumer, after: deadline, before: limit)
    }
  }

  /// Whether a value that was called back, or one that may stand for it, reached a consumer by its
  /// deadline, if one waited then.
  func wakingLate(by delivery: Delivery, in subscription: Subscription) -> Waking {
    let isAwaited =
      delivery.isDue || (delivery.isMerged && subscription.traits.merging == .latest)
    guard
      isAwaited, let deadline = deadline(after: delivery.began, in: subscription),
      deadline < subscription.ended
    else { return .unknown }
    if delivery.handedOn < deadline { return .woken }
    let waits = subscription.consumers.contains { consumer in consumer.hasWaited(until: deadline) }
    return waits ? .stuck(at: deadline) : .unknown
  }

  /// The value that a waiting consumer got because it was cancelled: one that was kept back until
  /// then, and is to be dropped.
  ///
  /// Everything had rested at the very instant of the cancel, and nothing came from outside since:
  /// so nobody's time was over.
  func handedOutOnCancel(_ cancellation: Cancellation) -> Delivery? {
    let (rested, called) = (cancellation.rested, cancellation.called)
    let traits = cancellation.subscription.traits
    guard
      traits.delay > .zero, traits.bufferOnCancel != .flushes, rested >= 0,
      entries[rested].instant == entries[called].instant,
      let next = cancellation.consumer.waiting(at: called), next.called < rested,
      let late = cancellation.subscription.deliveries.first(where: { delivery in
        delivery.received == next.returned && delivery.began < rested
      }), let received = late.received,
      !cancellation.subscription.deliveries.contains(where: { delivery in
        delivery.began > rested && delivery.began < received
      })
    else { return nil }
    return late
  }
}

extension ConsumerRecord {
  /// Whether it waited in `next()` before a place, and had no answer before that.
  fileprivate func hasWaited(until place: Int) -> Bool {
    let called = nexts.partition { next in next.called < place }
    return called > 0 && (nexts[called - 1].returned ?? .max) >= place
  }
}
