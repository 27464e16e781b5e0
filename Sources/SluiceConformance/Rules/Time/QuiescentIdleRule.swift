import SluiceSpies

extension Rule {
  /// The rule that a stream which waits for its source does nothing meanwhile.
  ///
  /// Once it may wake up: who gives a silent source so much time does. Who wakes up again, with
  /// nothing in between, does so for ever.
  public static let quiescentIdle = Rule(
    id: "time.quiescent-idle",
    statement: "while its consumer waits and its source is silent a stream does not keep waking up",
    level: .should,
    rationale: """
      A stream that looks ten times a second whether there is something new keeps the processor \
      from sleeping as long as a screen is open, and delivers late for all that.
      """,
    anchors: [.practice("Coyote's liveness checks")],
    implies: [
      "delivery.wakes-waiter", "cancellation.suspended-returns", "cancellation.suspended-removes",
      "completion.finish-ends", "errors.propagate-unchanged", "memory.tasks-ended",
    ],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "an hour of silence", after: .waitingAgain,
        [Example.Line.callback(2).after(3_600_000_000_000), .called(), .element(2)]),
      .violating("wakes up again and again", after: .waitingAgain, [woken, .quiescent, again]),
      .violating(
        "wakes up and asks its source whether it is there", after: .waitingAgain,
        [woken, again, .quiescent]),
      .silent("wakes up once", after: .waitingAgain, [woken, .quiescent]),
      .silent(
        "wakes up once after each value", after: .waitingAgain,
        [
          woken, .quiescent, .callback(2), .called(), .element(2), .next(), .quiescent, woken,
          .quiescent,
        ]),
      .silent(
        "wakes up for a value that it holds back", after: .waiting,
        [
          .callback(1), .called(), .quiescent, woken, .quiescent, woken, .quiescent,
        ]),
      .silent(
        "wakes up while its add is under way", .declaring(\.removal, .settled),
        [
          .accessed(), .madeIterator(), .next(), .add(), .quiescent, woken, .quiescent, woken,
          .quiescent,
        ]),
      .silent(
        "wakes up while its consumer is busy", after: .busy,
        [
          woken, .quiescent, woken, .quiescent,
        ]),
    ]
  ) { evidence in
    var last: Int?
    var verdict = Verdict.notExercised
    for place in evidence.entries.indices {
      switch evidence.entries[place].event {
      case .jobScheduled(let name):
        guard evidence.isIdle(before: place) else { continue }
        if last != nil {
          return .violated(
            at: place, because: "work of \(name) woke up again, and nothing had happened")
        }
        last = place
      case .quiescent:
        if evidence.isIdle(before: place), evidence.isSilent(around: place) { verdict = .held }
      default: last = nil
      }
    }
    return verdict
  }

  private static let woken: Example.Line = Example.Line.line(.jobScheduled("consumer.S"))
    .after(1_000_000_000)

  private static let again = woken.blamed
}

extension Evidence {
  /// Whether time passed right before or right behind a place without waking anybody.
  fileprivate func isSilent(around place: Int) -> Bool {
    let instant = entries[place].instant
    if place > 0, entries[place - 1].instant < instant { return true }
    guard place + 1 < entries.count, instant < entries[place + 1].instant else { return false }
    if case .jobScheduled = entries[place + 1].event { return false }
    return true
  }

  /// Whether a stream had nothing to do at a place: a consumer waits there, no add is under way,
  /// and everything that came has been handed over.
  fileprivate func isIdle(before place: Int) -> Bool {
    guard consumers.contains(where: { $0.isWaiting(at: place) }) else { return false }
    let isAdding = registrations.contains { $0.isInsideAdd(place) }
    return !isAdding
      && !subscriptions.contains { subscription in
        subscription.deliveries.contains { delivery in
          delivery.began < place && delivery.isDue && (delivery.received ?? .max) > place
        }
      }
  }
}
