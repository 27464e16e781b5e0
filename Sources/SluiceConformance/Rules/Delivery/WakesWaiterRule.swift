import SluiceSpies

extension Rule {
  /// The rule that a value resumes the consumer that waits for it.
  public static let wakesWaiter = Rule(
    id: "delivery.wakes-waiter",
    statement: "a value called back while the consumer waits in next() resumes it by quiescence",
    level: .must,
    rationale: """
      A value that is stored without waking its consumer shows only when the next one comes, or \
      never.
      """,
    anchors: [.reactiveStreams("3.8")],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("resumed", after: .waitingAgain, []),
      .violating(
        "stored, and the consumer waits on", after: .waiting,
        [.callback(1), .called(), .quiescent.blamed, .callback(2), .called(), .element(1)]),
      .conforming(
        "both who share", .broadcast, after: .twoSharing,
        [
          .callback(1), .called(), .element(1), .next(), .element(1, 2), .next(2), .quiescent,
        ]),
      .violating(
        "one of two who share", .broadcast, after: .twoSharing,
        [.callback(1), .called(), .element(1), .next(), .quiescent.blamed]),
      .silent(
        "called back before the consumer iterates",
        [
          .accessed(), .add(by: nil), .added(),
          .callback(2), .called(), .quiescent,
        ]),
      .silent(
        "cancelled at the same instant", after: .waiting,
        [.callback(1), .called(), .cancel(), .remove(), .removed(), .cancelled(), .quiescent]),
    ]
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      .overall(subscription.deliveries) { delivery in
        switch evidence.waking(by: delivery, in: subscription) {
        case .woken: .held
        case .unknown: .notExercised
        case .stuck(let at):
          .violated(
            at: at,
            because: "a value of #\(delivery.registration.number) left its consumer waiting")
        }
      }
    }
  }
}
