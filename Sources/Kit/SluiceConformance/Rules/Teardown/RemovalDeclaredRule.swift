import SluiceSpies

extension Rule {
  /// The rule that who declares to remove at once does.
  ///
  /// It tells a remove that comes a step late from one that never comes: that a listener is gone by
  /// quiescence is for the rules to say that imply this one, whatever a stream declares.
  public static let removalDeclared = Rule(
    id: "teardown.removal-declared",
    statement: "who declares so removes within the cancel, or else before next() answers or throws",
    level: .must,
    rationale: """
      Who has cancelled takes the listener for gone, and goes on: a remove that follows in a task \
      may fall into whatever comes next. A stream that can do no better says so.
      """,
    usualCause: """
      The stream declares to remove at once, and its cancellation handler starts a Task or puts a \
      block on a queue that removes later.
      """,
    causes: .removalDeclared,
    fix: "Call remove() synchronously in the cancellation handler, or declare 'removal.settled'.",
    code: .removalDeclared,
    anchors: [.proposal, .swiftEvolution("SE-0304")],
    traits: [.removal, .listeners],
    implies: ["cancellation.removed-before-end"],
    underThreads: .needsPromptness,
    examples: [
      .conforming("removed inside the cancel", after: .cancelledAndOver, []),
      .conforming(
        "cancelled while busy, removed at the next next()", after: .busy,
        [.cancel(), .cancelled(), .next(), .remove(), .removed(), .end(), .left(), .quiescent]),
      .conforming(
        "removed before the error is thrown", after: .waiting,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
          .failure("denied"), .left(.failed), .quiescent,
        ]),
      .violating(
        "removed through a task", after: .waitingAgain,
        [.cancel(), .cancelled().blamed, .remove(), .removed(), .end(), .left(), .quiescent]),
      .violating(
        "one of two removed through a task", .declaring(\.listeners, 2),
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .add(2), .added(2), .quiescent,
          .cancel(), .remove(), .removed(), .cancelled().blamed, .remove(2), .removed(2), .end(),
          .left(), .quiescent,
        ]),
      .violating(
        "cancelled while busy, and a value comes before the remove",
        .declaring(\.bufferOnCancel, .drains), after: .busy,
        [
          .callback(2), .called(), .cancel(), .cancelled(), .next(), .element(2).blamed,
          .remove(), .removed(), .next(), .end(), .left(), .quiescent,
        ]),
      .violating(
        "removed through a task, after the error", after: .waiting,
        [
          .callback(.failure(.named("denied"))), .called(), .failure("denied").blamed,
          .left(.failed), .remove(), .removed(), .quiescent,
        ]),
      .silent(
        "a value is on the way", after: .waiting,
        [.callback(1), .called(), .cancel(), .cancelled(), .element(1)]),
      .outside(
        "a stream that declares to settle", .declaring(\.removal, .settled), after: .waitingAgain,
        [.cancel(), .cancelled(), .remove(), .removed(), .end(), .left(), .quiescent]),
    ] + lateWithReason
  ) { evidence in
    let ofErrors = Verdict.overall(
      evidence, where: { traits in traits.removal == .synchronous },
      otherwise: .inapplicable(because: "the stream declares that it removes by quiescence")
    ) { subscription in evidence.removalAtError(in: subscription) }
    if case .inapplicable = ofErrors { return ofErrors }
    return ofErrors.merged(
      with: .overall(evidence.cancellations) { cancellation in evidence.removal(by: cancellation) })
  }
}

extension Evidence {
  /// Whether a cancel removed at once what it had to.
  fileprivate func removal(by cancellation: Cancellation) -> Verdict {
    guard cancellation.subscription.traits.removal == .synchronous, !cancellation.isShared else {
      return .notExercised
    }
    switch cancellation.moment {
    case .waiting:
      guard
        mustRemoveAtOnce(cancellation), let returned = cancellation.returned,
        !cancellation.releasable.isEmpty
      else { return .notExercised }
      let late = cancellation.releasable.first { $0.isActive(at: returned) }
      return late.map { late in
        .violated(
          at: returned, because: "#\(late.id.number) was still registered when cancel returned")
      } ?? .held
    case .busy:
      guard
        let next = cancellation.consumer.next(after: cancellation.called),
        !cancellation.consumer.isOperators(next), let answered = next.returned,
        !cancellation.subscription.registrations.isEmpty
      else { return .notExercised }
      return cancellation.subscription.active(at: answered).map { late in
        .violated(
          at: answered,
          because: "the first next() after the cancel left #\(late.id.number) registered")
      } ?? .held
    case .beforeIterating, .beforeFirstNext: return .notExercised
    }
  }

  /// Whether everything was removed when an error of the source was thrown.
  fileprivate func removalAtError(in subscription: Subscription) -> Verdict {
    guard
      subscription.traits.canFail, let end = subscription.sourceEnd, end.failure != nil,
      case .answered(.failure, let at) = outcome(in: subscription, after: end.began)
    else { return .notExercised }
    return subscription.active(at: at).map { late in
      .violated(at: at, because: "next() threw while #\(late.id.number) was still registered")
    } ?? .held
  }
}

extension Rule {
  /// Not removed at once, and the log shows why.
  private static let lateWithReason: [Example] = [
    .violating(
      "not removed, and its owner was gone before", after: .waitingAgain,
      [.droppedOwner, .cancel(), .cancelled().blamed, .end(), .left(), .quiescent]),
    .violating(
      "not heard of until a value comes, which removes it", after: .waitingAgain,
      [
        .cancel(), .cancelled().blamed, .callback(2), .remove(), .removed(), .called(), .end(),
        .left(), .quiescent,
      ]),
  ]
}

extension [Rule.Cause] {
  fileprivate static var removalDeclared: Self {
    [
      .ownerIsGone,
      .usual(
        """
        The cancel reaches no code of the stream: next() waits outside \
        withTaskCancellationHandler, and only the next callback looks at the cancellation.
        """
      ) { evidence, blamed in
        guard case .cancelReturned = evidence.entries[blamed].event else { return false }
        return evidence.cancellation(before: blamed).map(evidence.hasNotHeard) == true
      },
      .usual("The error is thrown first, and the remove follows in a Task or with the iterator.") {
        evidence, blamed in
        if case .nextReturned(_, .failure) = evidence.entries[blamed].event { true } else { false }
      },
      .usual("A call of next() hands out what is buffered before it looks at the cancellation.") {
        evidence, blamed in evidence.reception(at: blamed) != nil
      },
    ]
  }
}

extension Rule.Code {
  fileprivate static let removalDeclared = Rule.Code(
    wrong: """
      AsyncStream { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in
          Task { handle.remove() }
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
