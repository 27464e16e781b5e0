import SluiceSpies

extension Rule {
  /// The rule that a subscriber gets no more than it has asked for.
  ///
  /// Reactive Streams 1.1 and 3.17, with the sum that saturates at unlimited.
  public static let neverExceeded = Rule(
    id: "demand.never-exceeded",
    statement:
      "a subscriber is handed no more values than it has asked for",
    level: .must,
    rationale: """
      Demand is how a slow consumer keeps its memory: what comes unasked has to be kept \
      somewhere, or is lost.
      """,
    usualCause: """
      A task forwards every element of the sequence, and the subscription never checks its demand \
      or never takes anything from it.
      """,
    fix: "Take one from the demand for each value, and wait while the demand is none.",
    code: .neverExceeded,
    anchors: [
      .reactiveStreams("1.1"), .reactiveStreams("3.17"),
      .combine("Processing Published Elements with Subscribers"),
    ],
    implies: ["demand.base-asked-no-more"],
    underThreads: .counts,
    examples: [
      .conforming(
        "as many as asked for", after: .asking(2), .passing(1) + [.asksBase()] + .passing(2)),
      .conforming("unlimited", after: .asking(nil), .passing(1) + [.asksBase()] + .passing(2)),
      .conforming(
        "asked for by a reply", after: .asking(1),
        .passing(1, asking: 1) + [.asksBase()] + .passing(2)),
      .violating("one more", after: .asking(1), .passing(1) + [.receives(2).blamed, .received()]),
      .violating(
        "one, and nothing asked for", after: .subscribed, [.receives().blamed, .received()]),
      .silent("nothing handed over", after: .asking(1), [.quiescent]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofSubscribersIn: evidence) { _, subscriber in
      for (place, value) in subscriber.values.all.enumerated() {
        guard let asked = value.askedBefore, place >= asked else { continue }
        return .violated(
          at: value.began,
          because:
            "subscriber \(subscriber.number) has asked for \(asked) and gets number \(place + 1)")
      }
      return subscriber.values.isEmpty ? .notExercised : .held
    }
  }
}

extension Rule.Code {
  fileprivate static let neverExceeded = Rule.Code(
    wrong: """
      func handOver() async throws {
        for try await number in numbers { hand(number) }
      }
      """,
    right: """
      func handOver() async throws {
        var iterator = numbers.makeAsyncIterator()
        while await isWanted() {  // waits for demand
          guard let number = try await iterator.next() else { return }
          hand(number)  // takes one from the demand
        }
      }
      """)
}
