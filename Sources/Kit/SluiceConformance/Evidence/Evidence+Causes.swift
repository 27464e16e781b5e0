import SluiceSpies

// What the conditions of several usual causes ask of a log. A rule blames one entry, which need not
// name the consumer or the registration that the violation is about.

extension Evidence {
  /// The last cancellation before an entry, of the consumer that the entry names if it names one.
  func cancellation(before blamed: Int) -> Cancellation? {
    let named = entries[blamed].event.consumer
    return cancellations.filter { cancellation in
      cancellation.called < blamed && (named == nil || cancellation.consumer.id == named)
    }.max { one, other in one.called < other.called }
  }

  /// The registration that was left behind an iteration's end at an entry, with the iteration.
  func leftBehind(at blamed: Int) -> (registration: RegistrationRecord, of: Subscription)? {
    let named = entries[blamed].event.consumer
    for subscription in subscriptions {
      let isMeant = named.map(subscription.serves) ?? (subscription.left <= blamed)
      guard isMeant, let active = subscription.active(at: blamed) else { continue }
      return (active, subscription)
    }
    return nil
  }

  /// The iteration with a consumer that waits at an entry.
  func waiting(at blamed: Int) -> (consumer: ConsumerRecord, of: Subscription)? {
    for subscription in subscriptions {
      for consumer in subscription.consumers where consumer.isWaiting(at: blamed) {
        return (consumer, subscription)
      }
    }
    return nil
  }

  /// The value that a consumer got at an entry, with its iteration.
  func reception(at blamed: Int) -> (value: Reception, of: Subscription)? {
    for subscription in subscriptions {
      guard let value = subscription.receptions.first(where: { $0.at == blamed }) else { continue }
      return (value, subscription)
    }
    return nil
  }

  /// Whether the owner of an iteration was dropped before that ended, of which a registration is
  /// left at an entry.
  func ownerWasGone(whenLeavingWhatIsLeftAt blamed: Int) -> Bool {
    guard let (_, subscription) = leftBehind(at: blamed),
      let dropped = index.ownerDropped(of: subscription.sequence)
    else { return false }
    return subscription.traits.owner != .ends && dropped < subscription.left
  }

  /// Whether a cancel had removed a registration before an entry.
  func cancelHasRemoved(before blamed: Int) -> Bool {
    subscriptions.contains { subscription in
      guard let cancelled = subscription.cancelled else { return false }
      return subscription.registrations.contains { registration in
        registration.gone.map { gone in cancelled < gone && gone < blamed } == true
      }
    }
  }

  /// Whether a waiting consumer had no answer to its cancel before a callback or the run's end.
  func hasNotHeard(of cancellation: Cancellation) -> Bool {
    guard let next = cancellation.consumer.waiting(at: cancellation.called) else { return false }
    let called = cancellation.subscription.registrations.lazy
      .flatMap { registration in registration.callbacks }
      .map { callback in callback.began }.filter { began in began > cancellation.called }.min()
    // The driver also cancels in the epilogue what still waits then.
    let end = epilogueBegan.flatMap { began in began > cancellation.called ? began : nil }
    return next.returned ?? .max > min(called ?? .max, end ?? entries.count)
  }
}

extension Evidence {
  /// The registrations that a violation is about: the one in the entry that the rule blames, the
  /// one left behind there, or that of the value which a consumer got or waits for there.
  func registrations(concernedAt blamed: Int) -> Set<RegistrationID> {
    guard entries.indices.contains(blamed) else { return [] }
    var found: Set<RegistrationID> = []
    if let id = entries[blamed].event.registration { found.insert(id) }
    if let (left, _) = leftBehind(at: blamed) { found.insert(left.id) }
    if let (value, subscription) = reception(at: blamed),
      let origin = subscription.origin(of: value)
    {
      found.insert(origin.registration)
    }
    if found.isEmpty, let (_, subscription) = waiting(at: blamed) {
      found.formUnion(subscription.registrations.map { registration in registration.id })
    }
    return found
  }
}

extension Subscription {
  /// The first place at which its consumers or its source ended it.
  var left: Int { min(closed, sourceEnd?.began ?? .max) }

  /// What a consumer got at a place, as reasons name it: `5 of #2` or `error unavailable`.
  func name(gotAt place: Int) -> String {
    if let delivery = deliveries.first(where: { $0.received == place }) { return delivery.name }
    for consumer in consumers {
      if let output = consumer.next(answeredAt: place)?.output { return "\(output)" }
    }
    return "what was"
  }

  /// Whether a value equals the one that its listener was told before it.
  func equalsTheOneBefore(_ delivery: Delivery) -> Bool {
    let before = deliveries.last { other in
      other.began < delivery.began && other.registration == delivery.registration
        && other.value != nil
    }
    return before.map { before in before.value == delivery.value } == true
  }

  /// How often its listeners were told a value before a place.
  func told(_ value: Value, before place: Int) -> Int {
    registrations.reduce(0) { count, registration in
      count + registration.told(value, before: place)
    }
  }
}

extension RegistrationRecord {
  /// How often its listener was told a value before a place.
  func told(_ value: Value, before place: Int) -> Int {
    callbacks.count { callback in callback.called < place && callback.payload.value == value }
  }
}

extension Event.Payload {
  /// The value that is handed over, if one is.
  fileprivate var value: Value? {
    switch self {
    case .value(let value), .both(let value, _): value
    case .failure, .nothing, .finish: nil
    }
  }
}

extension Event {
  /// The registration that the event is about; nil for one of a consumer or of the run.
  var registration: RegistrationID? {
    switch self {
    case .addCalled(let id, _, _), .addReturned(let id), .addThrew(let id, _),
      .removeCalled(let id, _), .removeReturned(let id), .closedByApp(let id),
      .handleDied(let id), .receiveCalled(let id), .callbackBegan(let id, _),
      .listenerCalled(let id), .callbackEnded(let id):
      id
    default: nil
    }
  }

  /// The consumer that the event is about; nil for one of the backend or of the run.
  var consumer: ConsumerID? {
    switch self {
    case .iteratorMade(let consumer, _), .iteratorDropped(let consumer), .nextCalled(let consumer),
      .nextReturned(let consumer, _), .loopEnded(let consumer, _), .cancelCalled(let consumer),
      .cancelReturned(let consumer), .taskEnded(let consumer):
      consumer
    case .addCalled(_, let caller, _), .removeCalled(_, let caller): caller.consumer
    default: nil
    }
  }
}
