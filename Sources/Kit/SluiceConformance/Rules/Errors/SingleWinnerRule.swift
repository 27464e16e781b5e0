import SluiceSpies

extension Rule {
  /// The rule that of an error and a cancel which meet one ends the iteration.
  ///
  /// Which of them may be up to the order. Two answers to one call of `next()` trap, where the
  /// runtime notices; here it is the next call that gets what came second.
  public static let singleWinner = Rule(
    id: "errors.single-winner",
    statement: "where an error and a cancel meet the iteration ends by one of them, and once",
    level: .must,
    rationale: """
      A screen that is closed just as the connection breaks shows the error after it has taken \
      its leave, or asks to sign in again that nobody is there to do.
      """,
    usualCause: """
      A cancel and an error each answer the consumer, because the stream notes only later that the \
      iteration is over.
      """,
    causes: .singleWinner,
    fix: """
      Take the waiting continuation out of the state under the lock, and note the end in the same \
      step. Only the taker resumes it.
      """,
    code: .singleWinner,
    anchors: [.reactiveStreams("1.7")],
    traits: [.canFail, .repeatsError],
    needs: [.fail],
    implies: [
      "completion.nil-sticky", "errors.terminal-once", "cancellation.outcome-declared",
      "completion.late-callback-ignored",
    ],
    underThreads: .needsQuiescence,
    examples: logs
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.canFail }, otherwise: .cannotFail
    ) { subscription in
      guard let end = subscription.sourceEnd, end.failure != nil else { return .notExercised }
      return .overall(subscription.consumers) { consumer in
        guard let cancelled = consumer.cancelled, let terminal = consumer.terminal,
          evidence.quiescence(after: min(cancelled, end.began)) ?? .max
            > max(cancelled, end.began)
        else { return .notExercised }
        return consumer.judgeEndings(after: terminal, subscription.traits)
      }
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming(
      "the error wins", after: .waiting,
      failed + cancelled + [.failure(), .left(.failed)] + ended),
    .conforming(
      "the cancel wins", after: .waiting,
      [
        .cancel(), .remove(), .callback(.failure(.named("unavailable"))).interrupting,
        .called().interrupting, .removed(), .cancelled(), .end(), .left(),
      ] + ended),
    .violating(
      "the end, and then the error", after: .waiting,
      [
        .cancel(), .remove(), .callback(.failure(.named("unavailable"))).interrupting,
        .called().interrupting, .removed(), .cancelled(), .end(), .left(), .next(),
        .failure().blamed, .quiescent,
      ]),
    .violating(
      "the error, and then the cancellation", .declaring(\.cancelOutcome, .throwsCancellation),
      after: .waiting,
      failed + cancelled + [
        .failure(), .left(.failed), .next(), Example.Line.cancellation.blamed, .quiescent,
      ]),
    .violating(
      "the error twice", after: .waiting,
      failed + cancelled + [
        .failure(), .left(.failed), .next(), .failure().blamed, .quiescent,
      ]),
    .conforming(
      "the error once more, as declared", .declaring(\.repeatsError, true), after: .waiting,
      failed + cancelled + [
        .failure(), .left(.failed), .next(), .failure(), .next(), .end(), .quiescent,
      ]),
    .silent(
      "cancelled long after the error", after: .waiting,
      failed + [.failure(), .left(.failed)] + ended + cancelled + [.quiescent]),
    .silent("cancelled alone", after: .cancelledAndOver, []),
    .outside("a stream that can't throw", .declaring(\.canFail, false)),
  ]

  private static let failed: [Example.Line] = [
    .callback(.failure(.named("unavailable"))), .remove(), .removed(), .called(),
  ]

  private static let cancelled: [Example.Line] = [.cancel(), .cancelled()]

  private static let ended: [Example.Line] = [.next(), .end(), .quiescent]
}

extension ConsumerRecord {
  /// Whether all calls of `next()` after the one that ended the iteration say no more than it did.
  fileprivate func judgeEndings(after terminal: NextRecord, _ traits: Traits) -> Verdict {
    var isRepeatable = traits.repeatsError
    var verdict = Verdict.notExercised
    for next in nextsPastTheEnd {
      switch (next.output, next.returned) {
      case (.end, _): verdict = .held
      case (.failure(let failure), .some(let at)):
        guard isRepeatable, next.output == terminal.output else {
          let first = terminal.output.map { output in "\(output)" } ?? ""
          return .violated(
            at: at, because: "it ended with \(first), and then with error \(failure)")
        }
        verdict = .held
      default: return verdict
      }
      isRepeatable = false
    }
    return verdict
  }
}

extension [Rule.Cause] {
  fileprivate static var singleWinner: Self {
    [
      .usual("The stream keeps its error, and throws it again at the next call of next().") {
        evidence, blamed in
        guard case .nextReturned(let id, let output) = evidence.entries[blamed].event,
          let consumer = evidence.consumers.first(where: { consumer in consumer.id == id })
        else { return false }
        return consumer.terminal?.output == output
      }
    ]
  }
}

extension Rule.Code {
  fileprivate static let singleWinner = Rule.Code(
    wrong: """
      mutating func finish(_ end: Result<Double?, any Error>) -> Waiter? {
        self.end = end
        return waiter.take()  // the caller resumes it with the answer of ask()
      }
      """,
    right: """
      mutating func finish(_ end: Result<Double?, any Error>) -> Waiter? {
        guard self.end == nil else { return nil }
        self.end = end
        return waiter.take()  // the caller resumes it with the answer of ask()
      }
      """)
}
