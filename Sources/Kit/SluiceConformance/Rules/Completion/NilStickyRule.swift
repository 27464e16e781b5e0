import SluiceSpies

extension Rule {
  /// The rule that an iteration which is over stays over.
  public static let nilSticky = Rule(
    id: "completion.nil-sticky",
    statement: "past the end next() always gives nil",
    level: .must,
    rationale: """
      Operators call next() again after the end; whoever gets a value then has drawn conclusions \
      from the end already.
      """,
    usualCause: """
      The iterator asks its base or its buffer again after the end, or throws because it takes a \
      call past the end for a mistake.
      """,
    fix: "Note in the iterator that it is over, and return nil from each later next().",
    code: .nilSticky,
    anchors: [.reactiveStreams("1.7")],
    implies: ["delivery.no-invented-values", "delivery.each-value-once"],
    underThreads: .counts,
    examples: [
      .conforming("nil twice", after: .cancelledAndOver, []),
      .conforming(
        "nil after an error", after: .waiting,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
          .failure("denied"), .left(.failed), .next(), .end(), .quiescent,
        ]),
      .violating(
        "a value after nil", after: .waiting,
        [
          .callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .next(),
          .element(1).blamed, .quiescent,
        ]),
      .violating(
        "an error after nil", after: .waiting,
        [
          .callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .next(),
          .failure("closed").blamed, .quiescent,
        ]),
      .violating(
        "a value after an error", after: .waiting,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
          .failure("denied"), .left(.failed), .next(), .element(1).blamed, .quiescent,
        ]),
      .silent("still going on", after: .waiting, []),
    ]
  ) { evidence in
    .overall(evidence.consumers) { consumer in
      let hasEnded = consumer.terminal?.output == .end
      return .overall(consumer.nextsPastTheEnd) { next in
        switch (next.output, next.returned) {
        case (.end, _): .held
        case (.element(let value), .some(let at)):
          .violated(at: at, because: "next() gave \(value) past the end")
        case (.failure(let failure), .some(let at)) where hasEnded:
          .violated(at: at, because: "next() threw \(failure) past the end")
        default: .notExercised
        }
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let nilSticky = Rule.Code(
    wrong: """
      mutating func next() async throws -> Double? {
        guard !isOver else { throw PastTheEnd() }
        let price = try await base.next()
        isOver = price == nil
        return price
      }
      """,
    right: """
      mutating func next() async throws -> Double? {
        guard !isOver else { return nil }
        let price = try await base.next()
        isOver = price == nil
        return price
      }
      """)
}
