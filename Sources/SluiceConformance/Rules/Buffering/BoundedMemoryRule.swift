import SluiceSpies

extension Rule {
  /// The rule that a stream keeps no element for which it has no use any more.
  ///
  /// An element has gone when somebody has got it, or when there was no room for it. One or two of
  /// those may live on somewhere; most of a hundred must not.
  public static let boundedMemory = Rule(
    id: "buffering.bounded-memory",
    statement: "while a stream lives, the elements are freed that it has dropped or given out",
    level: .should,
    rationale: """
      Whoever bounds a buffer does so for its memory; a stream that keeps what it drops, or a \
      history of what it gave out, grows all day and shows in no leak check at its end.
      """,
    anchors: [.reactiveStreams("3.13")],
    traits: [.overflow],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("given out and freed", after: .waiting + hundredAndTwenty, [rest(living: 0)]),
      .conforming("the last one is kept", after: .waiting + hundredAndTwenty, [rest(living: 1)]),
      .violating(
        "given out and kept", after: .waiting + hundredAndTwenty, [rest(living: 120).blamed]),
      .conforming(
        "what waits is kept", after: .waiting + hundredAndTwenty + waitingTwenty,
        [.quiescent.counting(made: 140, living: 20)]),
      .conforming(
        "what is still on its way is kept", after: .waiting + hundredAndTwenty,
        [.quiescent.counting(made: 620, living: 500)]),
      .conforming(
        "dropped and freed", .declaring(\.overflow, .newest(1)),
        after: .waiting + hundredDropped, [.quiescent.counting(made: 120, living: 1)]),
      .violating(
        "dropped and kept", .declaring(\.overflow, .newest(1)), after: .waiting + hundredDropped,
        [.quiescent.counting(made: 120, living: 119).blamed]),
      .silent("few values", after: .waitingAgain, []),
      .silent("nothing is watched", after: .waiting + hundredAndTwenty, [.quiescent]),
    ]
  ) { evidence in
    .overall(evidence.quiescences) { rest in evidence.isFreed(at: rest) }
  }

  private static func rest(living: Int) -> Example.Line {
    .quiescent.counting(made: 120, living: living)
  }

  private static let hundredAndTwenty: [Example.Line] =
    (1...120 as ClosedRange<Int64>).flatMap { value -> [Example.Line] in
      [.callback(value), .called(), .element(value), .next()]
    }

  private static let waitingTwenty: [Example.Line] =
    [.callback(121), .called(), .element(121)]
    + (122...141 as ClosedRange<Int64>).flatMap { value -> [Example.Line] in
      [.callback(value), .called()]
    }

  private static let hundredDropped: [Example.Line] =
    [.callback(1), .called(), .element(1)]
    + (2...120 as ClosedRange<Int64>).flatMap { value -> [Example.Line] in
      [.callback(value), .called()]
    }
}

extension Evidence {
  /// How many elements have to have gone until what is kept of them says something.
  private static let fewestGone = 100

  /// Whether what has gone by a rest was freed.
  fileprivate func isFreed(at rest: Int) -> Verdict {
    let elements = entries[rest].elements
    guard elements.made >= Evidence.fewestGone, rest < epilogueBegan ?? .max else {
      return .notExercised
    }
    var come = 0
    var waiting = 0
    for subscription in subscriptions {
      var kept: [RegistrationID: Int] = [:]
      var all: [RegistrationID: Int] = [:]
      for delivery in subscription.deliveries where delivery.value != nil && delivery.began < rest {
        all[delivery.registration, default: 0] += 1
        if (delivery.received ?? .max) > rest { kept[delivery.registration, default: 0] += 1 }
      }
      come = max(come, all.values.max() ?? 0)
      waiting += kept.values.reduce(0) { sum, count in
        sum + min(count, subscription.traits.overflow.room)
      }
    }
    // A registration that nobody claims may keep whatever it was told.
    let claimed = Set(subscriptions.flatMap { $0.registrations.map(\.id) })
    guard claimed.count == registrations.count else { return .notExercised }
    // Each callback of one registration brings an element of its own; the others are on their way.
    let onTheirWay = max(0, elements.made - come)
    let gone = come - waiting
    guard gone >= Evidence.fewestGone else { return .notExercised }
    let kept = elements.living - waiting - onTheirWay
    guard kept > gone / 2 else { return .held }
    return .violated(
      at: rest, because: "\(gone) elements were dropped or given out, and \(kept) of them live")
  }
}

extension Traits.Overflow {
  /// How many values there is room for.
  fileprivate var room: Int {
    switch self {
    case .unbounded: .max
    case .newest(let room), .oldest(let room): room
    }
  }
}
