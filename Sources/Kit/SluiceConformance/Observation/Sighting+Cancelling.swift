import SluiceSpies

extension Evidence {
  /// What came of a cancel: when listeners were removed, how the iteration ended, and what became
  /// of buffered values.
  func sightingsOfCancelling(_ cancellation: Cancellation) -> [Sighting] {
    guard cancellation.subscription.onlyConsumer != nil else { return [] }
    return [
      removal(after: cancellation), lateRemoval(after: cancellation),
      removalAfterAdd(cancellation), outcome(of: cancellation),
      buffer(after: cancellation),
    ].compactMap { $0 }
  }

  /// That listeners were removed only after the answer which tells that they are: the end of a
  /// cancelled iteration, or else the first answer of a consumer that was busy at the cancel.
  ///
  /// That they were gone before says nothing: most of what settles is quicker than its consumer.
  private func lateRemoval(after cancellation: Cancellation) -> Sighting? {
    let consumer = cancellation.consumer
    let next = consumer.next(after: cancellation.called)
    let answered =
      cancellation.moment == .busy && next.map(consumer.isOperators) != true ? next?.returned : nil
    guard let told = answered.orEarlier(consumer.terminal?.returned), told > cancellation.called
    else { return nil }
    return lateRemoval(of: cancellation.subscription, after: told)
  }

  /// That a listener was removed when its add had come back, some time after the cancel.
  ///
  /// No stream can remove sooner what is still being added, and only ``Traits/Removal/settled``
  /// allows a removal that late.
  private func removalAfterAdd(_ cancellation: Cancellation) -> Sighting? {
    guard let returned = cancellation.returned else { return nil }
    for registration in cancellation.subscription.registrations {
      guard
        registration.addCalled < cancellation.called,
        let added = registration.addReturned, added > returned,
        entries[added].instant > entries[returned].instant,
        let gone = registration.gone, gone > added, gone < quiescence(after: added) ?? .max,
        !isStirred(cancellation.subscription, between: added, and: gone)
      else { continue }
      return cancellation.subscription.sighting(
        .removal, Traits.Removal.settled.rawValue, at: gone)
    }
    return nil
  }

  /// That listeners were removed only after the source's error was thrown.
  func sightingOfFailing(_ subscription: Subscription) -> Sighting? {
    guard
      let end = subscription.sourceEnd, end.failure != nil,
      case .answered(.failure, let at) = outcome(in: subscription, after: end.began)
    else { return nil }
    return lateRemoval(of: subscription, after: at)
  }

  /// How promptly the listeners of a consumer that waited, and to whom nothing was on the way, were
  /// removed.
  private func removal(after cancellation: Cancellation) -> Sighting? {
    let removable = cancellation.releasable
    guard
      cancellation.moment == .waiting, !removable.isEmpty, mustRemoveAtOnce(cancellation),
      let returned = cancellation.returned, let rest = quiescence(after: returned)
    else { return nil }
    let subscription = cancellation.subscription
    let gone = removable.map { registration in registration.gone ?? .max }.max() ?? .max
    if gone < returned {
      return subscription.sighting(.removal, Traits.Removal.synchronous.rawValue, at: gone)
    }
    if gone < rest {
      // What removes only when something else comes has not settled by itself.
      if isStirred(subscription, between: returned, and: gone) { return nil }
      return subscription.sighting(.removal, "settled", "with-iterator", at: gone)
    }
    if let dropped = cancellation.consumer.iteratorDropped, dropped > rest, gone > dropped,
      gone < quiescence(after: dropped) ?? .max
    {
      return subscription.sighting(
        .removal, Traits.Removal.withIterator.rawValue, at: gone)
    }
    return subscription.sighting(.removal, note: "later still", at: rest)
  }

  /// What a cancelled iteration ended with, where nothing but the cancel ended it.
  private func outcome(of cancellation: Cancellation) -> Sighting? {
    let subscription = cancellation.subscription
    guard
      let terminal = cancellation.consumer.terminal, let ended = terminal.returned,
      ended > cancellation.called, !isEndedBySource(before: ended),
      stall(of: cancellation.consumer, after: cancellation.called, before: ended) == nil
    else { return nil }
    switch terminal.output {
    case .end:
      return subscription.sighting(
        .cancelOutcome, Traits.CancelOutcome.ends.rawValue, at: ended)
    case .failure(let failure) where failure.isCancellation:
      return subscription.sighting(
        .cancelOutcome, Traits.CancelOutcome.throwsCancellation.rawValue, at: ended)
    default: return nil
    }
  }

  /// Whether anything that may mean an end came from a source, or from an add that threw.
  private func isEndedBySource(before place: Int) -> Bool {
    registrations.contains { registration in
      (registration.addThrew ?? .max) < place
        || registration.callbacks.contains { callback in
          guard callback.began < place else { return false }
          if case .value = callback.payload { return false }
          return true
        }
    }
  }

  /// What a consumer that was cancelled in its loop body still got of what was buffered.
  private func buffer(after cancellation: Cancellation) -> Sighting? {
    let consumer = cancellation.consumer
    let buffered = cancellation.buffered
    guard
      cancellation.moment == .busy, !consumer.isWaiting(at: cancellation.called),
      !buffered.isEmpty, let ended = consumer.terminal?.returned, !isEndedBySource(before: ended),
      // Who waits for more has not heard of the cancel, and drains nothing.
      stall(of: consumer, after: cancellation.called, before: ended) == nil,
      // Of what has a task of its own, what has had no rest may be anywhere on its way.
      lateRemoval(after: cancellation) == nil
        || buffered.allSatisfy({ delivery in delivery.began < cancellation.rested })
    else { return nil }
    let received = buffered.compactMap { delivery in delivery.received }
    let subscription = cancellation.subscription
    guard let first = received.min() else {
      return subscription.sighting(
        .bufferOnCancel, Traits.BufferOnCancel.drops.rawValue, at: ended)
    }
    guard received.count == buffered.count else {
      // What there is no room for is lost before the cancel.
      let isBounded = subscription.dropped.map { lost in
        lost.delivery.began < cancellation.called
      }
      return isBounded == true
        ? nil : subscription.sighting(.bufferOnCancel, note: "a part is drained", at: ended)
    }
    return subscription.sighting(
      .bufferOnCancel, Traits.BufferOnCancel.drains.rawValue, at: first)
  }

  /// Whether listeners went with the iterator although the sequence was still held.
  func sightingOfReleasing(_ subscription: Subscription) -> Sighting? {
    guard
      let dropped = iteratorsDropped(of: subscription), let rest = quiescence(after: dropped),
      index.place(of: subscription.sequence) != nil,
      self.dropped(subscription.sequence) ?? .max > rest,
      subscription.cancelled ?? .max > rest, subscription.sourceEnd?.began ?? .max > rest,
      subscription.consumers.allSatisfy({ consumer in consumer.terminal == nil })
    else { return nil }
    let held = subscription.registrations.filter { $0.isActive(at: dropped) }
    guard !held.isEmpty else { return nil }
    let gone = held.map { registration in registration.gone ?? .max }.max() ?? .max
    return subscription.sighting(
      .releasesWhileHeld, "\(gone < rest)", at: min(gone, rest))
  }

  /// Whether anything came to a subscription between two places that its stream may have removed
  /// for: a callback, a further cancel, or the end of its owner or its source.
  private func isStirred(
    _ subscription: Subscription, between place: Int, and end: Int
  ) -> Bool {
    guard place < end else { return false }
    return entries[place + 1..<end].contains { entry in
      switch entry.event {
      case .callbackBegan(let id, _), .closedByApp(let id):
        subscription.registrations.contains { registration in registration.id == id }
      case .cancelCalled(let consumer): subscription.serves(consumer)
      case .ownerDropped: true
      default: false
      }
    }
  }

  /// That what was registered at a place was removed after it, and before everything rested.
  fileprivate func lateRemoval(of subscription: Subscription, after place: Int) -> Sighting? {
    guard let rest = quiescence(after: place) else { return nil }
    let held = subscription.registrations.filter { $0.isActive(at: place) }
    guard
      let gone = held.map({ registration in registration.gone ?? .max }).max(), gone < rest,
      !held.contains(where: isRemovedByChance),
      !isStirred(subscription, between: place, and: gone),
      // A socket may be closed by its app, or go with what opened it.
      held.allSatisfy({ registration in registration.receives.isEmpty })
    else { return nil }
    return subscription.sighting(.removal, "settled", "with-iterator", at: gone)
  }
}
