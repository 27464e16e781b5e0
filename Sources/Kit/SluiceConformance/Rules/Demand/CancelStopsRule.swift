import SluiceSpies

extension Rule {
  /// The rule that a cancel ends the subscription and the iteration behind it.
  ///
  /// Reactive Streams 1.8 and 3.12; 3.6 and 3.7 say that a cancel may come again and a request
  /// after it, without effect.
  public static let cancelStops = Rule(
    id: "demand.cancel-stops",
    statement:
      "after a cancel nothing is received any more, and the sequence is told and asked for nothing",
    level: .must,
    rationale: """
      What arrives after a cancel meets a screen that is gone; an iteration that goes on \
      keeps its connection open for nobody.
      """,
    usualCause: """
      The subscription looks for a cancel before it awaits an element and not after that, or \
      cancel() does not cancel the task that iterates.
      """,
    fix: """
      Cancel the task in cancel(), and look under the lock before each value and each completion.
      """,
    code: .cancelStops,
    anchors: [
      .reactiveStreams("1.8"), .reactiveStreams("3.12"), .reactiveStreams("3.6"),
      .reactiveStreams("3.7"), .combine("Cancellable, cancel()"),
    ],
    implies: [
      "demand.subscriber-released", "memory.tasks-ended", "memory.captures-released",
      "memory.owner-released",
    ],
    underThreads: .needsQuiescence,
    examples: logs
  ) { evidence in
    .overall(ofSubscribersIn: evidence) { demand, subscriber in
      guard let cancelled = subscriber.cancelReturned else { return .notExercised }
      guard demand.knowsOwners, (subscriber.completed ?? .max) > cancelled,
        let rest = evidence.quiescence(after: cancelled)
      else { return subscriber.isTold(after: cancelled) }
      let iterated = Verdict.overall(demand.iterators(of: subscriber)) { iterator in
        iterator.stops(for: subscriber.number, by: rest)
      }
      return subscriber.isTold(after: cancelled).merged(with: iterated)
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming(
      "nothing more", after: .asking(2),
      .passing() + [
        .asksBase(), .cancels(), .baseIsCancelled(), .hasCancelled(), .baseEnds(),
        .subscriberDied(), .iteratorDied(), .quiescent,
      ]),
    .conforming(
      "twice", after: .asking(2),
      [
        .cancels(), .baseIsCancelled(), .hasCancelled(), .cancels(), .hasCancelled(), .baseEnds(),
        .subscriberDied(), .iteratorDied(), .quiescent,
      ]),
    .conforming(
      "a value that was under way", after: .asking(1),
      [
        .baseGives(), .receives(), .cancels(), .hasCancelled(), .received(), .subscriberDied(),
        .iteratorDied(), .quiescent,
      ]),
    .violating(
      "a value", after: .asking(1),
      [.cancels(), .hasCancelled(), .baseGives(), .receives().blamed, .received(), .quiescent]),
    .violating(
      "the end", after: .asking(1),
      [
        .cancels(), .baseIsCancelled(), .hasCancelled(), .baseEnds(), .finishes().blamed,
        .completed(), .quiescent,
      ]),
    .violating(
      "the sequence is not told", after: .asking(1),
      [.cancels(), .hasCancelled(), .quiescent.blamed]),
    .violating(
      "the sequence is asked on", after: .asking(2),
      [
        .cancels(), .baseIsCancelled(), .hasCancelled(), .baseEnds(), .quiescent,
        .asksBase().blamed,
      ]),
    .silent("nobody cancels", after: .asking(1), .passing() + [.quiescent]),
    .outside("a stream", Traits(), after: .waiting),
  ]
}

extension DemandEvidence.Iterator {
  /// Whether it is told of a subscriber's cancel by a place, and asked for nothing from then on.
  fileprivate func stops(for subscriber: Int, by rest: Int) -> Verdict {
    .overall(zip(nexts.all, cancelled)) { next, cancelled in
      if next.began > rest {
        return .violated(
          at: next.began,
          because: "subscriber \(subscriber) has cancelled, and the sequence is asked on")
      }
      guard next.isOpen(at: rest), cancelled == nil else { return .notExercised }
      return .violated(
        at: rest, because: "subscriber \(subscriber) has cancelled, and the sequence is not told")
    }
  }
}

extension DemandEvidence.Subscriber {
  /// Whether it is told nothing after its cancel.
  fileprivate func isTold(after cancelled: Int) -> Verdict {
    let late = (values.all + completions.all).map { span in span.began }
      .filter { place in place > cancelled }.min()
    return late.map { place in
      .violated(at: place, because: "subscriber \(number) has cancelled, and is told something")
    } ?? .held
  }
}

extension Rule.Code {
  fileprivate static let cancelStops = Rule.Code(
    wrong: """
      func cancel() {
        base.leave()  // wakes the task where it waits for demand
      }
      """,
    right: """
      func cancel() {
        base.leave()  // wakes the task where it waits for demand
        task?.cancel()  // ends it where it waits in next()
      }
      """)
}
