import SluiceSpies

extension Rule {
  /// The rule that an error waits for the values before it.
  public static let bufferedFirst = Rule(
    id: "errors.buffered-first",
    statement: "an error is thrown after every value that was called back before it",
    level: .must,
    rationale: """
      The values before a failure were good; an error that clears the buffer loses what the \
      consumer was about to get.
      """,
    usualCause: """
      The callback with the error clears the buffer, or next() looks for an error before it looks \
      for a value.
      """,
    fix: """
      Throw the error when the buffer is empty. finish(throwing:) of an AsyncThrowingStream does \
      so.
      """,
    code: .bufferedFirst,
    anchors: [.swiftEvolution("SE-0314")],
    traits: [.canFail, .overflow],
    needs: [.fail],
    implies: ["completion.nil-sticky", "delivery.each-value-once"],
    underThreads: .countsOneByOne,
    examples: [
      .conforming(
        "a buffered value, then the error", after: .busy,
        [
          .callback(2), .called(), .callback(.failure(.named("denied"))), .remove(), .removed(),
          .called(), .next(), .element(2), .next(), .failure("denied"), .left(.failed),
          .quiescent,
        ]),
      .violating(
        "the error clears the buffer", after: .busy,
        [
          .callback(2), .called(), .callback(.failure(.named("denied"))), .remove(), .removed(),
          .called(), .next(), .failure("denied").blamed, .left(.failed), .quiescent,
        ]),
      .silent(
        "an error without values", after: .waiting,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
          .failure("denied"), .left(.failed), .quiescent,
        ]),
      .silent(
        "an error overtakes a value of another joined source", joined, after: busyWithJoined,
        [
          .callback(2), .called(), .callback(.failure(.named("denied")), 2), .remove(2),
          .removed(2), .remove(), .removed(), .called(2), .next(), .failure("denied"),
          .left(.failed), .quiescent,
        ]),
      .violating(
        "an error overtakes a value of its own joined source", joined, after: busyWithJoined,
        [
          .callback(2, 2), .called(2), .callback(.failure(.named("denied")), 2), .remove(2),
          .removed(2), .remove(), .removed(), .called(2), .next(), .failure("denied").blamed,
          .left(.failed), .quiescent,
        ]),
      .outside("a stream that can't throw", .declaring(\.canFail, false)),
    ] + displaced
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.canFail }, otherwise: .cannotFail
    ) { subscription in
      guard
        subscription.sourceEnd?.failure != nil,
        let terminal = subscription.terminal, case .failure? = terminal.output
      else { return .notExercised }
      return evidence.lastValueFirst(in: subscription, terminal, what: "the error")
    }
  }

  /// Values that a later one took the only room of.
  private static let displaced: [Example] = [
    .conforming(
      "joined sources fill one buffer, which keeps the newest value",
      joined.with { traits in traits.overflow = .newest(1) }, after: busyWithJoined,
      [
        .callback(2), .called(), .callback(2, 2), .called(2), .callback(3), .called(),
        .callback(3, 2), .called(2), .callback(.failure(.named("denied"))), .remove(), .removed(),
        .remove(2), .removed(2), .called(), .next(), .element(3), .next(), .failure("denied"),
        .left(.failed), .quiescent,
      ]),
    .conforming(
      "a value that the error may drop took the only room of the one before",
      keeping(.none).with { traits in traits.overflow = .newest(1) }, after: .busy,
      [
        .callback(2), .called(), .quiescent.after(200_000_000), .callback(3), .called(),
        .callback(.failure(.named("denied"))), .remove(), .removed(), .called(), .next(),
        .element(3), .next(), .failure("denied"), .left(.failed), .quiescent,
      ]),
  ]

  /// A consumer of two joined sources is busy with a value of the first.
  private static let busyWithJoined: [Example.Line] =
    bothAdded + [.callback(1), .called(), .element(1), .quiescent]
}

extension Rule.Code {
  fileprivate static let bufferedFirst = Rule.Code(
    wrong: """
      mutating func ask() -> Result<Double?, any Error>? {
        if let end {
          self.end = .success(nil)
          return end
        }
        return buffer.isEmpty ? nil : .success(buffer.removeFirst())
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
