import SluiceSpies

extension Rule {
  /// The rule that a cancelled consumer's end follows the release of its registrations.
  public static let removedBeforeEnd = Rule(
    id: "cancellation.removed-before-end",
    statement: "a cancelled consumer sees its end only when its registrations are released",
    level: .must,
    rationale: """
      What follows the loop may delete what the listener still watches, or subscribe again \
      beside it.
      """,
    anchors: [.proposal],
    implies: ["teardown.balanced"],
    underThreads: .needsPromptness,
    examples: [
      .conforming("removed, then ended", after: .cancelledAndOver, []),
      .violating(
        "ended first, removed by quiescence as declared", .declaring(\.removal, .settled),
        after: .waiting,
        [.cancel(), .cancelled(), .end().blamed, .left(), .remove(), .removed(), .quiescent]),
      .silent("stuck", after: .waiting, [.cancel(), .remove(), .removed(), .cancelled()]),
      .silent(
        "the source had failed before", after: .busy,
        [
          .callback(.failure(.named("denied"))), .called(), .cancel(), .cancelled(), .next(),
          .failure("denied"), .left(.failed),
        ]),
    ]
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in
      guard
        !cancellation.isShared, !cancellation.subscription.registrations.isEmpty,
        let ended = cancellation.consumer.terminal?.returned
      else { return .notExercised }
      guard let leaked = cancellation.subscription.active(at: ended) else { return .held }
      return .violated(
        at: ended, because: "the consumer ended while #\(leaked.id.number) was registered")
    }
  }
}
