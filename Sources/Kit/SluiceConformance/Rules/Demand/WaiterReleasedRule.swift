import SluiceSpies

extension Rule {
  /// The rule that a cancel releases an iteration that waits for demand.
  ///
  /// Reactive Streams 3.12 and 3.13 for an iteration that is suspended.
  public static let waiterReleased = Rule(
    id: "demand.waiter-released",
    statement:
      "an iteration that waits for demand is over when its subscription is cancelled",
    level: .must,
    rationale: """
      A continuation that nobody resumes keeps its task, the iterator and all that they hold \
      for as long as the app runs.
      """,
    usualCause: """
      The task that iterates waits for demand on a continuation that request(_:) resumes and \
      cancel() does not.
      """,
    fix: """
      Resume that continuation in cancel(), and look for a cancel in the locked step that stores \
      it.
      """,
    code: .waiterReleased,
    anchors: [
      .reactiveStreams("3.12"), .reactiveStreams("3.13"), .combine("Cancellable, cancel()"),
    ],
    implies: ["memory.tasks-ended", "memory.captures-released", "memory.owner-released"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "released", after: .asking(1),
        .passing() + [
          .quiescent, .cancels(), .hasCancelled(), .subscriberDied(), .iteratorDied(), .quiescent,
        ]),
      .violating(
        "kept", after: .asking(1),
        .passing() + [
          .quiescent, .cancels(), .hasCancelled(), .subscriberDied(), .quiescent.blamed,
        ]),
      .silent(
        "it does not wait for demand", after: .asking(1),
        [.cancels(), .baseIsCancelled(), .hasCancelled(), .quiescent]),
      .silent("nobody cancels", after: .asking(1), .passing() + [.quiescent]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofSubscribersIn: evidence) { demand, subscriber in
      guard demand.knowsOwners, let called = subscriber.cancelCalled,
        let returned = subscriber.cancelReturned, !subscriber.wants(at: called),
        let rest = evidence.quiescence(after: returned), !subscriber.isCalled(at: rest)
      else { return .notExercised }
      let waiting = demand.iterators(of: subscriber).filter { iterator in
        iterator.made < called && (iterator.died ?? .max) > called
          && !iterator.nexts.isOpen(at: called) && iterator.ended == nil
      }
      return .overall(waiting) { iterator in
        (iterator.died ?? .max) < rest
          ? .held
          : .violated(
            at: rest,
            because:
              "subscriber \(subscriber.number) has cancelled, and iterator \(iterator.number) "
              + "still waits for demand")
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let waiterReleased = Rule.Code(
    wrong: """
      mutating func cancel() -> DemandWaiter? {
        isCancelled = true
        subscriber = nil
        return nil  // the waiter stays where it is
      }
      """,
    right: """
      mutating func cancel() -> DemandWaiter? {
        isCancelled = true
        subscriber = nil
        return waiter.take()  // the caller resumes it
      }
      """)
}
