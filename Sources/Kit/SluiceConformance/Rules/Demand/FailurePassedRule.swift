import SluiceSpies

extension Rule {
  /// The rule that a subscriber is told what the sequence told: its failure, or its end.
  ///
  /// Reactive Streams 1.4; what a cancellation is, Combine and Swift say.
  public static let failurePassed = Rule(
    id: "demand.failure-passed",
    statement:
      "an error of the sequence is told as a failure, its end as finishing, a cancel as neither",
    level: .must,
    rationale: """
      An error that becomes the end looks like success; a cancel that becomes a failure \
      raises an alarm for what the user has wanted.
      """,
    usualCause: """
      The task that iterates catches an error and sends .finished, or sends the CancellationError \
      of its own cancel as a failure.
      """,
    fix: """
      Send .failure(error) where next() throws, .finished where it returns nil, and nothing after \
      a cancel.
      """,
    code: .failurePassed,
    anchors: [.reactiveStreams("1.4"), .combine("Subscribers.Completion")],
    implies: ["demand.cancel-stops", "demand.subscriber-released"],
    underThreads: .needsOneOrder,
    examples: [
      .conforming("a failure", after: .asking(1), [.baseFails(), .fails(), .completed()]),
      .conforming("an end", after: .asking(1), [.baseEnds(), .finishes(), .completed()]),
      .violating(
        "the failure becomes the end", after: .asking(1),
        [.baseFails(), .finishes().blamed, .completed()]),
      .violating(
        "another failure", after: .asking(1),
        [.baseFails(), .fails("not-found").blamed, .completed()]),
      .violating("an end that is none", after: .asking(1), [.finishes().blamed, .completed()]),
      .violating(
        "a cancellation becomes a failure", after: .asking(1),
        [
          .cancels(), .baseIsCancelled(), .baseEnds(), .fails("cancelled").blamed, .completed(),
          .hasCancelled(),
        ]),
      .silent("nothing is told", after: .asking(1), .passing() + [.quiescent]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofSubscribersIn: evidence) { demand, subscriber in
      guard demand.knowsOwners, let told = subscriber.completions.first else {
        return .notExercised
      }
      let ends = demand.iterators(of: subscriber).compactMap { iterator in iterator.ended }
        .filter { end in end.place < told.began }
      if let cancel = subscriber.cancelCalled, cancel < told.began, told.failure == nil {
        return .notExercised
      }
      if let end = ends.first(where: { end in end.failure == told.failure }) {
        return (subscriber.cancelCalled ?? .max) < end.place && end.failure?.isCancellation == true
          ? .violated(at: told.began, because: "the cancellation is told as a failure") : .held
      }
      let said = told.failure.map { "error \($0)" } ?? "the end"
      guard let end = ends.first else {
        return .violated(
          at: told.began, because: "\(said) is told, which the sequence has not said")
      }
      return .violated(
        at: told.began,
        because: "\(said) is told, and the sequence has said "
          + (end.failure.map { "error \($0)" } ?? "the end"))
    }
  }
}

extension Rule.Code {
  fileprivate static let failurePassed = Rule.Code(
    wrong: """
      func run() async {
        try? await handOver()  // comes back where next() gives nil or throws
        takeSubscriber()?.receive(completion: .finished)
      }
      """,
    right: """
      func run() async {
        do {
          try await handOver()  // comes back where next() gives nil or throws
          takeSubscriber()?.receive(completion: .finished)
        } catch {
          takeSubscriber()?.receive(completion: .failure(error))
        }
      }
      """)
}
