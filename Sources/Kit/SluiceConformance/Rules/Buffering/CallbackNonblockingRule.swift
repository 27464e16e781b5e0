import SluiceSimulation
import SluiceSpies

extension Rule {
  /// The rule that a callback does not wait for its stream's consumer.
  ///
  /// A callback that waits for other threads of the stream's comes back before everything has come
  /// to rest; one that waits for a consumer in its loop body, or for time to pass, does not.
  public static let callbackNonblocking = Rule(
    id: "buffering.callback-nonblocking",
    statement: "a callback comes back before time moves on, whatever its consumer is doing",
    level: .must,
    rationale: """
      A source calls all its listeners on one thread, often the main one: a callback that waits \
      until there is room stops all of them, and the app with them.
      """,
    usualCause: """
      The callback waits on a semaphore or a condition until the consumer has made room or has \
      taken the value.
      """,
    fix: """
      Store the value and return at once. To limit memory, drop values and declare the trait \
      'overflow'.
      """,
    code: .callbackNonblocking,
    anchors: [.reactiveStreams("2.2"), .reactiveStreams("3.4")],
    implies: consequencesOfAHang,
    underThreads: .needsPromptness,
    examples: [
      .conforming("stored for a busy consumer", after: .busy, [.callback(2), .called()]),
      .conforming("stored for one that waits", after: .waiting, [.callback(1), .called()]),
      .violating(
        "waits until the consumer asks", after: .busy,
        [.callback(2).blamed, .next().after(10_000_000), .element(2), .called()]),
      .violating(
        "waits while nothing is ready any more", after: .busy,
        [.callback(2).blamed, .quiescent, .next(), .called(), .element(2)]),
      .violating("never comes back", after: .busy, [.callback(2).blamed]),
      .silent("nothing called back", after: .waiting, []),
      .silent(
        "a cancel inside it does not come back", after: .waiting,
        [.callback(1), .cancel(), .quiescent]),
    ]
  ) { evidence in
    .overall(evidence.registrations) { registration in
      .overall(registration.callbacks) { callback in
        guard let reason = evidence.lateness(of: callback) else { return .held }
        // Then that waits, and is another matter.
        if evidence.hasOpenCall(inside: callback) { return .notExercised }
        return .violated(at: callback.began, because: reason)
      }
    }
  }

  /// What else is broken where a call never comes back: nothing that has to happen does.
  static let consequencesOfAHang = [
    "delivery.each-value-once", "delivery.wakes-waiter", "delivery.initial-first",
    "delivery.empty-event-policy", "delivery.ambiguous-event-policy",
    "registration.sync-callback-kept", "registration.add-failure-surfaces",
    "registration.precancelled-balanced", "completion.finish-ends",
    "completion.removes-listener", "completion.subscribe-after-end",
    "errors.propagate-unchanged", "errors.removes-listener", "errors.sync-error-removes",
    "errors.buffered-first", "cancellation.suspended-removes", "cancellation.suspended-returns",
    "cancellation.removed-before-end", "cancellation.immediate", "cancellation.busy-removes",
    "cancellation.propagates", "teardown.break-removes", "teardown.throw-removes",
    "teardown.operator-end-removes", "teardown.iterator-drop-removes",
    "teardown.released-while-held", "teardown.balanced", "memory.captures-released",
    "memory.owner-released", "memory.tasks-ended", "memory.churn-flat",
    "isolation.cancel-one-spares-others", "isolation.restart",
    "isolation.independent-iterators", "buffering.declared-policy", "buffering.unbounded-lossless",
  ]
}

extension Evidence {
  /// How late a callback came back, as a sentence; nil if it did at once.
  fileprivate func lateness(of callback: CallbackRecord) -> String? {
    guard let ended = callback.ended else { return "the callback did not come back" }
    let delay =
      entries[ended].instant.nanoseconds - entries[callback.began].instant.nanoseconds
    if delay > 0 { return "the callback came back only \(Value.duration(delay)) later" }
    guard let rest = quiescence(after: callback.began), rest < ended else { return nil }
    return "the callback had not come back when nothing was ready any more"
  }

  /// Whether a call that began inside a callback is open as long as that: a cancel, a remove, an
  /// add, or another callback, which is then what waits.
  fileprivate func hasOpenCall(inside callback: CallbackRecord) -> Bool {
    let end = callback.ended ?? .max
    func isInside(_ began: Int, _ ended: Int?) -> Bool {
      began > callback.began && began < end && (ended ?? .max) >= end
    }
    for consumer in consumers
    where consumer.cancels.contains(where: { isInside($0.called, $0.returned) }) {
      return true
    }
    return registrations.contains { registration in
      isInside(registration.addCalled, registration.addReturned ?? registration.addThrew)
        || registration.callbacks.contains { isInside($0.began, $0.ended) }
        || registration.removeCalled.indices.contains { number in
          let returned = registration.removeReturned
          return isInside(
            registration.removeCalled[number],
            returned.indices.contains(number) ? returned[number] : nil)
        }
    }
  }
}

extension Rule.Code {
  fileprivate static let callbackNonblocking = Rule.Code(
    wrong: """
      let handle = source.addValueListener { price in
        continuation.yield(price)
        room.wait()  // next() signals it
      }
      """,
    right: """
      let handle = source.addValueListener { price in
        continuation.yield(price)
      }
      """)
}
