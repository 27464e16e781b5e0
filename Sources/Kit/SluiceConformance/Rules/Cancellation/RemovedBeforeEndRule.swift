import SluiceSpies

extension Rule {
  /// The rule that a cancelled consumer's end follows the release of its registrations.
  ///
  /// Of a stream that declares to settle the end may come first, if all is released by quiescence.
  public static let removedBeforeEnd = Rule(
    id: "cancellation.removed-before-end",
    statement: "a cancelled consumer sees its end only when its registrations are released",
    level: .must,
    rationale: """
      What follows the loop may delete what the listener still watches, or subscribe again \
      beside it.
      """,
    usualCause: """
      The cancellation handler resumes the consumer first and removes after that, often in a Task.
      """,
    fix: "Remove first and resume the consumer then, or declare 'removal.settled'.",
    code: .removedBeforeEnd,
    anchors: [.proposal],
    traits: [.removal],
    implies: ["teardown.balanced"],
    underThreads: .needsPromptness,
    examples: [
      .conforming("removed, then ended", after: .cancelledAndOver, []),
      .conforming(
        "ended first, removed by quiescence as declared", .declaring(\.removal, .settled),
        after: .waiting,
        [.cancel(), .cancelled(), .end(), .left(), .remove(), .removed(), .quiescent]),
      .violating(
        "ended first, and was declared to remove at once", after: .waiting,
        [.cancel(), .cancelled(), .end().blamed, .left(), .remove(), .removed(), .quiescent]),
      .violating(
        "ended first, and removed a second later",
        Traits().with { traits in
          traits.registration = .iterator
          traits.removal = .settled
        },
        [
          .accessed(), .madeIterator(), .add(), .added(), .cancel(), .cancelled(), .next(), .end(),
          .left(), .quiescent.blamed, .remove().after(1_000_000_000), .removed(), .quiescent,
        ]),
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
      if cancellation.subscription.traits.removal != .synchronous {
        return evidence.releasing(
          cancellation.subscription.registrations, after: ended, event: "the consumer's end",
          atOnce: nil)
      }
      guard let leaked = cancellation.subscription.active(at: ended) else { return .held }
      return .violated(
        at: ended, because: "the consumer ended while #\(leaked.id.number) was registered")
    }
  }
}

extension Rule.Code {
  fileprivate static let removedBeforeEnd = Rule.Code(
    wrong: """
      func next() async throws -> Double? {
        try await withTaskCancellationHandler {
          try await inbox.next()
        } onCancel: {
          inbox.finish()  // resumes the waiting continuation with nil
          Task { inbox.remove() }  // removes the listener
        }
      }
      """,
    right: """
      func next() async throws -> Double? {
        try await withTaskCancellationHandler {
          try await inbox.next()
        } onCancel: {
          inbox.remove()  // removes the listener
          inbox.finish()  // resumes the waiting continuation with nil
        }
      }
      """)
}
