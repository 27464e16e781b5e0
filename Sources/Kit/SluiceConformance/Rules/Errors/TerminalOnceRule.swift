import SluiceSpies

extension Rule {
  /// The rule that an error is thrown once.
  public static let terminalOnce = Rule(
    id: "errors.terminal-once",
    statement:
      "an error is thrown once, once more only where that is declared, and then next() gives nil",
    level: .must,
    rationale: """
      A consumer that retries with the same iterator would see the same failure for ever, and \
      take it for a new one.
      """,
    usualCause: "The stream keeps its error and throws it again at each next().",
    fix: "Take the error out of the state when next() throws it, and return nil from then on.",
    code: .terminalOnce,
    anchors: [.reactiveStreams("1.7")],
    traits: [.canFail, .repeatsError],
    needs: [.fail],
    underThreads: .counts,
    examples: [
      .conforming(
        "nil after the error", after: .waiting,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
          .failure("denied"), .left(.failed), .next(), .end(), .quiescent,
        ]),
      .violating(
        "thrown again", after: .waiting,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
          .failure("denied"), .left(.failed), .next(), .failure("denied").blamed, .quiescent,
        ]),
      .conforming(
        "thrown once more, as declared", .declaring(\.repeatsError, true), after: .waiting,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
          .failure("denied"), .left(.failed), .next(), .failure("denied"), .next(), .end(),
          .quiescent,
        ]),
      .violating(
        "thrown a third time", .declaring(\.repeatsError, true), after: .waiting,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
          .failure("denied"), .left(.failed), .next(), .failure("denied"), .next(),
          .failure("denied").blamed, .quiescent,
        ]),
      .silent("a normal end", after: .cancelledAndOver, []),
      .outside("a stream that can't throw", .declaring(\.canFail, false)),
    ]
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.canFail }, otherwise: .cannotFail
    ) { subscription in
      .overall(subscription.consumers) { consumer in
        guard case .failure(let first)? = consumer.terminal?.output else { return .notExercised }
        return .overall(consumer.nextsPastTheEnd.enumerated()) { index, next in
          guard let output = next.output, let at = next.returned else { return .notExercised }
          guard case .failure(let failure) = output else { return .held }
          if index == 0, failure == first, subscription.traits.repeatsError { return .held }
          return .violated(at: at, because: "next() threw once more: \(failure)")
        }
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let terminalOnce = Rule.Code(
    wrong: """
      mutating func ask() -> Result<Double?, any Error>? {
        buffer.isEmpty ? end : .success(buffer.removeFirst())
      }
      """,
    right: """
      mutating func ask() -> Result<Double?, any Error>? {
        if !buffer.isEmpty { return .success(buffer.removeFirst()) }
        guard let end else { return nil }
        self.end = .success(nil)
        return end
      }
      """)
}
