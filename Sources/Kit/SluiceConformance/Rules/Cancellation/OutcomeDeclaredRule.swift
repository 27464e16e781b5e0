import SluiceSpies

extension Rule {
  /// The rule that a cancelled iteration ends as declared.
  public static let outcomeDeclared = Rule(
    id: "cancellation.outcome-declared",
    statement: "a cancelled iteration ends with nil or with CancellationError, as declared",
    level: .should,
    levelReason: """
      The iteration ends and the listener is removed either way; callers that do not ask how \
      it ended notice nothing.
      """,
    rationale: """
      Where the outcome depends on timing, a caller that treats an end as success is right only \
      mostly. An error of its own is CancellationError where its subject says that it stands for it.
      """,
    usualCause: """
      The outcome depends on the moment: a waiting consumer gets nil, and a busy one gets \
      CancellationError from Task.checkCancellation().
      """,
    causes: .outcomeDeclared,
    fix: "End in the same way in both cases, and declare it in the trait 'cancel-outcome'.",
    anchors: [.measured("a cancelled AsyncThrowingStream ends with nil")],
    traits: [.cancelOutcome],
    underThreads: .counts,
    examples: [
      .conforming("nil", after: .cancelledAndOver, []),
      .conforming(
        "CancellationError, as declared", .declaring(\.cancelOutcome, .throwsCancellation),
        after: .waiting,
        [.cancel(), .remove(), .removed(), .cancelled(), .cancellation, .left(.failed)]),
      .violating(
        "CancellationError, and was declared to end", after: .waiting,
        [.cancel(), .remove(), .removed(), .cancelled(), .cancellation.blamed, .left(.failed)]),
      .violating(
        "nil, and was declared to throw", .declaring(\.cancelOutcome, .throwsCancellation),
        after: .waiting,
        [.cancel(), .remove(), .removed(), .cancelled(), .end().blamed, .left()]),
      .silent(
        "the source ended meanwhile", .declaring(\.removal, .settled), after: .waiting,
        [
          .cancel(), .cancelled(), .callback(.failure(.named("denied"))), .called(), .remove(),
          .removed(), .failure("denied"), .left(.failed),
        ]),
      .silent("never cancelled", after: .waiting, []),
    ]
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in
      let subscription = cancellation.subscription
      guard
        evidence.knowsOwners, let ended = cancellation.consumer.terminal?.returned,
        let output = cancellation.consumer.terminal?.output,
        !subscription.mayHaveEnded(before: ended), ended < subscription.addThrew ?? .max
      else { return .notExercised }
      switch (subscription.traits.cancelOutcome, output) {
      case (.ends, .end): return .held
      case (.throwsCancellation, .failure(let failure)) where failure.isCancellation: return .held
      default:
        return .violated(at: ended, because: "the cancelled iteration ended with \(output)")
      }
    }
  }
}

extension [Rule.Cause] {
  fileprivate static var outcomeDeclared: Self {
    [
      .usual(
        """
        Task.checkCancellation(), or a wait such as Task.sleep(for:), throws CancellationError in \
        a cancelled task, and next() passes it on.
        """
      ) { evidence, blamed in
        if case .nextReturned(_, .failure) = evidence.entries[blamed].event { true } else { false }
      },
      .usual("The cancellation handler resumes the waiting continuation with nil.") {
        evidence, blamed in
        if case .nextReturned(_, .end) = evidence.entries[blamed].event { true } else { false }
      },
    ]
  }
}
