import SluiceSpies

extension Rule {
  /// The rule that a request inside a value leads to no recursion without bound.
  ///
  /// Reactive Streams 3.3, which asks for an upper bound; eight is the one of this rule.
  public static let boundedRecursion = Rule(
    id: "demand.bounded-recursion",
    statement:
      "however often a subscriber asks inside a value, no value comes inside the last without end",
    level: .must,
    rationale: """
      A subscriber that asks for one more in each value runs out of stack where each request \
      hands over the next.
      """,
    usualCause: """
      The subscription hands over values in request(_:) itself. A subscriber that asks inside \
      receive(_:) calls it again, one level deeper for each value.
      """,
    fix: "Let request(_:) only add to the demand while a loop hands over, and let that loop go on.",
    code: .boundedRecursion,
    anchors: [.reactiveStreams("3.3"), .combine("Subscription, request(_:)")],
    implies: ["demand.never-exceeded"],
    underThreads: .counts,
    examples: [
      .conforming(
        "one after the other", after: .asking(1),
        [.baseGives(), .receives(), .request(1), .requested(), .received(), .asksBase()]
          + .passing(2)),
      .conforming("one inside the other", after: .asking(1), nested(2)),
      .violating("nine inside each other", after: .asking(1), nested(9)),
      .silent("nothing asked for inside", after: .asking(2), .passing()),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofSubscribersIn: evidence) { _, subscriber in
      guard
        subscriber.requests.all.contains(where: { request in subscriber.isInValue(at: request.began)
        })
      else { return .notExercised }
      var open: [DemandEvidence.Span] = []
      for value in subscriber.values.all {
        open.removeAll { earlier in (earlier.ended ?? .max) < value.began }
        open.append(value)
        guard open.count > deepestRecursion else { continue }
        return .violated(
          at: value.began, because: "\(open.count) values are inside each other")
      }
      return .held
    }
  }

  /// How many values may be inside each other.
  private static let deepestRecursion = 8

  /// So many values, each inside the request of the one before.
  private static func nested(_ depth: Int) -> [Example.Line] {
    (1...depth).flatMap { number -> [Example.Line] in
      let value = Example.Line.receives(Int64(number))
      return [number > deepestRecursion ? value.blamed : value, .request(1)]
    } + (1...depth).flatMap { _ in [Example.Line.requested(), .received()] }
  }
}

extension DemandEvidence.Subscriber {
  /// Whether a value is being received at a place.
  fileprivate func isInValue(at place: Int) -> Bool {
    // Values are in order: the last that began before the place is the innermost.
    let count = values.count(before: place)
    return count > 0 && values.all[count - 1].isOpen(at: place)
  }
}

extension Rule.Code {
  fileprivate static let boundedRecursion = Rule.Code(
    wrong: """
      func request(_ demand: Subscribers.Demand) {
        numbers.add(demand)
        while let (subscriber, number) = numbers.next() {
          request(subscriber.receive(number))
        }
      }
      """,
    right: """
      func request(_ demand: Subscribers.Demand) {
        numbers.add(demand)
        guard numbers.begin() else { return }  // another call hands over
        while let (subscriber, number) = numbers.next() {
          numbers.add(subscriber.receive(number))
        }
      }
      """)
}
