import SluiceSpies

extension Rule {
  /// The rule that an end releases what was registered.
  public static let completionRemovesListener = Rule(
    id: "completion.removes-listener",
    statement: "when an iteration has ended normally its registrations are released by quiescence",
    level: .must,
    rationale: """
      After the end nobody cancels any more; what is still registered then stays registered as \
      long as the iterator lives.
      """,
    usualCause: """
      The stream removes its listener when it is cancelled and not when it ends, because it relies \
      on the source to forget the listener.
      """,
    causes: [.ownerIsGone, .onlyCancelsRemove],
    fix: "Remove in continuation.onTermination for every reason, .finished as well as .cancelled.",
    code: .completionRemovesListener,
    anchors: [.reactiveStreams("1.6"), .proposal],
    needs: [.finish],
    implies: ["teardown.balanced"],
    underThreads: .needsPromptness,
    examples: [
      .conforming(
        "removed inside the callback", after: .waiting,
        [.callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .quiescent]),
      .conforming(
        "removed directly after the end", after: .waiting,
        [.callback(.finish), .called(), .end(), .left(), .remove(), .removed(), .quiescent]),
      .violating(
        "removed only with the iterator", after: .waiting,
        [
          .callback(.finish), .called(), .end(), .left(), .next(), .end(), .quiescent.blamed,
          .epilogue, .droppedIterator(), .remove(), .removed(), .quiescent, .over,
        ]),
      .violating(
        "one of two listeners kept", .declaring(\.listeners, 2),
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .add(2), .added(2),
          .quiescent, .callback(.finish), .remove(), .removed(), .called(), .end(), .left(),
          .quiescent.blamed,
        ]),
      .violating(
        "kept, and its owner was gone before", after: .waiting,
        [.droppedOwner, .callback(.finish), .called(), .end(), .left(), .quiescent.blamed]),
      .violating(
        "kept, and another one was removed by a cancel", after: .twoWaiting,
        [
          .cancel(2), .remove(2, by: 2, of: 2), .removed(2), .cancelled(2), .end(2),
          .left(.ended, 2), .quiescent, .callback(.finish), .called(), .end(), .left(),
          .quiescent.blamed,
        ]),
      .silent("cancelled", after: .cancelledAndOver, []),
      .outside("a source without an end", Traits().lacking(.finish)),
    ]
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      guard
        let end = subscription.sourceEnd, end.failure == nil,
        case .answered(.end, let at) = evidence.outcome(in: subscription, after: end.began)
      else { return .notExercised }
      return evidence.released(subscription, after: at, what: "the end")
    }
  }
}

extension Rule.Code {
  fileprivate static let completionRemovesListener = Rule.Code(
    wrong: """
      continuation.onTermination = { reason in
        if case .cancelled = reason { registration.cancel() }
      }
      let handle = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        continuation.finish()
      }
      registration.keep(handle)  // or removes it, after a cancel()
      """,
    right: """
      continuation.onTermination = { _ in registration.cancel() }
      let handle = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        continuation.finish()
      }
      registration.keep(handle)  // or removes it, after a cancel()
      """)
}
