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
    levelReason: """
      A stream that polls delivers its values and ends; it costs processor time and battery.
      """,
    rationale: """
      A stream that looks ten times a second whether there is something new keeps the processor \
      from sleeping as long as a screen is open, and delivers late for all that.
      """,
    usualCause: """
      A loop with Task.sleep looks into the buffer, or asks each second whether the listener is \
      still there.
      """,
    fix: "Suspend on a continuation that the callback resumes, without a timer.",
    anchors: [
      .practice(
        "Coyote, 'Find liveness bugs effectively' "
          + "(microsoft.github.io/coyote/how-to/liveness-checking)")
    ],
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
  ) { evidence in evidence.idling() }

  private static let woken: Example.Line = Example.Line.line(.jobScheduled("consumer.S"))
    .after(1_000_000_000)

  private static let again = woken.blamed
}

extension Evidence {
  /// Whether nobody woke up again and again while a stream was idle.
  fileprivate func idling() -> Verdict {
    var last: Int?
    var verdict = Verdict.notExercised
    // Most logs never ask, as no time passes in them.
    var course: IdleCourse?
    func isIdle(_ place: Int) -> Bool {
      var followed = course ?? IdleCourse(of: self)
      defer { course = followed }
      return followed.isIdle(at: place)
    }
    for place in entries.indices {
      switch entries[place].event {
      case .jobScheduled(let name):
        guard isIdle(place) else { continue }
        if last != nil {
          return .violated(
            at: place, because: "work of \(name) woke up again, and nothing had happened")
        }
        last = place
      case .quiescent:
        if case .held = verdict { continue }
        if isSilent(around: place), isIdle(place) { verdict = .held }
      default: last = nil
      }
    }
    return verdict
  }

  /// Whether time passed right before or right behind a place without waking anybody.
  fileprivate func isSilent(around place: Int) -> Bool {
    let instant = entries[place].instant
    if place > 0, entries[place - 1].instant < instant { return true }
    guard place + 1 < entries.count, instant < entries[place + 1].instant else { return false }
    if case .jobScheduled = entries[place + 1].event { return false }
    return true
  }
}

/// What keeps a stream from being idle, followed along a log.
private struct IdleCourse {
  /// Where a call of `next()` begins or ends, or something that is to be done.
  private var moves: [(place: Int, waiting: Int, pending: Int)] = []
  private var next = 0
  private var waiting = 0
  private var pending = 0

  init(of evidence: Evidence) {
    for consumer in evidence.consumers {
      for (number, call) in consumer.nexts.enumerated() {
        // Of two calls at once the later one counts.
        let following = number + 1 < consumer.nexts.count ? consumer.nexts[number + 1].called : .max
        add(from: call.called, to: min(call.returned ?? .max, following), waiting: 1)
      }
    }
    for registration in evidence.registrations {
      let back = registration.addReturned ?? registration.addThrew ?? .max
      add(from: registration.addCalled, to: back, pending: 1)
    }
    for subscription in evidence.subscriptions {
      for delivery in subscription.deliveries where delivery.isDue {
        add(from: delivery.began, to: delivery.received ?? .max, pending: 1)
      }
    }
    moves.sort { one, other in one.place < other.place }
  }

  private mutating func add(from start: Int, to end: Int, waiting: Int = 0, pending: Int = 0) {
    guard start < end else { return }
    moves.append((start, waiting, pending))
    if end < .max { moves.append((end, -waiting, -pending)) }
  }

  /// Whether a stream has nothing to do at a place behind those asked for before: a consumer waits
  /// there, no add is under way, and everything that came has been handed over.
  mutating func isIdle(at place: Int) -> Bool {
    while next < moves.count, moves[next].place < place {
      waiting += moves[next].waiting
      pending += moves[next].pending
      next += 1
    }
    return waiting > 0 && pending == 0
  }
}
