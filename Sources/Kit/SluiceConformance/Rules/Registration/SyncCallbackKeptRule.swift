import SluiceSpies

extension Rule {
  /// The rule that what is delivered while add is on the stack is not lost.
  public static let syncCallbackKept = Rule(
    id: "registration.sync-callback-kept",
    statement: "values delivered while add is on the stack reach the consumer",
    level: .must,
    rationale: """
      Backends with a cache call the listener before add returns; a stream that is ready only \
      afterwards loses the first snapshot, and the next may come in an hour.
      """,
    usualCause: """
      The stream is ready for values only after add has returned: it sets a flag, stores the \
      continuation or clears the buffer after the call.
      """,
    fix: """
      Set up the buffer and the continuation before the call of add, so that a callback inside add \
      finds them.
      """,
    code: .syncCallbackKept,
    anchors: [.reactiveStreams("3.10")],
    traits: [.latency],
    implies: [
      "delivery.each-value-once", "delivery.wakes-waiter", "delivery.initial-first",
      "ordering.terminal-last", "errors.buffered-first",
    ],
    underThreads: .countsOneByOne,
    examples: logs
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      if subscription.mayOverflow { return .notExercised }
      let inside = subscription.deliveries.filter { $0.isInsideAdd && $0.isDue }
      guard inside.contains(where: { $0.received == nil }) else {
        return inside.isEmpty ? .notExercised : .held
      }
      let later = LaterReceptions(in: subscription)
      return .overall(inside) { delivery in
        if delivery.received != nil { return .held }
        guard let shown = evidence.loss(of: delivery, in: subscription, later) else {
          return .notExercised
        }
        return .violated(
          at: shown,
          because: "\(delivery.name), called back inside add, was lost")
      }
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming(
      "delivered inside add",
      [
        .accessed(), .madeIterator(), .next(), .add(), .callback(1), .called(), .added(),
        .element(1), .next(), .quiescent,
      ]),
    .violating(
      "lost, and the consumer waits",
      [
        .accessed(), .madeIterator(), .next(), .add(), .callback(1), .called(), .added(),
        .quiescent.blamed,
      ]),
    .violating(
      "lost, and a later value comes", .declaring(\.registration, .access),
      [
        .accessed(), .add(by: nil), .callback(1), .called(), .added(), .callback(2), .called(),
        .madeIterator(), .next(), .element(2).blamed, .next(), .quiescent,
      ]),
    .silent(
      "cancelled before",
      [
        .accessed(), .cancel(), .cancelled(), .madeIterator(), .next(), .add(), .callback(1),
        .called(), .added(), .remove(), .removed(), .end(), .left(), .quiescent,
      ]),
    .silent(
      "kept back by design when add threw", .declaring(\.latency, .milliseconds(1)),
      [
        .accessed(), .madeIterator(), .next(), .add(), .callback(1), .called(),
        .line(.addThrew(1, .named("denied"))), .failure("denied"), .left(.failed), .quiescent,
      ]),
    .silent("delivered after add", after: .waitingAgain, []), inSecondAdd,
  ]

  private static let inSecondAdd = Example.violating(
    "the first of two listeners is told inside the second add, and the value is lost",
    .declaring(\.listeners, 2),
    [
      .accessed(), .madeIterator(), .next(), .add(), .added(), .add(2), .callback(1),
      .called(), .added(2), .quiescent.blamed,
    ])
}

extension Rule.Code {
  fileprivate static let syncCallbackKept = Rule.Code(
    wrong: """
      let outlet = Box<AsyncStream<Double>.Continuation>()
      let handle = source.addValueListener { outlet.value?.yield($0) }
      return AsyncStream { continuation in
        outlet.value = continuation
        continuation.onTermination = { _ in handle.remove() }
      }
      """,
    right: """
      AsyncStream { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
      }
      """)
}
