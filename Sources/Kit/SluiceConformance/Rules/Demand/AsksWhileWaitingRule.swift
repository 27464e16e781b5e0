import SluiceSpies

extension Rule {
  /// The rule that a consumer that waits has asked for what it waits for.
  ///
  /// Reactive Streams 2.1.
  public static let asksWhileWaiting = Rule(
    id: "demand.asks-while-waiting",
    statement:
      "while a consumer waits for a value of a publisher, one is asked for",
    level: .must,
    rationale: """
      A publisher hands over what is asked for: a next() that asks for nothing waits for a \
      value that never comes.
      """,
    usualCause: """
      The sequence asks its publisher once at the start, or next() waits without a request.
      """,
    causes: .asksWhileWaiting,
    fix: """
      Call request(.max(1)) in each next() that finds no value, after it has stored its \
      continuation.
      """,
    code: .asksWhileWaiting,
    anchors: [.reactiveStreams("2.1"), .combine("Processing Published Elements with Subscribers")],
    implies: ["delivery.each-value-once", "delivery.wakes-waiter", "completion.finish-ends"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("one asked for", after: .askingFirst, [.asked(1), .quiescent]),
      .conforming("unlimited", after: .askingFirst, [.asked(nil), .quiescent]),
      .violating(
        "nothing asked for", after: .askingFirst,
        [.offeredAgain(), .declined(), .quiescent.blamed]),
      .violating(
        "one asked for and got", after: .askingFirst,
        [.asked(1), .callback(1), .called(), .element(1), .next(), .quiescent.blamed]),
      .violating(
        "one asked for, and lost", after: .askingFirst,
        [.asked(1), .callback(1), .called(), .quiescent.blamed]),
      .silent(
        "over", after: .askingFirst,
        [.asked(1), .cancel(), .remove(), .removed(), .cancelled(), .end(), .quiescent]),
      .outside("no publisher", Traits(), after: .waiting),
    ]
  ) { evidence in
    guard let demand = evidence.demand else { return .noPublisher }
    let verdict = Verdict.overall(evidence.subscriptions) { subscription in
      let course = AskedCourse(of: subscription.registrations, by: demand)
      return .overall(subscription.consumers) { consumer in
        .overall(consumer.nexts) { next in
          course.verdict(
            after: next.called, before: next.returned ?? .max, at: evidence.quiescences)
        }
      }
    }
    // What was lost is looked up for the one violation that is told.
    guard case .violated(let at, _) = verdict, let lost = evidence.sentToNoAvail(at: at) else {
      return verdict
    }
    return .violated(
      at: at, because: "the consumer waits, and \(lost.name), which it had asked for, is lost")
  }
}

extension Evidence {
  /// The value that a publisher handed over inside the next() in which a consumer still waits.
  fileprivate func sentToNoAvail(at blamed: Int) -> Delivery? {
    for subscription in subscriptions {
      for next in subscription.consumers.compactMap({ $0.waiting(at: blamed) }) {
        let lost = subscription.deliveries.first { delivery in
          delivery.began > next.called && delivery.began < blamed && delivery.received == nil
            && delivery.value != nil
        }
        if let lost { return lost }
      }
    }
    return nil
  }
}

/// How many registrations of a subscription there are, and of how many more is asked than they have
/// handed over, from one place of the log to the next.
private struct AskedCourse {
  fileprivate enum Change {
    case added
    case gone
    case asked(Int?)
    case given(isValue: Bool)
  }

  /// One registration up to a place.
  fileprivate struct State {
    var isActive = false
    var asked = 0
    var given = 0
    /// Whether it has been asked for all there is, or has ended.
    var isDone = false

    /// Whether more was asked of it than it has handed over, or it has ended.
    var isAsked: Bool { isActive && (isDone || asked > given) }
  }

  /// The places at which something changes.
  private var places: [Int] = []
  /// What may be said from each of them on: nothing, or whether any is asked.
  private var isAsked: [Bool?] = []

  init(of registrations: [RegistrationRecord], by demand: DemandEvidence) {
    var changes: [(place: Int, registration: Int, change: Change)] = []
    for (number, registration) in registrations.enumerated() {
      changes.append((registration.addCalled, number, .added))
      if let gone = registration.gone { changes.append((gone, number, .gone)) }
      for request in demand.requests(of: registration.id) {
        changes.append((request.place, number, .asked(request.demand)))
      }
      for callback in registration.callbacks {
        let isValue = if case .value = callback.payload { true } else { false }
        changes.append((callback.began, number, .given(isValue: isValue)))
      }
    }
    changes.sort { left, right in left.place < right.place }
    var states = Array(repeating: State(), count: registrations.count)
    var (active, unfinished, asked) = (0, 0, 0)
    for (place, number, change) in changes {
      let before = states[number]
      states[number].take(change)
      let after = states[number]
      let difference = (after.isActive ? 1 : 0) - (before.isActive ? 1 : 0)
      active += difference
      if registrations[number].addReturned == nil { unfinished += difference }
      asked += (after.isAsked ? 1 : 0) - (before.isAsked ? 1 : 0)
      places.append(place)
      isAsked.append(active == 0 || unfinished > 0 ? nil : asked > 0)
    }
  }

  /// What the places come to at which a consumer waits and nothing is ready any more.
  func verdict(after begin: Int, before end: Int, at rests: [Int]) -> Verdict {
    var overall = Verdict.notExercised
    var place = begin
    while let rest = rests.first(after: place), rest < end {
      let known = places.partition { place in place < rest }
      if known > 0, let isAsked = isAsked[known - 1] {
        guard isAsked else {
          return .violated(
            at: rest, because: "the consumer waits, and asks its publisher for no value")
        }
        overall = .held
      }
      // Up to the next change it is the same.
      guard known < places.count else { break }
      place = places[known]
    }
    return overall
  }
}

extension AskedCourse.State {
  fileprivate mutating func take(_ change: AskedCourse.Change) {
    switch change {
    case .added: isActive = true
    case .gone: isActive = false
    case .asked(let demand?):
      let (sum, isTooLarge) = asked.addingReportingOverflow(demand)
      asked = isTooLarge ? .max : sum
    case .asked(nil): isDone = true
    case .given(let isValue):
      given += 1
      if !isValue { isDone = true }
    }
  }
}

extension [Rule.Cause] {
  fileprivate static var asksWhileWaiting: Self {
    [
      .usual(
        """
        The call of next() asks before it can take the answer. The publisher sends the value \
        inside request(_:), and next() then waits without a look at its buffer.
        """
      ) { evidence, blamed in evidence.sentToNoAvail(at: blamed) != nil },
      .usual("The sequence asks its publisher once at the start, and not in each next().") {
        evidence, blamed in
        evidence.waiting(at: blamed)?.consumer.hasElement(before: blamed) == true
      },
      .usual("The first next() waits without a request.") { evidence, blamed in
        evidence.waiting(at: blamed) != nil
      },
    ]
  }
}

extension Rule.Code {
  fileprivate static let asksWhileWaiting = Rule.Code(
    wrong: """
      func receive(subscription new: any Subscription) {
        subscription.value = KeptSubscription(new)
        new.request(.max(1))
      }
      func wait() {}  // next() has stored its continuation
      """,
    right: """
      func receive(subscription new: any Subscription) {
        subscription.value = KeptSubscription(new)
      }
      func wait() {  // next() has stored its continuation
        subscription.value?.request(.max(1))
      }
      """)
}
