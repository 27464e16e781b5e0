import SluiceSpies

extension Rule {
  /// The rule that demand adds up, and that replies count too.
  ///
  /// Reactive Streams 3.8 says that requests add up; Combine, that what receive(_:) returns does,
  /// too.
  public static let additive = Rule(
    id: "demand.additive",
    statement:
      "what a subscriber asks for adds up with what it has asked for before, replies included",
    level: .must,
    rationale: """
      Where a request replaces the one before, a subscriber that asks in time gets less than \
      it asked for, and waits for ever.
      """,
    usualCause: """
      The subscription replaces its demand with each request, or ignores what receive(_:) returns.
      """,
    fix: """
      Add each request and each reply to the demand that is left, and keep an unlimited demand \
      unlimited.
      """,
    code: .additive,
    anchors: [
      .reactiveStreams("3.8"), .reactiveStreams("2.1"),
      .combine("Processing Published Elements with Subscribers"),
    ],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "all of both requests", after: .asking(1),
        [.request(1), .requested()] + .passing(1) + [.asksBase()] + .passing(2) + [.quiescent]),
      .conforming(
        "the sequence is asked for the rest", after: .asking(2),
        .passing(1) + [.asksBase(), .quiescent]),
      .silent(
        "the sequence has ended", after: .asking(2),
        [.baseEnds(), .finishes(), .completed(), .subscriberDied(), .quiescent]),
      .violating(
        "the second request is forgotten", after: .asking(1),
        [.request(1), .requested()] + .passing(1) + [.quiescent.blamed]),
      .violating(
        "a reply is forgotten", after: .asking(1), .passing(1, asking: 1) + [.quiescent.blamed]),
      .violating(
        "nothing comes of a request", after: .subscribed,
        [.request(1), .requested(), .quiescent.blamed]),
      .silent("nothing asked for", after: .subscribed, [.quiescent]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofSubscribersIn: evidence) { demand, subscriber in
      guard let begin = subscriber.subscriptions.first?.ended else { return .notExercised }
      let iterators = demand.iterators(of: subscriber)
      let end = min(
        subscriber.cancelCalled ?? .max, subscriber.completed ?? .max,
        iterators.compactMap { iterator in iterator.ended?.place }.min() ?? .max)
      let asking = DemandEvidence.Spans(of: iterators)
      // Nothing changes for it but where something of its own happens.
      var places = subscriber.places + asking.places
      places.sort()
      var overall = Verdict.notExercised
      var last = begin
      for place in [begin] + places where place >= last && place < end {
        guard let rest = evidence.quiescence(after: place), rest < end else { break }
        last = rest
        overall = overall.merged(with: subscriber.asksOn(at: rest, asking))
      }
      return overall
    }
  }
}

extension DemandEvidence.Spans {
  /// The calls of several iterators, in the order in which they began.
  fileprivate init(of iterators: [DemandEvidence.Iterator]) {
    self.init()
    let nexts = iterators.flatMap { iterator in iterator.nexts.all }
    for next in nexts.sorted(by: { left, right in left.began < right.began }) { begin(next) }
    complete()
  }

  /// Where they began and where they came back.
  fileprivate var places: [Int] {
    all.flatMap { span in [span.began] + (span.ended.map { ended in [ended] } ?? []) }
  }
}

extension DemandEvidence.Subscriber {
  /// Where something happens to it.
  fileprivate var places: [Int] {
    subscriptions.places + requests.places + values.places + completions.places
  }

  /// Whether at a place, where nothing is ready any more, the sequence is asked for what it wants.
  fileprivate func asksOn(at place: Int, _ asking: DemandEvidence.Spans) -> Verdict {
    if isCalled(at: place) { return .notExercised }
    guard wants(at: place) else { return values.isEmpty ? .notExercised : .held }
    if asking.isOpen(at: place) { return .held }
    let asked = asked(before: place).map { asked in "\(asked)" } ?? "unlimited"
    return .violated(
      at: place,
      because: "subscriber \(number) has asked for \(asked) and got "
        + "\(received(before: place)), and the sequence is asked for no more")
  }
}

extension Rule.Code {
  fileprivate static let additive = Rule.Code(
    wrong: """
      mutating func request(_ demand: Subscribers.Demand) -> DemandWaiter? {
        self.demand = demand
        return waiter.take()  // the caller resumes it
      }
      """,
    right: """
      mutating func request(_ demand: Subscribers.Demand) -> DemandWaiter? {
        self.demand += demand
        return waiter.take()  // the caller resumes it
      }
      """)
}
