import SluiceSpies

extension Rule {
  /// The rule that an error releases what was registered.
  public static let errorsRemovesListener = Rule(
    id: "errors.removes-listener",
    statement: "when the source has failed the registrations are released promptly",
    level: .must,
    rationale: """
      A consumer that catches the error and subscribes again would have two listeners, one of \
      them for nobody.
      """,
    usualCause: """
      The stream removes after its forwarding loop, where an error skips the line, or relies on a \
      failed source to remove its listeners.
      """,
    causes: [.ownerIsGone, .onlyCancelsRemove],
    fix: """
      Remove in a defer block or in continuation.onTermination, which run for an error as well.
      """,
    code: .errorsRemovesListener,
    anchors: [.reactiveStreams("1.6"), .proposal],
    traits: [.canFail, .removal],
    needs: [.fail],
    implies: ["teardown.removal-declared", "teardown.balanced"],
    underThreads: .needsPromptness,
    examples: [
      .conforming(
        "removed inside the callback", after: .waiting,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
          .failure("denied"), .left(.failed), .quiescent,
        ]),
      .violating(
        "not removed", after: .waiting,
        [
          .callback(.failure(.named("denied"))), .called(), .failure("denied").blamed,
          .left(.failed), .quiescent,
        ]),
      .conforming(
        "removed afterwards, by quiescence", .declaring(\.removal, .settled), after: .waiting,
        [
          .callback(.failure(.named("denied"))), .called(), .failure("denied"), .left(.failed),
          .remove(), .removed(), .quiescent,
        ]),
      .violating(
        "removed only when time moves on", .declaring(\.removal, .settled), after: .waiting,
        [
          .callback(.failure(.named("denied"))), .called(), .failure("denied"), .left(.failed),
          .quiescent.blamed, .remove().after(50_000_000), .removed(), .quiescent,
        ]),
      .silent("no error", after: .cancelledAndOver, []),
      .outside("a stream that can't throw", .declaring(\.canFail, false)),
    ] + keptWithReason
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.canFail }, otherwise: .cannotFail
    ) { subscription in
      guard
        let end = subscription.sourceEnd, end.failure != nil,
        case .answered(.failure, let at) = evidence.outcome(in: subscription, after: end.began)
      else { return .notExercised }
      return evidence.releasing(
        subscription.registrations, after: at, event: "the error",
        atOnce: subscription.traits.removal != .synchronous
          ? nil : { number in "next() threw while #\(number) was still registered" })
    }
  }
}

extension Rule {
  /// Not removed, and the log shows why.
  private static let keptWithReason: [Example] = [
    .violating(
      "not removed, and its owner was gone before", after: .waiting,
      [
        .droppedOwner, .callback(.failure(.named("denied"))), .called(),
        .failure("denied").blamed, .left(.failed), .quiescent,
      ]),
    .violating(
      "not removed, and another one was removed by a cancel", after: .twoWaiting,
      [
        .cancel(2), .remove(2, by: 2, of: 2), .removed(2), .cancelled(2), .end(2),
        .left(.ended, 2), .quiescent,
        .callback(.failure(.named("denied"))), .called(), .failure("denied").blamed,
        .left(.failed), .quiescent,
      ]),
  ]
}

extension Rule.Code {
  fileprivate static let errorsRemovesListener = Rule.Code(
    wrong: """
      do {
        for try await price in prices { continuation.yield(price) }
        handle.remove()
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
      """,
    right: """
      defer { handle.remove() }
      do {
        for try await price in prices { continuation.yield(price) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
      """)
}
