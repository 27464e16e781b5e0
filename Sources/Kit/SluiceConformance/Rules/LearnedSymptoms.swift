package import SluiceText

extension Symptoms {
  /// The symptoms that the kit's faulty streams show.
  ///
  /// A cause is a symptom of another one if at least two faulty streams fail by both, most often by
  /// the other one, and if a third of the streams that fail by the other one fail by it, too.
  /// `sluice selftest` compares this table with what it sees, and prints what differs.
  package static let learned = Symptoms([
    "LimitReached": [
      "memory.tasks-ended"
    ],
    "buffering.bounded-memory": [
      "delivery.no-invented-values"
    ],
    "buffering.callback-nonblocking": [
      "errors.buffered-first"
    ],
    "buffering.unbounded-lossless": [
      "delivery.each-value-once"
    ],
    "cancellation.buffer-declared": [
      "ExpectationFailed"
    ],
    "cancellation.busy-removes": [
      "cancellation.immediate",
      "cancellation.registration-race",
      "errors.sync-error-removes",
      "reentrancy.cancel-in-callback",
      "registration.precancelled-balanced",
      "teardown.break-removes",
      "teardown.iterator-drop-removes",
      "teardown.operator-end-removes",
      "teardown.throw-removes",
    ],
    "cancellation.idempotent": [
      "SubjectCrashed",
      "reentrancy.cancel-in-callback",
    ],
    "cancellation.immediate": [
      "cancellation.busy-removes",
      "cancellation.registration-race",
      "errors.sync-error-removes",
      "reentrancy.cancel-in-callback",
      "registration.precancelled-balanced",
      "teardown.break-removes",
      "teardown.iterator-drop-removes",
      "teardown.operator-end-removes",
      "teardown.throw-removes",
    ],
    "cancellation.propagates": [
      "cancellation.suspended-removes",
      "teardown.removal-declared",
    ],
    "cancellation.registration-race": [
      "cancellation.busy-removes",
      "cancellation.immediate",
      "errors.sync-error-removes",
      "reentrancy.cancel-in-callback",
      "registration.precancelled-balanced",
      "teardown.iterator-drop-removes",
      "teardown.operator-end-removes",
      "teardown.throw-removes",
    ],
    "cancellation.removed-before-end": [
      "cancellation.busy-removes",
      "cancellation.registration-race",
      "errors.sync-error-removes",
      "reentrancy.cancel-in-callback",
      "registration.precancelled-balanced",
      "teardown.iterator-drop-removes",
    ],
    "cancellation.suspended-removes": [
      "cancellation.busy-removes",
      "cancellation.immediate",
      "cancellation.registration-race",
      "errors.sync-error-removes",
      "reentrancy.cancel-in-callback",
      "registration.precancelled-balanced",
      "teardown.break-removes",
      "teardown.iterator-drop-removes",
      "teardown.operator-end-removes",
      "teardown.throw-removes",
    ],
    "completion.empty-completes": [
      "completion.finish-ends",
      "completion.late-callback-ignored",
      "completion.subscribe-after-end",
      "errors.sync-error-removes",
    ],
    "completion.finish-ends": [
      "completion.empty-completes",
      "completion.late-callback-ignored",
      "completion.subscribe-after-end",
      "errors.sync-error-removes",
    ],
    "completion.late-callback-ignored": [
      "reentrancy.emit-in-remove"
    ],
    "completion.removes-listener": [
      "cancellation.busy-removes",
      "cancellation.immediate",
      "cancellation.registration-race",
      "errors.removes-listener",
      "errors.sync-error-removes",
      "reentrancy.cancel-in-callback",
      "registration.precancelled-balanced",
      "teardown.balanced",
      "teardown.break-removes",
    ],
    "completion.subscribe-after-end": [
      "completion.empty-completes",
      "completion.finish-ends",
      "completion.late-callback-ignored",
      "errors.sync-error-removes",
    ],
    "container.cached-is-one": [
      "ExpectationFailed",
      "container.one-for-all",
    ],
    "container.one-for-all": [
      "ExpectationFailed"
    ],
    "container.tells-each-once": [
      "ExpectationFailed",
      "container.cached-is-one",
      "container.one-for-all",
    ],
    "delivery.each-value-once": [
      "delivery.wakes-waiter",
      "registration.sync-callback-kept",
    ],
    "delivery.empty-event-policy": [
      "ExpectationFailed",
      "errors.buffered-first",
      "isolation.cancel-one-spares-others",
      "isolation.restart",
    ],
    "delivery.initial-first": [
      "delivery.empty-event-policy",
      "registration.sync-callback-kept",
    ],
    "delivery.wakes-waiter": [
      "ExpectationFailed",
      "cancellation.buffer-declared",
      "delivery.each-value-once",
      "delivery.empty-event-policy",
      "isolation.cancel-one-spares-others",
      "isolation.restart",
      "registration.sync-callback-kept",
    ],
    "demand.bounded-recursion": [
      "memory.tasks-ended"
    ],
    "demand.cancel-stops": [
      "demand.subscriber-released"
    ],
    "demand.never-exceeded": [
      "demand.base-asked-no-more"
    ],
    "errors.buffered-first": [
      "ordering.terminal-last",
      "registration.sync-callback-kept",
    ],
    "errors.propagate-unchanged": [
      "completion.subscribe-after-end"
    ],
    "errors.removes-listener": [
      "cancellation.busy-removes",
      "cancellation.immediate",
      "cancellation.registration-race",
      "completion.removes-listener",
      "errors.sync-error-removes",
      "reentrancy.cancel-in-callback",
      "registration.precancelled-balanced",
      "teardown.balanced",
      "teardown.break-removes",
      "teardown.iterator-drop-removes",
      "teardown.operator-end-removes",
      "teardown.throw-removes",
    ],
    "errors.single-winner": [
      "completion.late-callback-ignored",
      "completion.subscribe-after-end",
      "errors.sync-error-removes",
      "reentrancy.emit-in-remove",
    ],
    "errors.sync-error-removes": [
      "cancellation.registration-race",
      "reentrancy.emit-in-remove",
    ],
    "errors.terminal-once": [
      "errors.single-winner",
      "errors.sync-error-removes",
      "reentrancy.emit-in-remove",
    ],
    "isolation.cancel-one-spares-others": [
      "ExpectationFailed",
      "delivery.each-value-once",
      "delivery.empty-event-policy",
      "isolation.restart",
    ],
    "isolation.independent-iterators": [
      "ExpectationFailed"
    ],
    "isolation.no-cross-talk": [
      "delivery.no-invented-values",
      "delivery.wakes-waiter",
      "socket.receives-while-open",
      "teardown.remove-once",
    ],
    "isolation.restart": [
      "delivery.empty-event-policy",
      "isolation.cancel-one-spares-others",
    ],
    "memory.captures-released": [
      "completion.late-callback-ignored",
      "memory.churn-flat",
    ],
    "memory.churn-flat": [
      "errors.sync-error-removes"
    ],
    "memory.tasks-ended": [
      "LimitReached"
    ],
    "ordering.fifo": [
      "delivery.each-value-once"
    ],
    "ordering.terminal-last": [
      "errors.buffered-first",
      "registration.sync-callback-kept",
    ],
    "reentrancy.cancel-in-callback": [
      "cancellation.busy-removes",
      "errors.sync-error-removes",
      "registration.precancelled-balanced",
      "teardown.throw-removes",
    ],
    "reentrancy.emit-in-remove": [
      "errors.sync-error-removes"
    ],
    "registration.handle-retained": [
      "reentrancy.cancel-in-callback",
      "teardown.balanced",
      "teardown.throw-removes",
    ],
    "registration.kept-while-waiting": [
      "delivery.empty-event-policy",
      "isolation.restart",
    ],
    "registration.none-after-teardown": [
      "reentrancy.cancel-in-callback",
      "registration.precancelled-balanced",
      "teardown.balanced",
      "teardown.throw-removes",
    ],
    "registration.precancelled-balanced": [
      "cancellation.immediate",
      "errors.sync-error-removes",
      "reentrancy.cancel-in-callback",
      "teardown.iterator-drop-removes",
      "teardown.operator-end-removes",
      "teardown.throw-removes",
    ],
    "registration.sync-callback-kept": [
      "delivery.initial-first",
      "delivery.wakes-waiter",
      "errors.buffered-first",
      "ordering.terminal-last",
    ],
    "socket.app-close-ends": [
      "socket.receives-while-open",
      "teardown.remove-once",
    ],
    "socket.one-receive": [
      "teardown.remove-once"
    ],
    "socket.receives-while-open": [
      "teardown.remove-once"
    ],
    "socket.teardown-closes": [
      "cancellation.busy-removes",
      "cancellation.removed-before-end",
      "reentrancy.cancel-in-callback",
    ],
    "teardown.app-deletion-ends": [
      "ExpectationFailed"
    ],
    "teardown.balanced": [
      "teardown.break-removes"
    ],
    "teardown.break-removes": [
      "cancellation.immediate",
      "cancellation.registration-race",
      "errors.sync-error-removes",
      "reentrancy.cancel-in-callback",
      "registration.precancelled-balanced",
      "teardown.balanced",
      "teardown.iterator-drop-removes",
      "teardown.operator-end-removes",
      "teardown.throw-removes",
    ],
    "teardown.in-flight-muted": [
      "reentrancy.emit-in-remove"
    ],
    "teardown.iterator-drop-removes": [
      "cancellation.registration-race",
      "reentrancy.cancel-in-callback",
      "registration.precancelled-balanced",
      "teardown.operator-end-removes",
      "teardown.throw-removes",
    ],
    "teardown.operator-end-removes": [
      "cancellation.registration-race",
      "reentrancy.cancel-in-callback",
      "registration.precancelled-balanced",
      "teardown.iterator-drop-removes",
      "teardown.throw-removes",
    ],
    "teardown.released-while-held": [
      "teardown.throw-removes"
    ],
    "teardown.removal-declared": [
      "cancellation.registration-race",
      "cancellation.removed-before-end",
      "reentrancy.cancel-in-callback",
    ],
    "teardown.remove-once": [
      "reentrancy.cancel-in-callback",
      "socket.receives-while-open",
    ],
    "teardown.remove-right-one": [
      "cancellation.registration-race",
      "errors.sync-error-removes",
    ],
    "teardown.throw-removes": [
      "cancellation.registration-race",
      "registration.precancelled-balanced",
      "teardown.iterator-drop-removes",
      "teardown.operator-end-removes",
    ],
  ])
}
