import SluiceSpies

extension Evidence {
  /// How the source ended, and what it comes to iterate it then.
  func sightingsOfEnding(_ subscription: Subscription, lines: [Int]?) -> [Sighting] {
    [
      iteration(of: subscription, lines), failing(of: subscription), repetition(of: subscription),
      source(of: subscription), orphaning(of: subscription),
    ].compactMap { $0 }
  }

  /// Where the source had ended, for whichever listener, before the stream was read.
  private func ended(
    before subscription: Subscription, _ ends: (SourceEnd) -> Bool
  ) -> Int? {
    guard let place = index.place(of: subscription.sequence) else { return nil }
    let accessed = sequences[place].accessed
    return subscriptions.compactMap { other in
      guard let end = other.sourceEnd, ends(end), end.began < accessed else { return nil }
      return declarations.sharesSource(other.sequence, subscription.sequence) ? end.began : nil
    }.min()
  }

  /// What it came to, to read and iterate the stream once its source had ended.
  private func iteration(of subscription: Subscription, _ lines: [Int]?) -> Sighting? {
    guard
      let consumer = subscription.onlyConsumer,
      ended(before: subscription, { end in end.payload == .finish }) != nil
    else { return nil }
    if let value = subscription.receptions.first {
      return subscription.sighting(.afterSourceEnd, "restarts", at: value.at)
    }
    let limit = consumer.cancelled ?? .max
    let stall =
      stallPastAdds(
        of: consumer, after: consumer.iteratorMade, before: limit, in: subscription) ?? .max
    guard let ended = consumer.terminal?.returned, ended < min(limit, stall) else {
      guard stall < .max, subscription.active(at: stall) != nil else { return nil }
      return subscription.sighting(.afterSourceEnd, "restarts", at: stall)
    }
    // Who is told only after something was done may have started afresh and ended again.
    let told = subscription.sourceEnd?.began ?? .max
    let isAnother = lines?.contains { line in line > consumer.iteratorMade && line <= told } ?? true
    switch consumer.terminal?.output {
    case .end where told < ended && isAnother:
      return subscription.sighting(.afterSourceEnd, "ends", "restarts", at: ended)
    case .end: return subscription.sighting(.afterSourceEnd, "ends", at: ended)
    case .failure(let failure)
    where failure != subscription.sourceEnd?.failure && !failure.isCancellation
      && subscription.addThrew == nil:
      return subscription.sighting(.afterSourceEnd, "fails", at: ended)
    default: return nil
    }
  }

  /// Whether an error was thrown, or one that came from the source was made an end.
  private func failing(of subscription: Subscription) -> Sighting? {
    for consumer in subscription.consumers {
      if case .failure(let failure)? = consumer.terminal?.output, !failure.isCancellation,
        let threw = consumer.terminal?.returned
      {
        return subscription.sighting(.canFail, "true", at: threw)
      }
    }
    let failed = subscription.sourceEnd.flatMap { end in
      end.payload == end.failure.map(Event.Payload.failure) ? end.began : nil
    }
    guard
      let consumer = subscription.onlyConsumer, consumer.terminal?.output == .end,
      let ended = consumer.terminal?.returned, ended < consumer.cancelled ?? .max,
      let failed = failed.orEarlier(subscription.addThrew), failed < ended
    else { return nil }
    return subscription.sighting(.canFail, "false", at: ended)
  }

  /// Whether an error that a waiting consumer got came again.
  private func repetition(of subscription: Subscription) -> Sighting? {
    guard
      let consumer = subscription.onlyConsumer, let terminal = consumer.terminal,
      case .failure(let failure)? = terminal.output,
      let again = consumer.nextsPastTheEnd.first, let at = again.returned
    else { return nil }
    switch again.output {
    case .failure(failure): return subscription.sighting(.repeatsError, "true", at: at)
    case .end:
      // An error that is buffered is thrown once by all.
      guard let end = subscription.sourceEnd, terminal.isOpen(at: end.began) else { return nil }
      return subscription.sighting(.repeatsError, "false", at: at)
    default: return nil
    }
  }

  /// What a stream did whose consumer waited when the driver dropped the owner.
  private func orphaning(of subscription: Subscription) -> Sighting? {
    guard
      let consumer = subscription.onlyConsumer,
      let dropped = index.ownerDropped(of: subscription.sequence),
      consumer.waiting(at: dropped) != nil, subscription.addThrew == nil
    else { return nil }
    let limit = min(
      consumer.cancelled ?? .max, subscription.sourceEnd?.began ?? .max, epilogueBegan ?? .max)
    let value = subscription.deliveries.first { delivery in
      delivery.began > dropped && delivery.received != nil
    }
    if let received = value?.received, received < limit {
      return subscription.sighting(.owner, "kept", at: received)
    }
    guard
      consumer.terminal?.output == .end, let ended = consumer.terminal?.returned,
      ended > dropped, ended < limit
    else { return nil }
    return subscription.sighting(.owner, "ends", at: ended)
  }

  /// What kind of source it is: one that is asked for each value, or one that calls back, and then
  /// whether its state told the stream of an end that no callback did.
  ///
  /// How many values a publisher was asked for is in no log, so it may be one wherever there is a
  /// listener.
  private func source(of subscription: Subscription) -> Sighting? {
    if let asked = subscription.registrations.lazy.compactMap({ $0.receives.first }).min() {
      return subscription.sighting(.source, "socket", at: asked)
    }
    guard let called = subscription.deliveries.first?.began else {
      return operation(of: subscription)
    }
    return operation(of: subscription)
      ?? subscription.sighting(.source, "listener", "operation", "publisher", at: called)
  }

  /// What a stream that was read after the source's end came to, where no callback told it of that:
  /// it knew all the same, or it was called back as if nothing had ended.
  private func operation(of subscription: Subscription) -> Sighting? {
    guard
      let consumer = subscription.onlyConsumer, subscription.sourceEnd == nil,
      subscription.addThrew == nil, ended(before: subscription, { _ in true }) != nil
    else { return nil }
    let limit = consumer.cancelled ?? .max
    let stall =
      stallPastAdds(
        of: consumer, after: consumer.iteratorMade, before: limit, in: subscription) ?? .max
    if let ended = consumer.terminal?.returned, ended < min(limit, stall) {
      return subscription.sighting(.source, "operation", at: ended)
    }
    return subscription.receptions.first.map { value in
      subscription.sighting(.source, "listener", "publisher", at: value.at)
    }
  }
}
