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
      !subscription.registrations.isEmpty, let place, let rest = quiescence(after: place),
      !subscription.isHeldByOthers(from: place, to: rest)
    else { return .notExercised }
    guard let leak = leak(of: subscription.registrations, after: place) else { return .held }
    return .violated(
      at: leak.at, because: stillRegistered(leak.registration, at: leak.at, " after \(what)"))
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

  /// The first of some registrations that was still there when everything had come to rest after
  /// what had to end it, with the place that shows it.
  ///
  /// So prompt must every stream be, whatever it declares: who has not removed by then waits for
  /// something else to happen. A registration whose add is under way can't be removed yet, and has
  /// until the rest after it came back. Those that are added only after the rest are no matter of
  /// this place.
  ///
  /// - Parameters:
  ///   - registrations: The registrations.
  ///   - place: Where they had to be ended.
  ///   - isLeft: What else counts as if it was still there.
  /// - Returns: The registration and the place; nil where there is none, or the log does not tell.
  func leak(
    of registrations: [RegistrationRecord], after place: Int,
    or isLeft: (RegistrationRecord) -> Bool = { _ in false }
  ) -> (registration: RegistrationRecord, at: Int)? {
    let rest = quiescence(after: place) ?? .max
    for registration in registrations where registration.addCalled < rest {
      guard
        let added = registration.addReturned,
        let deadline = added < place ? rest : quiescence(after: added), deadline < .max,
        registration.isActive(at: deadline)
          || ((registration.gone ?? .max) > place && isLeft(registration))
      else { continue }
      return (registration, deadline)
    }
    return nil
  }

  /// Whether the log tells of some registrations if one is left: it goes on to the rest after the
  /// place, and after each add that was under way there.
  func tellsOfLeaks(of registrations: [RegistrationRecord], after place: Int) -> Bool {
    guard let rest = quiescence(after: place) else { return false }
    return registrations.allSatisfy { registration in
      guard registration.addCalled < rest else { return true }
      let back = registration.addReturned ?? registration.addThrew
      return back.map { back in quiescence(after: max(back, place)) != nil } == true
    }
  }

  /// Whether a stream has ended once the app or the owner of its source is gone, and has nothing
  /// registered when everything rests after that.
  ///
  /// - Parameters:
  ///   - place: Where the app or the owner went.
  ///   - subscription: The stream's.
  ///   - reason: What is gone, as a clause.
  /// - Returns: The verdict.
  func verdict(
    afterLossAt place: Int, in subscription: Subscription, because reason: String
  ) -> Verdict {
    switch outcome(in: subscription, after: place) {
    case .open: return .notExercised
    case .stalled(let at): return .violated(at: at, because: "\(reason), and a consumer waits")
    case .answered(_, let answered):
      guard let leak = leak(of: subscription.registrations, after: answered) else {
        return tellsOfLeaks(of: subscription.registrations, after: answered)
          ? .held : .notExercised
      }
      let number = leak.registration.id.number
      return .violated(
        at: leak.at, because: "\(reason) and it ended, but #\(number) is still registered")
    }
  }

  /// Whether a registration was removed by something that only happened to come: a call of `next()`
  /// past the end, or a callback.
  func isRemovedByChance(_ registration: RegistrationRecord) -> Bool {
    guard let removed = registration.removeCalled.first else { return false }
    let isCalledBack = registration.callbacks.contains { callback in
      callback.began < removed
        && (removed < callback.ended ?? .max
          || entries[callback.began].step == entries[removed].step)
    }
    return isCalledBack || isRemovedPastTheEnd(registration)
  }

  /// Whether a registration was removed only because the driver called `next()` past the end, as no
  /// loop does.
  func isRemovedPastTheEnd(_ registration: RegistrationRecord) -> Bool {
    guard let removed = registration.removeCalled.first else { return false }
    return consumers.contains { consumer in
      guard
        let terminal = consumer.terminal, let next = consumer.waiting(at: removed),
        next.called > terminal.called
      else { return false }
      return entries[next.called].step == entries[removed].step
    }
  }

  /// Whether registrations are released as promptly as every stream must, once something has ended
  /// an iteration.
  ///
  /// - Parameters:
  ///   - registrations: The registrations.
  ///   - place: Where the iteration was ended, or where that must have been noticed.
  ///   - event: What happened there.
  ///   - reason: What a leak comes to of a stream that declares to remove at once, by its number:
  ///     it shows at the place itself. Nil where it shows at the quiescence after.
  /// - Returns: The verdict; not exercised where the log ends before it can tell.
  func releasing(
    _ registrations: [RegistrationRecord], after place: Int, event: String,
    atOnce reason: ((Int) -> String)?
  ) -> Verdict {
    let awaited =
      reason == nil ? registrations : registrations.filter { $0.isActive(at: place) }
    // Who declares to settle may be about to remove, and find it done by a callback.
    let isLeft = reason == nil ? isRemovedPastTheEnd : isRemovedByChance
    if let leak = leak(of: awaited, after: place, or: isLeft) {
      guard let reason else {
        let when = " at the quiescence after \(event)"
        return .violated(
          at: leak.at, because: stillRegistered(leak.registration, at: leak.at, when))
      }
      let late = removedLater(leak.registration, after: place)
      return .violated(at: place, because: reason(leak.registration.id.number) + late)
    }
    let isKnown =
      quiescence(after: place) != nil
      || !awaited.contains { registration in registration.isActive(at: place) }
    return isKnown ? .held : .notExercised
  }

  /// Whether a registration that was added behind a place came and went before everything had come
  /// to rest, as that of a stream may which declares to settle.
  func isPassing(_ registration: RegistrationRecord, after place: Int, _ traits: Traits) -> Bool {
    guard
      traits.removal != .synchronous, registration.addCalled < quiescence(after: place) ?? .max
    else { return false }
    return leak(of: [registration], after: place, or: isRemovedPastTheEnd) == nil
  }

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
