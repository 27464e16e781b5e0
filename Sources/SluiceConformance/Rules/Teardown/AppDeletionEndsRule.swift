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
    anchors: [.practice("FIRComponentLifecycleMaintainer: appWillBeDeleted:")],
    traits: [.source],
    implies: [
      "cancellation.suspended-returns", "teardown.balanced", "memory.tasks-ended",
      "memory.captures-released", "memory.owner-released",
    ],
    underThreads: .needsQuiescence,
    examples: [
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
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.source != .socket },
      otherwise: .inapplicable(because: "the source is a socket, which the app closes by itself")
    ) { subscription in
      guard let closed = subscription.closedByApp else { return .notExercised }
      switch evidence.outcome(in: subscription, after: closed) {
      case .answered(_, let answered):
        return evidence.release(of: subscription, after: answered, "its app was deleted")
      case .stalled(let at):
        return .violated(at: at, because: "its app was deleted, and a consumer waits")
      case .open: return .notExercised
      }
    }
  }
}

extension Evidence {
  /// Whether nothing is registered any more when nothing is ready after a stream's end.
  ///
  /// - Parameters:
  ///   - subscription: The stream's.
  ///   - end: Where it ended.
  ///   - reason: Why it had to, as a clause.
  /// - Returns: The verdict.
  func release(of subscription: Subscription, after end: Int, _ reason: String) -> Verdict {
    guard let leak = leak(of: subscription.registrations, after: end) else {
      return tellsOfLeaks(of: subscription.registrations, after: end) ? .held : .notExercised
    }
    let number = leak.registration.id.number
    return .violated(
      at: leak.at, because: "\(reason), and it ended, but #\(number) is still registered")
  }
}
