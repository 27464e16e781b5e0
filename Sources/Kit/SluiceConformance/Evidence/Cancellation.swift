import SluiceSpies

/// A consumer's first cancellation, where it met an iteration that was still going on.
///
/// An iteration goes on until the consumer got the end or an error or left its loop, the source
/// ended, or add threw.
public struct Cancellation: Sendable {
  /// The consumer that was cancelled.
  @Looked public internal(set) var consumer: ConsumerRecord
  /// The consumer's subscription.
  public let subscription: Subscription
  /// Where cancel was called.
  @Looked public internal(set) var called: Int
  /// Where the call came back.
  public let returned: Int?
  /// What the consumer was doing.
  public let moment: Moment
  /// Whether another consumer still wanted values from the same registrations.
  public let isShared: Bool
  /// The registrations that were active, with their handles given to the stream, when cancel was
  /// called.
  public let releasable: [RegistrationRecord]
  /// The last place before the call at which nothing was ready; -1 where there was none.
  let rested: Int
  /// When cancel was called, in nanoseconds of virtual time.
  let nanoseconds: Int64

  /// What a consumer is doing when it is cancelled.
  public enum Moment: Sendable {
    /// It has not made its iterator yet.
    case beforeIterating
    /// It has an iterator and has not called `next()` yet.
    case beforeFirstNext
    /// It waits in `next()`, and no value is on the way to it.
    case waiting
    /// It is in its loop body, or a value is on the way to it, which looks the same from within.
    case busy
  }
}

extension Cancellation {
  /// The values that were owed and still in the stream when cancel was called.
  ///
  /// Of a stream that declares to settle only those count that had time to: what was called back
  /// since the last rest may be anywhere on its way through the stream's tasks. And while a call of
  /// the listener has not come back, nobody can tell whether the stream has the value.
  package var inside: [Delivery] {
    let traits = subscription.traits
    let latest = traits.removal != .synchronous ? rested : called
    // What is kept back on purpose is in no buffer yet, and only a flush hands it out.
    let latency = traits.bufferOnCancel == .flushes ? 0 : traits.delay.latencyNanoseconds
    return subscription.deliveries.filter { delivery in
      delivery.isDue && delivery.ended < latest && (delivery.received ?? .max) > called
        && (latency <= 0 || delivery.nanoseconds < nanoseconds - latency)
    }
  }

  /// The values that were still in the stream's buffer when cancel was called.
  ///
  /// If the first of those inside was on its way to a consumer that waited, it counts as given.
  package var buffered: ArraySlice<Delivery> {
    inside.dropFirst(moment == .busy && consumer.isWaiting(at: called) ? 1 : 0)
  }

  /// Whether it came before the consumer got its first value.
  public var isBeforeFirstValue: Bool {
    !consumer.hasElement(before: called)
  }
}

extension Subscription {
  /// Appends the first cancellation of each consumer that met an iteration still going on.
  ///
  /// - Parameters:
  ///   - cancellations: What they are appended to.
  ///   - quiescences: The places at which nothing was ready any more.
  func addCancellations(to cancellations: inout [Cancellation], _ quiescences: [Int]) {
    for consumer in consumers {
      guard let cancel = consumer.cancels.first, isOpen(for: consumer, at: cancel.called) else {
        continue
      }
      cancellations.append(
        Cancellation(
          consumer: consumer, subscription: self, called: cancel.called,
          returned: cancel.returned,
          moment: moment(of: consumer, at: cancel.called, quiescences),
          isShared: consumers.contains { other in
            other.id != consumer.id && (other.closed ?? .max) > cancel.called
          } || isHeldByOthers(from: cancel.called, to: noticing(cancel, consumer, quiescences)),
          releasable: registrations.filter { registration in
            registration.isActive(at: cancel.called)
              && (registration.addReturned ?? .max) < cancel.called
          },
          rested: quiescences.last(before: cancel.called) ?? -1, nanoseconds: cancel.nanoseconds))
    }
  }

  private func isOpen(for consumer: ConsumerRecord, at index: Int) -> Bool {
    (consumer.terminal?.returned ?? .max) > index && (consumer.gone ?? .max) > index
      && (sourceEnd?.began ?? .max) > index && (addThrew ?? .max) > index
  }

  private func moment(
    of consumer: ConsumerRecord, at index: Int, _ quiescences: [Int]
  ) -> Cancellation.Moment {
    if index < consumer.iteratorMade { return .beforeIterating }
    guard let first = consumer.nexts.first, first.called < index else { return .beforeFirstNext }
    guard let next = consumer.waiting(at: index) else { return .busy }
    // What was in the buffer when it asked is on its way if it came; what came later in any case,
    // unless everything has rested meanwhile: then nothing is on any way.
    if traits.delay > .zero {
      // What is kept back is on no way; what came of it before all rested after the cancel was.
      let rest = quiescences.first(after: index) ?? .max
      let isOnTheWay = next.returned.map { returned in returned < rest } == true
      if case .element? = next.output, isOnTheWay { return .busy }
    }
    let isOnTheWay = deliveries.contains { delivery in
      let lost = next.called < delivery.began ? Int.max : 0
      guard
        // Where somebody else has left nothing is owed, and what comes is on its way all the same.
        delivery.isDue || delivery.received != nil, delivery.began < index,
        (delivery.received ?? lost) > index
      else { return false }
      return (quiescences.first(after: max(next.called, delivery.began)) ?? .max) > index
    }
    return isOnTheWay ? .busy : .waiting
  }
}

extension Evidence {
  /// Whether the removes must be over when the cancel comes back.
  ///
  /// A `next()` that was called in the same breath may still be on its way to the stream's code, or
  /// from it, and then nobody there can be told.
  public func mustRemoveAtOnce(_ cancellation: Cancellation) -> Bool {
    guard
      cancellation.subscription.traits.removal == .synchronous,
      let next = cancellation.consumer.waiting(at: cancellation.called)
    else { return false }
    // The app that closed the source, or the owner's deinit, may be removing already: then the
    // cancel finds nothing to do.
    let subscription = cancellation.subscription
    if let closed = subscription.closedByApp.orEarlier(subscription.ownerDropped),
      closed < cancellation.called
    {
      return false
    }
    return quiescence(after: next.called).map { rest in rest < cancellation.called } == true
  }

  /// The place by which everything that follows from a cancellation must be over: the scenario's
  /// end, or the epilogue's for what the epilogue itself cancels.
  public func end(after cancellation: Cancellation) -> Int? {
    guard let epilogueBegan, cancellation.called < epilogueBegan else { return epilogueEnded }
    return epilogueBegan
  }
}
