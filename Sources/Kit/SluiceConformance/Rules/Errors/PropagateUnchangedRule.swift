import SluiceSpies

extension Rule {
  /// The rule that an error reaches the consumer as it is.
  ///
  /// A stream with errors of its own says in its subject which of the source's each of them stands
  /// for, and is judged by that: it may change the type, not what can be told by it.
  public static let propagateUnchanged = Rule(
    id: "errors.propagate-unchanged",
    statement:
      "an error called back is thrown, the same type and value, and never becomes a normal end",
    level: .must,
    rationale: """
      Permission denied is not an empty collection; who retries by error code needs the code. A \
      stream with errors of its own keeps to it too: its subject says which error each stands for.
      """,
    usualCause: """
      The stream wraps the error, replaces it by a general one, or calls finish() without it.
      """,
    fix: """
      Throw what was called back, as finish(throwing: error) does. A stream with errors of its own \
      declares in its subject which error of the source each stands for.
      """,
    code: .propagateUnchanged,
    anchors: [.reactiveStreams("1.4"), .proposal],
    traits: [.canFail],
    needs: [.fail],
    underThreads: .countsOneByOne,
    examples: [
      .conforming(
        "thrown", after: .waitingAgain,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
          .failure("denied"), .left(.failed), .quiescent,
        ]),
      .violating(
        "wrapped", after: .waitingAgain,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
          .failure("wrapped").blamed, .left(.failed), .quiescent,
        ]),
      .violating(
        "a normal end", after: .waitingAgain,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(), .end().blamed,
          .left(), .quiescent,
        ]),
      .violating(
        "ignored", after: .waitingAgain,
        [.callback(.failure(.named("denied"))), .called(), .quiescent.blamed]),
      .silent(
        "cancelled first", after: .busy,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(), .cancel(),
          .cancelled(), .next(), .end(), .left(), .quiescent,
        ]),
      .outside("a stream that can't throw", .declaring(\.canFail, false)),
    ]
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.canFail }, otherwise: .cannotFail
    ) { subscription in
      guard
        let end = subscription.sourceEnd, let failure = end.failure,
        end.payload == .failure(failure)
      else { return .notExercised }
      switch evidence.outcome(in: subscription, after: end.began) {
      case .answered(.failure(failure), _): return .held
      case .answered(let output, let at):
        return .violated(
          at: at, because: "the source failed with \(failure), and next() gave \(output)")
      case .stalled(let at):
        return .violated(at: at, because: "the source failed with \(failure), the consumer waits")
      case .open: return .notExercised
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let propagateUnchanged = Rule.Code(
    wrong: """
      let handle = source.addResultListener { result in
        switch result {
        case .success(let price): continuation.yield(price)
        case .failure: continuation.finish(throwing: TickerError.failed)
        }
      } onEnd: {
        continuation.finish()
      }
      """,
    right: """
      let handle = source.addResultListener { result in
        switch result {
        case .success(let price): continuation.yield(price)
        case .failure(let error): continuation.finish(throwing: error)
        }
      } onEnd: {
        continuation.finish()
      }
      """)
}
