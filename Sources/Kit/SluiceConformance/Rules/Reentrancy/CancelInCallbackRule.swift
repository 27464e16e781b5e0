import SluiceSpies

extension Rule {
  /// The rule that a cancel from inside a delivery is served.
  ///
  /// Inside means between a callback's beginning and end, or directly before its beginning in the
  /// same step: there a scenario's injected cancel runs while the backend is delivering already.
  public static let cancelInCallback = Rule(
    id: "reentrancy.cancel-in-callback",
    statement: "a cancel inside a delivery comes back, and removes each registration once",
    level: .must,
    rationale: """
      A delivery that makes a screen close cancels its own stream; who holds a lock while \
      calling out, or removes under the backend's lock, hangs the app.
      """,
    usualCause: """
      The cancel removes in the middle of a callback, and the callback then finds the stream over \
      and removes again. A lock held around the callback makes the cancel wait for ever.
      """,
    fix: """
      Take the handle out of the state before the remove, and hold no lock while the callback \
      calls out.
      """,
    code: .cancelInCallback,
    anchors: [.firebase("Firestore/core/src/core/event_listener.h, the recursive mutex")],
    implies: isolationConsequences + ["buffering.callback-nonblocking"],
    underThreads: .needsQuiescence,
    examples: logs + cancelBeforeAnotherCallback
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in
      guard !cancellation.isShared, let callback = evidence.callback(around: cancellation) else {
        return .notExercised
      }
      guard let returned = cancellation.returned else {
        return .violated(at: cancellation.called, because: "the cancel did not come back")
      }
      guard let ended = callback.ended else {
        return .violated(at: callback.began, because: "the callback did not come back")
      }
      return .overall(cancellation.releasable) { registration in
        if let again = registration.removedAgain(after: cancellation.called) {
          return .violated(
            at: again, because: "#\(registration.id.number) was removed a second time")
        }
        let settled = evidence.quiescence(after: max(returned, ended))
        guard
          let settled, !cancellation.consumer.isBusy(at: settled),
          registration.isActive(at: settled)
        else { return .held }
        return .violated(
          at: settled, because: evidence.stillRegistered(registration, at: settled))
      }
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming(
      "cancelled inside a callback", after: .waiting,
      [
        .callback(1), .cancel(), .remove(), .removed(), .cancelled(), .called(), .end(),
        .left(), .quiescent,
      ]),
    .conforming(
      "cancelled directly before a callback", after: .waiting,
      [
        .cancel(), .remove(), .removed(), .cancelled(), .callback(1).inTheSameStep, .called(),
        .end(), .left(), .quiescent,
      ]),
    .violating(
      "the cancel never comes back", after: .waiting, [.callback(1), .cancel().blamed]),
    .violating(
      "the remove never comes back", after: .waiting,
      [.callback(1), .cancel().blamed, .remove()]),
    .violating(
      "the callback never comes back", after: .waiting,
      [.callback(1).blamed, .cancel(), .remove(), .removed(), .cancelled()]),
    .violating(
      "removed twice", after: .waiting,
      [
        .callback(1), .cancel(), .remove(), .removed(), .cancelled(), .called(),
        .remove().blamed, .removed(), .end(), .left(), .quiescent,
      ]),
    .violating(
      "not removed", after: .waiting,
      [.callback(1), .cancel(), .cancelled(), .called(), .end(), .left(), .quiescent.blamed]),
    .silent("cancelled outside", after: .cancelledAndOver, []),
  ]

  /// A cancel is not inside the callback that happens to be next.
  private static let cancelBeforeAnotherCallback: [Example] = [
    .silent(
      "the next callback is another event", after: .waiting,
      [
        .cancel(), .remove(), .removed(), .cancelled(), .callback(1), .remove(), .removed(),
        .called(), .end(), .left(), .quiescent,
      ])
  ]
}

extension ConsumerRecord {
  /// Whether it is in its loop body at a place, where a cancel can't show yet.
  fileprivate func isBusy(at index: Int) -> Bool {
    !isWaiting(at: index) && (terminal?.returned ?? .max) > index && (gone ?? .max) > index
  }
}

extension Evidence {
  /// The callback that was under way when a consumer was cancelled.
  fileprivate func callback(around cancellation: Cancellation) -> CallbackRecord? {
    for registration in cancellation.subscription.registrations {
      let callbacks = registration.callbacks
      let later = callbacks.partition { callback in callback.began < cancellation.called }
      if later > 0, (callbacks[later - 1].ended ?? .max) > cancellation.called {
        return callbacks[later - 1]
      }
      if later < callbacks.count, let returned = cancellation.returned,
        callbacks[later].began == returned + 1, entries[returned].step == entries[returned + 1].step
      {
        return callbacks[later]
      }
    }
    return nil
  }
}

extension Rule.Code {
  fileprivate static let cancelInCallback = Rule.Code(
    wrong: """
      slot.value = source.addValueListener { price in
        continuation.yield(price)
        // A cancel inside this callback has removed already.
        if isOver.isRaised { slot.value?.remove() }
      }
      continuation.onTermination = { _ in
        isOver.raise()
        slot.value?.remove()
      }
      """,
    right: """
      slot.value = source.addValueListener { price in
        continuation.yield(price)
        // The handle is taken out under a lock, by the first that removes.
        if isOver.isRaised { slot.take()?.remove() }
      }
      continuation.onTermination = { _ in
        isOver.raise()
        slot.take()?.remove()
      }
      """)
}
