import SluiceSimulation
import SluiceSpies

extension Evidence {
  /// What became of values, of callbacks without any, and of those with an error beside.
  func sightingsOfDelivery(_ subscription: Subscription, lines: [Int]?) -> [Sighting] {
    var sightings = [
      initialValue(of: subscription, lines), latency(of: subscription), merging(of: subscription),
      overflow(of: subscription),
    ].compactMap { $0 }
    guard let consumer = subscription.onlyConsumer else { return sightings }
    for delivery in subscription.deliveries where delivery.phase == .live {
      let sighting: Sighting? =
        switch delivery.payload {
        case .nothing: answer(of: consumer, toNothing: delivery, in: subscription)
        case .both(_, let failure):
          answer(of: consumer, to: failure, beside: delivery, in: subscription)
        case .value, .failure, .finish: nil
        }
      if let sighting { sightings.append(sighting) }
    }
    return sightings
  }

  /// Whether a listener was called back inside its add, and not since a line said so there.
  ///
  /// A present value comes at the instant of the add. In an add that takes virtual time, a value
  /// that was on its way comes later.
  ///
  /// Of what comes later no log tells whether it is the first change; and of a source that hands
  /// over nothing, whether it had anything. So the absence of a present value is never seen.
  ///
  /// Of a stream that reads the present value itself, the reading shows it.
  private func initialValue(of subscription: Subscription, _ lines: [Int]?) -> Sighting? {
    let reading = index.presentReadings.first { reading in
      reading.caller.consumer.map(subscription.serves)
        ?? (reading.caller.sequence == subscription.sequence)
    }
    if let reading { return subscription.sighting(.initialValue, "read", at: reading.at) }
    guard let lines else { return nil }
    for registration in subscription.registrations {
      guard let first = registration.callbacks.first, case .value = first.payload else { continue }
      let isOfItself = !lines.contains { line in
        line > registration.addCalled && line <= first.called
      }
      let isAtOnce = entries[first.called].instant == entries[registration.addCalled].instant
      if registration.isInsideAdd(first.called), isAtOnce, isOfItself {
        return subscription.sighting(.initialValue, "present", at: first.called)
      }
    }
    return nil
  }

  /// What a callback with neither value nor error came to.
  private func answer(
    of consumer: ConsumerRecord, toNothing delivery: Delivery, in subscription: Subscription
  ) -> Sighting? {
    let limit = min(consumer.cancelled ?? .max, subscription.sourceEnd?.began ?? .max)
    guard delivery.began < limit else { return nil }
    let stall = stall(of: consumer, after: delivery.began, before: limit) ?? .max
    if let ended = consumer.terminal?.returned, ended > delivery.began, ended < min(limit, stall) {
      guard consumer.terminal?.output == .end else { return nil }
      return subscription.sighting(.emptyEvent, "ends", at: ended)
    }
    guard stall < .max else { return nil }
    return subscription.active(at: stall) == nil
      ? subscription.sighting(
        .emptyEvent, note: "neither ignored nor the end", at: stall)
      : subscription.sighting(.emptyEvent, "ignored", at: stall)
  }

  /// What a callback with both a value and an error came to.
  private func answer(
    of consumer: ConsumerRecord, to failure: Failure, beside delivery: Delivery,
    in subscription: Subscription
  ) -> Sighting? {
    let threw = consumer.terminal.flatMap { terminal in
      terminal.output == .failure(failure) ? terminal.returned : nil
    }
    guard delivery.began < consumer.cancelled ?? .max else { return nil }
    switch (delivery.received, threw) {
    case (let received?, nil):
      return subscription.sighting(.ambiguousEvent, "yields", at: received)
    case (nil, let threw?) where threw > delivery.began:
      return subscription.sighting(.ambiguousEvent, "fails", at: threw)
    case (_?, let threw?):
      return subscription.sighting(.ambiguousEvent, note: "does both", at: threw)
    default: return nil
    }
  }

  /// What became of values while the consumer was busy, as far as it asked for the next ones later.
  private func overflow(of subscription: Subscription) -> Sighting? {
    guard let consumer = subscription.onlyConsumer else { return nil }
    let limit = subscription.cancelled ?? .max
    let rests = quiescences.last { rest in rest < limit && consumer.isWaiting(at: rest) }
    let ended = consumer.terminal?.returned.flatMap { ended in ended < limit ? ended : nil }
    guard let asked = [rests, ended].compactMap({ $0 }).max() else { return nil }
    let due = subscription.deliveries.filter { delivery in
      delivery.isDue && delivery.began < asked
    }
    guard let lost = due.first(where: { delivery in (delivery.received ?? .max) > asked }) else {
      return kept(due, by: consumer, in: subscription)
    }
    if consumer.isWaiting(at: lost.began) { return nil }
    return remainder(around: lost, of: due, consumer, in: subscription)
  }

  /// How many values were buffered at once, where all of them were got.
  private func kept(
    _ due: [Delivery], by consumer: ConsumerRecord, in subscription: Subscription
  ) -> Sighting? {
    let receptions = due.compactMap { delivery in delivery.received }.sorted()
    var most = (count: 0, at: 0)
    for (place, delivery) in due.enumerated() {
      let before = place - receptions.partition { received in received < delivery.began }
      if before == 0, consumer.isWaiting(at: delivery.began) { continue }
      if before + 1 > most.count { most = (before + 1, delivery.began) }
    }
    guard most.count > 0 else { return nil }
    var sighting = subscription.sighting(.overflow, "unbounded", at: most.at)
    sighting.seen.room = most.count
    return sighting
  }

  /// Which of the values survived that came while the consumer was busy with the one before.
  private func remainder(
    around lost: Delivery, of due: [Delivery], _ consumer: ConsumerRecord,
    in subscription: Subscription
  ) -> Sighting? {
    let busy = consumer.nexts.last { next in next.called < lost.began }?.returned ?? 0
    let resumed = consumer.next(after: lost.began)?.called ?? .max
    let stretch = due.filter { delivery in delivery.began > busy && delivery.began < resumed }
    let earlier = due.filter { delivery in delivery.began < busy }
    let kept = stretch.count { delivery in delivery.received != nil }
    let isClear = earlier.allSatisfy { delivery in (delivery.received ?? .max) <= busy }
    if isClear, kept > 0, stretch.suffix(kept).allSatisfy({ $0.received != nil }) {
      return subscription.sighting(.overflow, "newest-\(kept)", at: lost.began)
    }
    if isClear, kept > 0, stretch.prefix(kept).allSatisfy({ $0.received != nil }) {
      return subscription.sighting(.overflow, "oldest-\(kept)", at: lost.began)
    }
    return subscription.sighting(.overflow, note: "values are lost", at: lost.began)
  }

  /// How much later than its callback a value reached a consumer that waited, at most.
  private func latency(of subscription: Subscription) -> Sighting? {
    guard let consumer = subscription.onlyConsumer else { return nil }
    var longest: (nanoseconds: Int64, at: Int)?
    for delivery in subscription.deliveries where delivery.phase == .live {
      guard
        let received = delivery.received, let next = consumer.next(answeredAt: received),
        // Who asks only when the value is there does not wait for it.
        entries[next.called].instant < entries[received].instant
      else { continue }
      let waited = max(delivery.nanoseconds, entries[next.called].instant.nanoseconds)
      let late = entries[received].instant.nanoseconds - delivery.nanoseconds
      if entries[received].instant.nanoseconds > waited, late > longest?.nanoseconds ?? 0 {
        longest = (late, received)
      }
    }
    return longest.map { longest in
      subscription.sighting(
        .latency, Duration.nanoseconds(longest.nanoseconds).latencyWord, at: longest.at)
    }
  }

  /// That a consumer waited for a value, and got a later one for it: some time after that, or at
  /// once.
  private func merging(of subscription: Subscription) -> Sighting? {
    guard let consumer = subscription.onlyConsumer else { return nil }
    for delivery in subscription.deliveries
    where delivery.phase == .live && delivery.value != nil && delivery.received == nil {
      guard
        let next = consumer.waiting(at: delivery.began), let answered = next.returned,
        let stand = subscription.deliveries.first(where: { $0.received == answered }),
        stand.began > delivery.began
      else { continue }
      guard entries[answered].instant.nanoseconds > stand.nanoseconds else {
        // A filter loses it, a leading throttle, or a fault: no log tells which.
        return subscription.sighting(
          .merging, note: "a value is lost that a consumer waited for", at: answered)
      }
      return subscription.sighting(.merging, "quiet", "latest", at: answered)
    }
    return nil
  }
}
