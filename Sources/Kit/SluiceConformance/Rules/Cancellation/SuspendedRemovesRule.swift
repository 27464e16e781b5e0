import SluiceSpies

extension Rule {
  /// The rule that cancelling a consumer which waits removes its registrations promptly.
  ///
  /// Promptly is by quiescence: who declares to remove within the cancel itself, and settles,
  /// breaks ``removalDeclared`` alone.
  public static let suspendedRemoves = Rule(
    id: "cancellation.suspended-removes",
    statement: "cancelling a consumer that waits in next() removes its registrations promptly",
    level: .must,
    rationale: """
      A screen that is closed goes on paying for reads, and its listener goes on running, until \
      something else happens to wake the stream.
      """,
    usualCause: """
      The cancellation handler wakes the consumer and does not remove the listener, or leaves the \
      remove to the next callback, to a timer or to an object that is gone.
      """,
    fix: """
      Call remove() inside the cancellation handler: in continuation.onTermination, or in onCancel \
      of withTaskCancellationHandler.
      """,
    code: .suspendedRemoves,
    anchors: [.proposal, .swiftEvolution("SE-0304")],
    traits: [.removal, .listeners],
    implies: [
      "cancellation.suspended-returns", "cancellation.removed-before-end",
      "teardown.removal-declared", "teardown.balanced",
    ],
    underThreads: .needsPromptness,
    examples: [
      .conforming("removed inside the cancel", after: .cancelledAndOver, []),
      .violating(
        "never removed", after: .waitingAgain,
        [.cancel(), .cancelled().blamed, .end(), .left(), .quiescent]),
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
          .quiescent,
        ]),
      .silent(
        "the log ends before it can tell", after: .waitingAgain,
        [.cancel(), .cancelled(), .end(), .left()]),
      .silent(
        "a value is on the way", after: .waiting,
        [.callback(1), .called(), .cancel(), .cancelled(), .element(1)]),
      .silent(
        "nothing is registered yet",
        [
          .accessed(), .madeIterator(), .next(), .cancel(), .cancelled(), .end(), .left(),
        ]),
    ] + removedLater
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in
      let registrations = cancellation.releasable
      guard
        cancellation.moment == .waiting, !cancellation.isShared, !registrations.isEmpty,
        let returned = cancellation.returned
      else { return .notExercised }
      return evidence.releasing(
        registrations, after: returned, event: "the cancel",
        atOnce: evidence.mustRemoveAtOnce(cancellation)
          ? { number in "#\(number) was still registered when cancel returned" } : nil)
    }
  }

  /// Removed after the cancel came back, as a stream may that declares to settle, or too late.
  private static let removedLater: [Example] = [
    .silent(
      "another one still reads what both share", .broadcast, after: .twoSharing,
      [.cancel(), .cancelled(), .end(), .left(), .quiescent]),
    .conforming(
      "the last of two who share is cancelled", .broadcast, after: .twoSharing,
      [
        .cancel(), .cancelled(), .end(), .left(), .cancel(2), .remove(by: 2), .removed(),
        .cancelled(2), .end(2), .left(.ended, 2), .quiescent,
      ]),
    .violating(
      "the last of two who share leaves it behind", .broadcast, after: .twoSharing,
      [
        .cancel(), .cancelled(), .end(), .left(), .cancel(2), .cancelled(2).blamed, .end(2),
        .left(.ended, 2), .quiescent,
      ]),
    .silent(
      "another one joins before it is removed", Traits.broadcast.with { $0.removal = .settled },
      after: .waitingHeld,
      [
        .cancel(), .cancelled(), .end(), .left(), .madeIterator(2), .next(2), .quiescent,
      ]),
    .conforming(
      "removed by quiescence, as declared", .declaring(\.removal, .settled), after: .waiting,
      [.cancel(), .cancelled(), .remove(), .removed(), .end(), .left(), .quiescent]),
    .violating(
      "never removed, and declared to settle", .declaring(\.removal, .settled),
      after: .waitingAgain, [.cancel(), .cancelled(), .end(), .left(), .quiescent.blamed]),
    .violating(
      "removed only by a call past the end, and declared to settle",
      .declaring(\.removal, .settled), after: .waitingAgain,
      [
        .cancel(), .cancelled(), .end(), .left(), .next(), .remove().inTheSameStep, .removed(),
        .end(), .quiescent.blamed,
      ]),
  ]
}

extension Rule.Code {
  fileprivate static let suspendedRemoves = Rule.Code(
    wrong: """
      AsyncStream { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { reason in
          if case .finished = reason { handle.remove() }
        }
      }
      """,
    right: """
      AsyncStream { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
      }
      """)
}
