import SluiceSpies

extension Rule {
  /// The rule that an add which throws ends the stream with what it threw.
  public static let addFailureSurfaces = Rule(
    id: "registration.add-failure-surfaces",
    statement: "an add that throws ends the stream with the error that it threw",
    level: .must,
    rationale: """
      A swallowed error leaves the consumer waiting for a listener that was never added, or \
      makes a failure look like an empty result.
      """,
    usualCause: """
      The stream calls add with try?, or catches its error and goes on without a listener.
      """,
    fix: """
      Finish the stream with the error that add threw, as in continuation.finish(throwing: error).
      """,
    code: .addFailureSurfaces,
    anchors: [.reactiveStreams("1.9")],
    traits: [.canFail],
    needs: [.refuse],
    underThreads: .needsOneOrder,
    examples: [
      .conforming(
        "thrown by next()",
        [
          .accessed(), .madeIterator(), .next(), .add(), .line(.addThrew(1, .named("denied"))),
          .failure("denied"), .left(.failed), .quiescent,
        ]),
      .violating(
        "swallowed, and the consumer waits",
        [
          .accessed(), .madeIterator(), .next(), .add(), .line(.addThrew(1, .named("denied"))),
          .quiescent.blamed,
        ]),
      .violating(
        "turned into a normal end",
        [
          .accessed(), .madeIterator(), .next(), .add(), .line(.addThrew(1, .named("denied"))),
          .end().blamed, .left(), .quiescent,
        ]),
      .silent("add does not throw", after: .waiting, []),
      .outside("a stream that can't throw", .declaring(\.canFail, false)),
    ]
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.canFail }, otherwise: .cannotFail
    ) { subscription in
      guard
        let failed = subscription.registrations.first(where: { registration in
          // A failed add of another one's is this one's, too, or not.
          registration.addThrew != nil
            && (subscription.membership.map { $0.consumer == registration.caller.consumer } ?? true)
        }),
        let threw = failed.addThrew, let failure = failed.addFailure
      else { return .notExercised }
      switch evidence.outcome(in: subscription, after: threw) {
      case .answered(.failure(failure), _): return .held
      case .answered(let output, let at):
        return .violated(at: at, because: "add threw \(failure), and next() gave \(output)")
      case .stalled(let at):
        return .violated(at: at, because: "add threw \(failure), and the consumer still waits")
      case .open: return .notExercised
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let addFailureSurfaces = Rule.Code(
    wrong: """
      AsyncThrowingStream { continuation in
        let handle = try? source.connect { continuation.yield(with: $0) }
        continuation.onTermination = { _ in handle?.remove() }
      }
      """,
    right: """
      AsyncThrowingStream { continuation in
        do {
          let handle = try source.connect { continuation.yield(with: $0) }
          continuation.onTermination = { _ in handle.remove() }
        } catch {
          continuation.finish(throwing: error)
        }
      }
      """)
}
