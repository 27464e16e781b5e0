import SluiceSpies

/// What came of an event that a stream had to answer.
enum Outcome {
  /// A consumer got the end or an error, at this place.
  case answered(Event.Output, at: Int)
  /// A consumer waited in `next()` although nothing was ready any more, at this place.
  case stalled(at: Int)
  /// The consumers were cancelled, left, or never asked again, or the log ends.
  case open
}

extension Evidence {
  /// What the consumers of a subscription saw first of an ending at a place: an answer, or waiting
  /// in vain.
  ///
  /// Of several that wait at once one gets an error and the others the end, whoever runs first: the
  /// error counts, also where who got it had just been cancelled. Where they share a stream it may
  /// have ended for all of them with the first who was cancelled.
  func outcome(in subscription: Subscription, after place: Int) -> Outcome {
    var answer: (output: Event.Output, at: Int)?
    var stalled = Int.max
    let limit = subscription.cancelled ?? .max
    for consumer in subscription.consumers {
      stalled = min(
        stalled, stall(of: consumer, after: place, before: limit, in: subscription) ?? .max)
      guard
        let output = consumer.terminal?.output, let at = consumer.terminal?.returned,
        at > place, at < limit || output.isEnd(of: subscription, before: limit),
        answer.map({ answer in output.precedes(answer.output, at < answer.at) }) ?? true
      else { continue }
      answer = (output, at)
    }
    if let answer, answer.at < stalled { return .answered(answer.output, at: answer.at) }
    return stalled == .max ? .open : .stalled(at: stalled)
  }

  /// Whether a value that was called back resumed the consumer that waited for it.
  enum Waking {
    /// It did.
    case woken
    /// It did not: the consumer still waits at this place, where nothing is ready any more.
    case stuck(at: Int)
    /// Nobody waited, or the log does not tell.
    case unknown
  }

  /// Whether a value that was called back resumed one of the consumers that waited.
  func waking(by delivery: Delivery, in subscription: Subscription) -> Waking {
    if subscription.traits.delay > .zero { return wakingLate(by: delivery, in: subscription) }
    guard delivery.isDue, let quiescence = quiescence(after: delivery.began) else {
      return .unknown
    }
    // Of several that share a stream it may be one who asked only then.
    if let received = delivery.received, received < quiescence { return .woken }
    var isWaited = false
    for consumer in subscription.consumers {
      if let cancelled = consumer.cancelled, cancelled < quiescence { return .unknown }
      guard let next = consumer.waiting(at: delivery.began) else { continue }
      if !next.isOpen(at: quiescence) { return .woken }
      isWaited = true
    }
    return isWaited ? .stuck(at: quiescence) : .unknown
  }

  /// The first place that shows that a value which was owed is lost.
  ///
  /// A later value was got, a consumer waits in vain, or the source's end was reached.
  ///
  /// - Parameters:
  ///   - delivery: The value.
  ///   - subscription: To whom it was owed.
  ///   - receptions: What was got, for whoever asks about many values; nil for one alone.
  /// - Returns: The place; nil where the value is not lost, or the log does not tell.
  func loss(
    of delivery: Delivery, in subscription: Subscription, _ receptions: LaterReceptions? = nil
  ) -> Int? {
    guard delivery.isDue, delivery.received == nil else { return nil }
    let later = (receptions ?? LaterReceptions(in: subscription)).first(after: delivery)
    switch outcome(in: subscription, after: delivery.began) {
    // Who is cancelled may still get the error, and not what was kept for it.
    case .answered(_, let at) where at > subscription.cancelled ?? .max: return later
    case .answered(_, let at), .stalled(let at): return min(at, later ?? .max)
    case .open: return later
    }
  }

  /// The place of the first answer through which a callback of some phase reached a consumer.
  ///
  /// A value shows by being traced to the callback, an error by being thrown although nothing else
  /// accounts for it.
  func surfacing(of phase: Delivery.Phase, in subscription: Subscription) -> Int? {
    var first: Int?
    for delivery in subscription.deliveries where delivery.phase == phase {
      let shown =
        delivery.received
        ?? delivery.failure.flatMap { failure in
          throwing(of: failure, after: delivery.began, in: subscription)
        }
      if let shown, shown < (first ?? .max) { first = shown }
    }
    return first
  }

  /// Where an error was thrown that nothing but a callback accounts for.
  private func throwing(
    of failure: Failure, after place: Int, in subscription: Subscription
  ) -> Int? {
    // An operation that was over when the stream began may have told by its state how.
    let isToldByState = subscription.traits.source == .operation && hasNeverRested(subscription)
    guard
      !isToldByState, !subscription.mayHaveEnded(before: .max, with: failure),
      !subscription.registrations.contains(where: { $0.addFailure == failure })
    else { return nil }
    return subscription.consumers.lazy
      .flatMap { consumer in consumer.nexts(from: consumer.terminal) }
      .first { next in
        next.output == .failure(failure) && (next.returned ?? 0) > place
      }?.returned
  }
}

extension ConsumerRecord {
  /// The calls of `next()` from one on.
  func nexts(from first: NextRecord?) -> ArraySlice<NextRecord> {
    guard let first else { return [] }
    return nexts[nexts.partition { next in next.called < first.called }...]
  }

  /// The calls of `next()` after the one that ended the iteration.
  var nextsPastTheEnd: ArraySlice<NextRecord> {
    nexts(from: terminal).dropFirst()
  }
}

extension Event.Output {
  /// Whether it is the error with which a subscription's source ended before a place.
  fileprivate func isEnd(of subscription: Subscription, before place: Int) -> Bool {
    guard case .failure(let failure) = self, let end = subscription.sourceEnd else { return false }
    return failure == end.failure && end.began < place
  }

  /// Whether a consumer's answer tells more of an ending than another one's: an error does, and of
  /// equals the earlier.
  fileprivate func precedes(_ other: Event.Output, _ isEarlier: Bool) -> Bool {
    switch (self, other) {
    case (.failure, .failure): isEarlier
    case (.failure, _): true
    case (_, .failure): false
    default: isEarlier
    }
  }
}
