import SluiceSpies

extension Rule {
  /// The rule that a callback which runs after the remove reaches nobody.
  public static let inFlightMuted = Rule(
    id: "teardown.in-flight-muted",
    statement: "a callback that was queued before the remove and runs after it surfaces nothing",
    level: .must,
    rationale: """
      Backends that call back on a queue can't take back what is queued; who was cancelled must \
      not be handed another user's data.
      """,
    usualCause: """
      The callback appends to the buffer whether the stream was cancelled or not, and next() hands \
      out past the end what is there.
      """,
    fix: """
      Look in the callback, under the lock of the buffer, whether the iteration goes on, and drop \
      the value if it does not.
      """,
    code: .inFlightMuted,
    anchors: [.reactiveStreams("3.12")],
    implies: ["completion.nil-sticky", "cancellation.outcome-declared"],
    underThreads: .needsOneOrder,
    examples: [
      .conforming(
        "a late value", after: .waiting,
        [
          .cancel(), .remove(), .removed(), .cancelled(), .callback(1), .called(), .end(),
          .left(), .next(), .end(), .quiescent,
        ]),
      .violating(
        "a late value is forwarded", after: .waiting,
        [
          .cancel(), .remove(), .removed(), .cancelled(), .callback(1), .called(),
          .element(1).blamed, .next(), .end(), .left(), .quiescent,
        ]),
      .violating(
        "a late error is thrown", after: .waiting,
        [
          .cancel(), .remove(), .removed(), .cancelled(), .callback(.failure(.named("denied"))),
          .called(), .failure("denied").blamed, .left(.failed), .quiescent,
        ]),
      .silent("no late callback", after: .cancelledAndOver, []),
      .silent(
        "fired by the remove itself", after: .waiting,
        [
          .cancel(), .remove(), .callback(1), .called(), .removed(), .cancelled(), .element(1),
          .next(), .end(), .left(), .quiescent,
        ]),
    ]
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      if let at = evidence.surfacing(of: .afterRemove, in: subscription) {
        return .violated(
          at: at,
          because: "\(subscription.name(gotAt: at)), called back after the remove, reached the "
            + "consumer")
      }
      let isExercised = subscription.deliveries.contains { $0.phase == .afterRemove }
      return isExercised ? .held : .notExercised
    }
  }
}

extension Rule.Code {
  fileprivate static let inFlightMuted = Rule.Code(
    wrong: """
      mutating func receive(_ price: Double) -> Waiter? {
        if waiter == nil { buffer.append(price) }
        return waiter.take()  // the caller resumes it with the price
      }
      """,
    right: """
      mutating func receive(_ price: Double) -> Waiter? {
        guard end == nil else { return nil }  // a cancel sets it, too
        if waiter == nil { buffer.append(price) }
        return waiter.take()  // the caller resumes it with the price
      }
      """)
}
