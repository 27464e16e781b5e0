import SluiceSpies

extension Rule {
  /// The rule that a stream ends with the app that its source belongs to, and leaves nothing there.
  public static let appDeletionEnds = Rule(
    id: "teardown.app-deletion-ends",
    statement:
      "when its app is deleted a stream ends by quiescence, and its registrations are removed",
    level: .must,
    rationale: """
      The instance behind a deleted app tells nobody anything any more: whoever waits for it waits \
      for ever, and whatever is registered there keeps the instance, and with it the app, alive.
      """,
    usualCause: """
      The stream knows nothing of its app, or looks for it with the next update. A deleted app \
      sends none.
      """,
    fix: """
      Finish the stream and remove its listener when the app is deleted. The kit's fakes tell of \
      it in FirebaseApp.onDeletion(_:).
      """,
    code: .appDeletionEnds,
    anchors: [.firebase("FirebaseCore/Extension/FIRComponent.h, appWillBeDeleted:")],
    traits: [.source],
    implies: [
      "cancellation.suspended-returns", "teardown.balanced", "memory.tasks-ended",
      "memory.captures-released", "memory.owner-released",
    ],
    underThreads: .needsQuiescence,
    examples: logs
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.source != .socket },
      otherwise: .inapplicable(because: "the source is a socket, which the app closes by itself")
    ) { subscription in
      guard let closed = subscription.closedByApp else { return .notExercised }
      return evidence.verdict(
        afterLossAt: closed, in: subscription, because: "its app was deleted")
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming(
      "ended with its app", after: .waiting,
      [
        .closedByApp(), .remove(by: nil), .removed(), .end(), .left(), .next(), .end(),
        .quiescent,
      ]),
    .conforming(
      "removed a little later", after: .waiting,
      [.closedByApp(), .end(), .left(), .remove(by: nil), .removed(), .quiescent]),
    .conforming(
      "the error that came before", after: .waiting,
      [
        .callback(.failure(.named("unavailable"))), .called(), .closedByApp(), .remove(),
        .removed(), .failure("unavailable"), .left(.failed), .quiescent,
      ]),
    .conforming(
      "removed when its add came back",
      [
        .accessed(), .madeIterator(), .next(), .add(), .closedByApp(), .end(), .left(),
        .quiescent, .added(), .remove(), .removed(), .quiescent,
      ]),
    .violating("waits on", after: .waiting, [.closedByApp(), .quiescent.blamed]),
    .violating(
      "gone without an end", after: .waiting,
      [.closedByApp(), .remove(by: nil), .removed(), .quiescent.blamed]),
    .violating(
      "ended, and still registered", after: .waiting,
      [.closedByApp(), .end(), .left(), .quiescent.blamed]),
    .silent("its app is there", after: .waiting, [.quiescent]),
    .silent(
      "cancelled when its app was deleted", after: .waiting,
      [
        .closedByApp(), .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(),
        .quiescent,
      ]),
    .outside("a socket, which the app closes by itself", .socket, after: .receiving),
  ]
}

extension Rule.Code {
  fileprivate static let appDeletionEnds = Rule.Code(
    wrong: """
      let handle = config.addOnConfigUpdateListener { listener($0, $1) }
      continuation.onTermination = { _ in
        handle.remove()
      }
      """,
    right: """
      let registration = Registration()
      continuation.onTermination = { _ in registration.cancel() }
      let notice = app.onDeletion { continuation.finish() }
      let handle = config.addOnConfigUpdateListener { listener($0, $1) }
      // If the app is deleted inside the add, this removes at once.
      registration.keep {
        notice.remove()
        handle.remove()
      }
      """)
}
