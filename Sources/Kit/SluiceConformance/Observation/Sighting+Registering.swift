import SluiceSpies

extension Evidence {
  /// When and how often listeners were added, and for whom.
  func sightingsOfRegistering(_ subscription: Subscription) -> [Sighting] {
    [
      registration(of: subscription), lateAdd(of: subscription), listeners(of: subscription),
      iterators(of: subscription),
      lateIterator(of: subscription),
    ].compactMap { $0 }
  }

  /// Where the first add lies relative to the first iterator and the first `next()`.
  private func registration(of subscription: Subscription) -> Sighting? {
    guard let added = subscription.registrations.first?.addCalled else { return nil }
    let consumers = subscription.consumers
    let iterated = consumers.map { consumer in consumer.iteratorMade }.min() ?? .max
    let asked = consumers.compactMap { consumer in consumer.nexts.first?.called }.min() ?? .max
    let point: Traits.RegistrationPoint =
      added < iterated ? .access : added < asked ? .iterator : .firstNext
    return subscription.sighting(.registration, point.rawValue, at: added)
  }

  /// That a stream which was read adds its listener some steps after that call has come back, which
  /// those may who declare to settle.
  private func lateAdd(of subscription: Subscription) -> Sighting? {
    guard
      let added = subscription.registrations.first?.addCalled,
      let opened = index.place(of: subscription.sequence).flatMap({ index.sequences[$0].opened }),
      added >= opened, registration(of: subscription)?.seen.words == ["access"]
    else { return nil }
    return subscription.sighting(.removal, "settled", "with-iterator", at: added)
  }

  /// How many adds there were when the first of them had come to rest.
  private func listeners(of subscription: Subscription) -> Sighting? {
    guard
      subscription.consumers.count <= 1, let first = subscription.registrations.first,
      let rest = quiescence(after: first.addCalled), subscription.closed > rest
    else { return nil }
    let added = subscription.registrations.filter { registration in registration.addCalled < rest }
    guard added.allSatisfy({ registration in (registration.addReturned ?? .max) < rest }) else {
      return nil
    }
    return subscription.sighting(
      .listeners, "\(added.count)", at: added.last?.addCalled ?? first.addCalled)
  }

  /// Whether the last of several consumers that wait at once has a registration of its own.
  private func iterators(of subscription: Subscription) -> Sighting? {
    guard let latest = subscription.consumers.last, subscription.consumers.count > 1 else {
      return nil
    }
    if let refused = refusal(of: latest, in: subscription) { return refused }
    if let shared = sharing(of: subscription) { return shared }
    let made = latest.iteratorMade
    for rest in quiescences where rest > made && rest < subscription.ended {
      let others = subscription.consumers.dropLast()
      guard others.contains(where: { consumer in consumer.isWaiting(at: rest) }) else { continue }
      let active = subscription.registrations.filter { registration in
        registration.isActive(at: rest)
      }
      guard latest.isWaiting(at: rest), !active.isEmpty else { continue }
      let own = active.first { registration in registration.caller.consumer == latest.id }
      if let own { return subscription.sighting(.iterators, "independent", at: own.addCalled) }
      let areOthers = active.allSatisfy { registration in
        registration.caller.consumer != nil || registration.addCalled < made
      }
      // Who declares that there may be one only says nothing of two: sharing fits that as well.
      if areOthers {
        return subscription.sighting(.iterators, "single", "split", "broadcast", at: rest)
      }
    }
    return nil
  }

  /// Where a consumer's iteration was over at once although another one goes on.
  private func refusal(
    of latest: ConsumerRecord, in subscription: Subscription
  ) -> Sighting? {
    guard
      latest.terminal?.output == .end, let ended = latest.terminal?.returned,
      let rest = quiescence(after: ended), ended < latest.cancelled ?? .max,
      latest.nexts.first?.returned == ended, (subscription.sourceEnd?.began ?? .max) > rest,
      subscription.consumers.dropLast().contains(where: { consumer in
        consumer.isWaiting(at: rest) && consumer.cancelled ?? .max > rest
      })
    else { return nil }
    return subscription.sighting(.iterators, "single", at: ended)
  }

  /// Whether a value of the only registration resumed all of the consumers that waited, or one.
  private func sharing(of subscription: Subscription) -> Sighting? {
    for delivery in subscription.deliveries where delivery.phase == .live {
      let waiting = subscription.consumers.filter { $0.isWaiting(at: delivery.began) }
      let active = subscription.registrations.filter { $0.isActive(at: delivery.began) }
      guard
        let value = delivery.value, waiting.count > 1, active.count == 1,
        let rest = quiescence(after: delivery.began), subscription.ended > rest
      else { continue }
      let told = subscription.deliveries.count { other in
        other.began >= delivery.began && other.began < rest && other.value == value
      }
      let answered = waiting.filter { consumer in
        guard let next = consumer.waiting(at: delivery.began) else { return false }
        return next.output == .element(value) && (next.returned ?? .max) < rest
      }
      if answered.count > told {
        return subscription.sighting(.iterators, "broadcast", "single", at: delivery.began)
      }
      if answered.count == 1, told == 1 {
        return subscription.sighting(.iterators, "single", "split", at: delivery.began)
      }
    }
    return nil
  }

  /// What a consumer got first that came when another one had got a value, from a registration that
  /// serves it as well.
  private func lateIterator(of subscription: Subscription) -> Sighting? {
    for late in subscription.consumers.dropFirst() {
      guard
        let asked = late.nexts.first?.called, let rest = quiescence(after: asked),
        !subscription.registrations.contains(where: { $0.caller.consumer == late.id }),
        let last = subscription.deliveries.last(where: { delivery in
          delivery.began < late.iteratorMade && delivery.phase == .live && delivery.value != nil
        }), let got = last.received, got < late.iteratorMade, rest < subscription.ended,
        subscription.active(at: rest) != nil,
        !subscription.deliveries.contains(where: { delivery in
          delivery.began > late.iteratorMade && delivery.began < rest
        })
      else { continue }
      if late.waiting(at: rest)?.called == asked {
        return subscription.sighting(.lateIterator, "from-now", at: rest)
      }
      if let first = late.elements.first, first.value == last.value, first.at < rest {
        return subscription.sighting(.lateIterator, "latest", at: first.at)
      }
    }
    return nil
  }
}
