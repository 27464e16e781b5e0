import SluiceSpies

extension Rule {
  /// The rule that cancelling a consumer which waits removes its registrations promptly.
  public static let suspendedRemoves = Rule(
    id: "cancellation.suspended-removes",
    statement: "cancelling a consumer that waits in next() removes its registrations promptly",
    level: .must,
    rationale: """
      A screen that is closed goes on paying for reads, and its listener goes on running, until \
      something else happens to wake the stream.
      """,
    anchors: [.proposal, .swiftEvolution("SE-0304")],
    traits: [.removal, .listeners],
    implies: [
      "cancellation.suspended-returns", "cancellation.removed-before-end", "teardown.balanced",
    ],
    underThreads: .needsPromptness,
    examples: [
      .conforming("removed inside the cancel", after: .cancelledAndOver, []),
      .conforming(
        "removed by quiescence, as declared", .declaring(\.removal, .settled), after: .waiting,
        [.cancel(), .cancelled(), .remove(), .removed(), .end(), .left(), .quiescent]),
      .violating(
        "never removed", after: .waitingAgain,
        [.cancel(), .cancelled().blamed, .end(), .left(), .quiescent]),
      .violating(
        "removed through a task, declared synchronous", after: .waitingAgain,
        [.cancel(), .cancelled().blamed, .remove(), .removed(), .end(), .left(), .quiescent]),
      .violating(
        "removed by a poll a second later", .declaring(\.removal, .settled), after: .waitingAgain,
        [
          .cancel(), .cancelled(), .quiescent.blamed, .remove().after(1_000_000_000), .removed(),
          .end(), .left(), .quiescent,
        ]),
      .violating(
        "one of two listeners kept", .declaring(\.listeners, 2),
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .add(2), .added(2),
          .quiescent, .cancel(), .remove(), .removed(), .cancelled().blamed, .end(), .left(),
        ]),
      .silent(
        "a value is on the way", after: .waiting,
        [.callback(1), .called(), .cancel(), .cancelled(), .element(1)]),
      .silent(
        "nothing is registered yet",
        [
          .accessed(), .madeIterator(), .next(), .cancel(), .cancelled(), .end(), .left(),
        ]),
    ]
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in
      let registrations = cancellation.releasable
      guard
        cancellation.moment == .waiting, !cancellation.isShared, !registrations.isEmpty,
        let deadline = evidence.deadline(of: cancellation)
      else { return .notExercised }
      guard let leaked = registrations.first(where: { $0.isActive(at: deadline) }) else {
        return .held
      }
      let limit =
        evidence.mustRemoveAtOnce(cancellation)
        ? "when cancel returned" : "at the quiescence after the cancel"
      return .violated(
        at: deadline, because: evidence.stillRegistered(leaked, at: deadline, " \(limit)"))
    }
  }
}
