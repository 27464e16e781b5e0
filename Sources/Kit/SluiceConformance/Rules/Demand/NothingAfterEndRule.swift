import SluiceSpies

extension Rule {
  /// The rule that nothing comes after the end.
  ///
  /// Reactive Streams 1.7.
  public static let nothingAfterEnd = Rule(
    id: "demand.nothing-after-end",
    statement:
      "after it was told of the end, a subscriber is told nothing more",
    level: .must,
    rationale: """
      A second end resumes a continuation twice, and traps; a value after the end meets what \
      has been taken down.
      """,
    usualCause: "Two paths send a completion each, or the loop goes on after a failure.",
    fix: """
      Take the subscriber out of the state with the first completion. Only the path that took it \
      sends.
      """,
    code: .nothingAfterEnd,
    anchors: [.reactiveStreams("1.7")],
    implies: ["demand.subscriber-released"],
    underThreads: .counts,
    examples: [
      .conforming(
        "nothing", after: .asking(1),
        [.baseEnds(), .finishes(), .completed(), .subscriberDied(), .quiescent]),
      .violating(
        "twice", after: .asking(1),
        [.baseEnds(), .finishes(), .completed(), .finishes().blamed, .completed()]),
      .violating(
        "finished after a failure", after: .asking(1),
        [.baseFails(), .fails(), .completed(), .finishes().blamed, .completed()]),
      .violating(
        "a value", after: .asking(2),
        [.baseEnds(), .finishes(), .completed(), .receives().blamed, .received()]),
      .silent("no end", after: .asking(1), .passing()),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofSubscribersIn: evidence) { _, subscriber in
      guard let end = subscriber.completed else { return .notExercised }
      let late = (subscriber.values.all + subscriber.completions.all).map { span in span.began }
        .filter { place in place > end }.min()
      return late.map { place in
        .violated(
          at: place, because: "subscriber \(subscriber.number) has been told of the end before")
      } ?? .held
    }
  }
}

extension Rule.Code {
  fileprivate static let nothingAfterEnd = Rule.Code(
    wrong: """
      func run() async {
        do {
          try await handOver()
        } catch {
          // The subscriber stays one.
          subscriber?.receive(completion: .failure(error))
        }
        takeSubscriber()?.receive(completion: .finished)
      }
      """,
    right: """
      func run() async {
        do {
          try await handOver()
        } catch {
          // Takes the subscriber out of the state.
          takeSubscriber()?.receive(completion: .failure(error))
        }
        takeSubscriber()?.receive(completion: .finished)
      }
      """)
}
