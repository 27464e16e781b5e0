import SluiceSpies

extension Rule {
  /// The rule that every value yielded was called back.
  public static let noInventedValues = Rule(
    id: "delivery.no-invented-values",
    statement: "nothing is yielded that was not called back, nor oftener than it was",
    level: .must,
    rationale: """
      A value that comes twice is processed twice: a message is sent again, a counter runs \
      ahead.
      """,
    anchors: [.reactiveStreams("1.1")],
    implies: ["delivery.each-value-once"],
    underThreads: .counts,
    examples: [
      .conforming("one value", after: .waitingAgain, []),
      .violating(
        "the last repeated", after: .busy, [.next(), .element(1).blamed, .next(), .quiescent]),
      .violating(
        "changed on the way", after: .waiting,
        [.callback(1), .called(), .element(10).blamed, .next(), .quiescent]),
      .violating(
        "yielded before it was called back", after: .waiting,
        [
          .element(1).blamed, .next(), .callback(1), .called(), .element(1), .next(), .quiescent,
        ]),
      .silent("nothing yielded", after: .waiting, []),
    ]
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      if let invented = subscription.invented {
        return .violated(
          at: invented.at, because: "\(invented.value) was not called back, or not as often")
      }
      return subscription.receptions.isEmpty ? .notExercised : .held
    }
  }
}
