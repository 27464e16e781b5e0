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
    causes: .suspendedRemoves,
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
    ] + kept + removedLater
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

  /// Kept, and something that came before or after the cancel tells why.
  private static let kept: [Example] = [
    .violating(
      "its owner was gone before", after: .waitingAgain,
      [.droppedOwner, .cancel(), .cancelled().blamed, .end(), .left(), .quiescent]),
    .violating(
      "ended with its owner before, which has left it", .declaring(\.owner, .ends),
      after: .waitingAgain,
      [.droppedOwner, .cancel(), .cancelled(), .end(), .left(), .quiescent.blamed]),
    .violating(
      "not heard of until an error comes, which removes it", after: .waitingAgain,
      [
        .cancel(), .cancelled().blamed, .callback(.failure(.named("denied"))), .remove(),
        .removed(), .called(), .failure("denied"), .left(.failed), .quiescent,
      ]),
  ]

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

extension [Rule.Cause] {
  fileprivate static var suspendedRemoves: Self {
    [
      .ownerIsGone,
      .usual(
        """
        The owner's deinit has finished the stream and left its listener. The cancel then finds \
        the stream over, and removes nothing.
        """
      ) { evidence, blamed in
        let cancellation = evidence.cancellation(before: blamed)
        let dropped = cancellation?.subscription.ownerDropped ?? .max
        return cancellation.map { cancellation in dropped < cancellation.called } == true
      },
      .usual(
        """
        The cancel reaches no code of the stream: next() waits outside \
        withTaskCancellationHandler, and only the next callback looks at the cancellation.
        """
      ) { evidence, blamed in
        evidence.cancellation(before: blamed).map(evidence.hasNotHeard) == true
      },
      .usual(
        """
        The stream keeps the handle of one of its listeners, and the cancellation handler removes \
        that one alone.
        """
      ) { evidence, blamed in
        guard let cancellation = evidence.cancellation(before: blamed) else { return false }
        return cancellation.releasable.contains { registration in
          registration.gone ?? .max < blamed
        }
      },
      .usual(
        """
        The cancellation handler ends this reader, and the number of readers that would have the \
        last one remove the listener never falls to 0.
        """
      ) { evidence, blamed in
        evidence.leftBehind(at: blamed)?.of.traits.iterators == .broadcast
      },
      .usual(
        """
        The cancellation handler wakes the consumer and leaves the remove to something that comes \
        later: the next callback, a further next() or a timer.
        """
      ) { evidence, blamed in
        let gone = evidence.leftBehind(at: blamed)?.registration.gone ?? .max
        return gone < evidence.epilogueBegan ?? .max
      },
      .usual(
        """
        The cancellation handler wakes the consumer and does not remove the listener, or calls an \
        object of the stream that is gone.
        """
      ) { evidence, blamed in evidence.leftBehind(at: blamed) != nil },
    ]
  }
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
