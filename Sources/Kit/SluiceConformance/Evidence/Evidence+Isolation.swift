import SluiceSpies

extension Subscription {
  /// Whether a consumer of another subscription has removed one of its registrations.
  fileprivate var isRemovedByAnother: Bool {
    registrations.contains { registration in
      registration.remover?.consumer.map { remover in !serves(remover) } == true
    }
  }
}

extension Evidence {
  /// The first thing that happened to a subscription after a place although nobody had ended it.
  ///
  /// A registration that is removed, an iteration that ends, or a value that does not arrive.
  func disturbance(of subscription: Subscription, after place: Int) -> (at: Int, what: String)? {
    var found: [(at: Int, what: String)] = []
    let endedAsTold =
      endedAsTold(subscription) || endedAtOnce(subscription) || endedWithOperation(subscription)
    for registration in subscription.registrations where !endedAsTold {
      guard let gone = registration.removeCalled.first, gone > place, gone < subscription.ended,
        !registration.hasEnded(before: gone, subscription.traits),
        !subscription.mayHaveEnded(before: gone)
      else { continue }
      found.append((gone, "#\(registration.id.number) was removed"))
    }
    for consumer in subscription.consumers {
      guard
        let ended = consumer.terminal?.returned, ended > place, ended < subscription.ended,
        !endedAsTold, !sourceFinished(of: subscription, before: ended),
        !subscription.mayHaveEnded(before: ended)
      else { continue }
      found.append((ended, "consumer \(consumer.id.number) came to an end"))
    }
    for delivery in subscription.deliveries where delivery.began > place {
      guard case .stuck(let stuck) = waking(by: delivery, in: subscription) else { continue }
      found.append((stuck, "a value did not arrive"))
      break
    }
    return found.min { left, right in left.at < right.at }
  }

  /// Whether a subscription came to the end that its source had told another listener before,
  /// normal or with that error: a source that says so may know it of whoever comes later.
  private func endedAsTold(_ subscription: Subscription) -> Bool {
    guard let ended = subscription.terminal?.returned else { return false }
    switch subscription.terminal?.output {
    case .end?: return sourceFinished(of: subscription, before: ended)
    case .failure(let failure)?:
      let failed = sourceEnds.failed(subscription.sequence, with: failure, declarations)
      return failed.map { failed in failed < ended } == true
    case .element?, nil: return false
    }
  }

  /// Whether a subscription ended before it could rest, and heard nothing, as a stream may say of
  /// itself that it does over a source that has ended: how the source did need not have shown.
  private func endedAtOnce(_ subscription: Subscription) -> Bool {
    subscription.traits.afterSourceEnd != .restarts && subscription.traits.sourceCan(.finish)
      && subscription.deliveries.isEmpty && hasNeverRested(subscription)
      && !subscription.isRemovedByAnother
  }

  /// Whether a subscription over an operation ended when that was over, as its state tells also
  /// those whom no callback told: another one was told, or it never rested.
  private func endedWithOperation(_ subscription: Subscription) -> Bool {
    guard
      subscription.traits.source == .operation, !subscription.isRemovedByAnother,
      let ended = subscription.terminal?.returned
    else { return false }
    return hasNeverRested(subscription)
      || sourceEnds.ended(subscription.sequence, declarations).map { $0 < ended } == true
  }

  /// Whether the first `next()` of a subscription was answered with an ending before it could rest.
  func hasNeverRested(_ subscription: Subscription) -> Bool {
    guard
      let first = subscription.consumers.first?.nexts.first, first.output?.isTerminal == true,
      let ended = first.returned
    else { return false }
    return ended < quiescence(after: first.called) ?? .max
  }

  /// Whether a subscription was still wanted by everybody at the first quiescence after a place.
  func isWanted(_ subscription: Subscription, after place: Int) -> Bool {
    quiescence(after: place).map { quiescence in quiescence < subscription.ended } == true
  }

  /// Whether a subscription's source said before a place that it is finished, to whichever
  /// listener.
  func sourceFinished(of subscription: Subscription, before place: Int) -> Bool {
    sourceFinished(of: subscription).map { finished in finished < place } == true
  }

  /// Where a subscription's source first said that it is finished, to whichever listener.
  func sourceFinished(of subscription: Subscription) -> Int? {
    sourceEnds.finished(subscription.sequence, declarations)
  }
}
