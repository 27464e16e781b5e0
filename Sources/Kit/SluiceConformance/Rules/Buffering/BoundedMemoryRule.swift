import SluiceSimulation
import SluiceSpies

extension Rule {
  /// The rule that a stream keeps no element for which it has no use any more.
  ///
  /// An element has gone when somebody has got it, or when there was no room for it. One or two of
  /// those may live on somewhere; most of a hundred must not.
  public static let boundedMemory = Rule(
    id: "buffering.bounded-memory",
    statement: "while a stream lives, the elements are freed that it has dropped or given out",
    level: .must,
    rationale: """
      Whoever bounds a buffer does so for its memory; a stream that keeps what it drops, or a \
      history of what it gave out, grows all day and shows in no leak check at its end.
      """,
    usualCause: "The stream keeps a history of its values, or a list of those that it has dropped.",
    fix: """
      Release each value when the consumer has it or the buffer drops it, and keep no history \
      without a limit.
      """,
    code: .boundedMemory,
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
      .silent(
        "kept back before they are dropped", keptBack, after: .waiting + hundredDropped,
        [.quiescent.counting(made: 120, living: 119)]),
      .violating(
        "dropped once they are kept back no longer, and kept", keptBack,
        after: .waiting + hundredDropped,
        [
          .quiescent.counting(made: 120, living: 119),
          .quiescent.after(100_000_000).counting(made: 120, living: 119).blamed,
        ]),
      .silent("few values", after: .waitingAgain, [.quiescent.counting(made: 2, living: 0)]),
      .outside("nothing is watched", Traits(), after: .waiting + hundredAndTwenty, [.quiescent]),
    ]
  ) { evidence in
    evidence.elementsAreFreed()
  }

  private static let keptBack = Traits.declaring(\.overflow, .newest(1)).with { traits in
    traits.latency = .milliseconds(100)
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

  /// Whether at every rest what had gone by then was freed.
  fileprivate func elementsAreFreed() -> Verdict {
    guard entries.contains(where: { entry in entry.elements.made > 0 }) else {
      return .inapplicable(because: "the elements are no objects, or nobody counts them")
    }
    let rests = quiescences.filter { rest in
      rest < epilogueBegan ?? .max && entries[rest].elements.made >= Evidence.fewestGone
    }
    // A registration that nobody claims may keep whatever it was told.
    let claimed = Set(subscriptions.flatMap { $0.registrations.map(\.id) })
    guard !rests.isEmpty, claimed.count == registrations.count else { return .notExercised }
    var course = ElementCourse(subscriptions)
    return .overall(rests) { rest in
      course.advance(to: rest)
      let waiting = course.waiting(at: entries[rest].instant.nanoseconds)
      let gone = course.come - waiting
      guard gone >= Evidence.fewestGone else { return .notExercised }
      // Each callback of one registration brings an element of its own; the others are on their
      // way to it.
      let elements = entries[rest].elements
      let kept = elements.living - waiting - max(0, elements.made - course.come)
      guard kept > gone / 2 else { return .held }
      return .violated(
        at: rest, because: "\(gone) elements were dropped or given out, and \(kept) of them live")
    }
  }
}

/// How many elements have come and how many may still be wanted, followed along a log.
private struct ElementCourse {
  /// What one registration of a subscription has been told.
  private struct Line {
    let room: Int
    /// How long each value may be kept back besides, in nanoseconds.
    let latency: Int64
    var come = 0
    var got = 0
    /// When each value came, where values are kept back.
    var times: [Int64] = []

    func waiting(at instant: Int64) -> Int {
      let keptBack = times.count - times.partition { time in time + latency <= instant }
      return min(come - got, room == .max ? room : room + keptBack)
    }
  }

  private var lines: [Line] = []
  /// Where an element came on a line, or was got.
  private var moves: [(place: Int, line: Int, isGot: Bool, nanoseconds: Int64)] = []
  private var next = 0

  init(_ subscriptions: [Subscription]) {
    for subscription in subscriptions {
      var numbers: [RegistrationID: Int] = [:]
      for delivery in subscription.deliveries where delivery.value != nil {
        let line = numbers[delivery.registration] ?? lines.count
        if line == lines.count {
          let traits = subscription.traits
          lines.append(
            Line(
              room: traits.overflow.room,
              latency: traits.merging == .none ? traits.latency.latencyNanoseconds : 0))
          numbers[delivery.registration] = line
        }
        moves.append((delivery.began, line, false, delivery.nanoseconds))
        if let received = delivery.received { moves.append((received, line, true, 0)) }
      }
    }
    moves.sort { one, other in one.place < other.place }
  }

  mutating func advance(to place: Int) {
    while next < moves.count, moves[next].place < place {
      let move = moves[next]
      next += 1
      guard !move.isGot else {
        lines[move.line].got += 1
        continue
      }
      lines[move.line].come += 1
      if lines[move.line].latency > 0 { lines[move.line].times.append(move.nanoseconds) }
    }
  }

  /// How many elements have come, at least: as many as to the registration that was told most.
  var come: Int { lines.reduce(0) { most, line in max(most, line.come) } }

  /// How many may be kept at an instant for consumers that will ask for them.
  func waiting(at instant: Int64) -> Int {
    lines.reduce(0) { sum, line in sum + line.waiting(at: instant) }
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

extension Rule.Code {
  fileprivate static let boundedMemory = Rule.Code(
    wrong: """
      AsyncStream { continuation in
        let history = Box<[Price]>()
        let handle = source.addValueListener { price in
          history.value = (history.value ?? []) + [price]
          continuation.yield(price)
        }
        continuation.onTermination = { _ in handle.remove() }
      }
      """,
    right: """
      AsyncStream { continuation in
        let handle = source.addValueListener { price in
          continuation.yield(price)
        }
        continuation.onTermination = { _ in handle.remove() }
      }
      """)
}
