import SluiceSpies

extension Rule {
  /// The rule that a stream which reads the present value never rests with an older one.
  public static let presentCurrent = Rule(
    id: "delivery.present-current",
    statement:
      "a stream that reads its source's present value rests with it, and never goes back to an "
      + "older one",
    level: .must,
    rationale: """
      A change between the reading and the add is told to no listener: a view shows the level from \
      before until the next change, which may never come. A value that is read before a change and \
      handed over after it shows the past as well.
      """,
    usualCause: """
      The stream reads the source's property first and adds its listener then. No listener is told \
      of a change between the two.
      """,
    fix: """
      Add the listener first and read the property then. Drop what was read if a callback came \
      meanwhile.
      """,
    code: .presentCurrent,
    anchors: [.observersGuide],
    traits: [.initialValue, .latency, .overflow, .merging],
    implies: ["delivery.each-value-once", "delivery.wakes-waiter", "ordering.fifo"],
    underThreads: .countsOneByOne,
    examples: [
      .conforming(
        "the present value, then a change", reading, after: .opened,
        [
          .add(), .added(), .reads(1), .element(1), .next(), .quiescent,
          .moves(2), .callback(2), .called(), .element(2), .next(), .quiescent,
        ]),
      .violating(
        "a change between the reading and the add", reading, after: .opened,
        [.reads(1), .moves(2), .add(), .added(), .element(1), .next(), .quiescent.blamed]),
      .violating(
        "a change before anything was read, of which no listener was told", reading,
        after: .opened,
        [.moves(2), .add(), .added(), .quiescent.blamed]),
      .violating(
        "the older value overtakes the newer", reading, after: .opened,
        [
          .add(), .added(), .reads(1), .moves(2), .callback(2), .called(), .element(2), .next(),
          .element(1).blamed, .next(), .quiescent,
        ]),
      .conforming(
        "the same value by the callback and by the reading", reading, after: .opened,
        [
          .add(), .added(), .moves(2), .callback(2), .called(), .reads(2), .element(2), .next(),
          .element(2), .next(), .quiescent,
        ]),
      .silent("a source that shows nothing", reading, after: .waitingAgain, []),
      .outside("a source that hands its present value over", Traits(), after: .waitingAgain),
    ] + severalChanges + keptBack
  ) { evidence in
    let versions = PresentVersions(in: evidence)
    return .overall(
      evidence, where: { traits in traits.initialValue == .read && !traits.mayDropTheLast },
      otherwise: .inapplicable(
        because: "the stream declares to read no present value, or may drop the last value")
    ) { subscription in
      // Of consumers that share what is read each gets a part of it.
      guard let consumer = subscription.consumers.first, subscription.consumers.count == 1,
        !versions.places.isEmpty
      else { return .notExercised }
      if let back = versions.stepBack(in: subscription) {
        return .violated(at: back.at, because: "\(back.value) is older than the value before it")
      }
      return evidence.verdict(onRestsOf: consumer, in: subscription, versions)
    }
  }

  private static let reading = Traits.declaring(\.initialValue, .read)

  /// Several changes about one reading, and a cancel.
  private static let severalChanges: [Example] = [
    .conforming(
      "a change before the reading, which stands for it", reading, after: .opened,
      [
        .add(), .added(), .moves(2), .callback(2), .called(), .moves(3), .callback(3), .called(),
        .reads(3), .element(3), .next(), .quiescent,
      ]),
    .conforming(
      "a value that comes back", reading, after: .opened,
      [
        .add(), .added(), .reads(1), .element(1), .next(), .quiescent,
        .moves(2), .callback(2), .called(), .moves(1), .callback(1), .called(),
        .element(2), .next(), .element(1), .next(), .quiescent,
      ]),
    .silent(
      "cancelled before everything rests", reading, after: .opened,
      [
        .reads(1), .moves(2), .add(), .added(), .cancel(), .remove(), .removed(), .cancelled(),
        .end(), .left(), .quiescent,
      ]),
  ]

  /// Values that are late or lost by declaration.
  private static let keptBack: [Example] = [
    .violating(
      "late beyond what is declared",
      reading.with { traits in traits.latency = .milliseconds(100) },
      after: .opened,
      [
        .add(), .added(), .reads(1), .quiescent, .element(1).after(100_000_000), .next(),
        .quiescent, .moves(2), .quiescent, .line(.quiescent).after(100_000_000).blamed,
      ]),
    .conforming(
      "the change comes by its deadline",
      reading.with { traits in traits.latency = .milliseconds(100) },
      after: .opened,
      [
        .add(), .added(), .reads(1), .quiescent, .element(1).after(100_000_000), .next(),
        .quiescent, .moves(2), .callback(2), .called(), .quiescent,
        .element(2).after(100_000_000), .next(), .quiescent,
      ]),
    .outside(
      "the last change fell into the interval of a leading value",
      reading.with { traits in
        traits.latency = .milliseconds(100)
        traits.merging = .leading
      },
      after: .opened,
      [
        .add(), .added(), .reads(1), .element(1), .next(), .quiescent, .moves(2), .callback(2),
        .called(), .quiescent,
      ]),
    .outside(
      "the newest value had no room", reading.with { traits in traits.overflow = .oldest(1) },
      after: .opened, [.reads(1), .moves(2), .add(), .added(), .element(1), .next(), .quiescent]),
  ]
}

extension Traits {
  /// Whether the last value may be lost by declaration.
  fileprivate var mayDropTheLast: Bool {
    if case .oldest = overflow { true } else { !merging.handsOnTheLast }
  }
}

/// The present values that a source has shown, one after another.
private struct PresentVersions {
  /// Where each was shown.
  let places: [Int]
  /// What each was.
  let values: [Value]
  private let numbers: [Value: [Int]]

  init(in evidence: Evidence) {
    places = evidence.index.presentMoves
    values = places.map { place in
      if case .presentMoved(let value) = evidence.entries[place].event { value } else { .null }
    }
    numbers = Dictionary(grouping: values.indices) { [values] number in values[number] }
  }

  /// The first value that a consumer got although it had got a newer one.
  ///
  /// A value that was shown several times counts as the oldest that explains it.
  func stepBack(in subscription: Subscription) -> Reception? {
    var last = -1
    for reception in subscription.receptions {
      guard let numbers = numbers[reception.value], let first = numbers.first,
        places[first] < reception.at
      else { continue }
      let next = numbers.partition { number in number < last }
      guard next < numbers.count, places[numbers[next]] < reception.at else { return reception }
      last = numbers[next]
    }
    return nil
  }
}

extension Evidence {
  /// Whether a consumer that waits has been handed the present value last, wherever it rests.
  fileprivate func verdict(
    onRestsOf consumer: ConsumerRecord, in subscription: Subscription, _ versions: PresentVersions
  ) -> Verdict {
    var isExercised = false
    for (number, place) in versions.places.enumerated() {
      let end = number + 1 < versions.places.count ? versions.places[number + 1] : Int.max
      let limit = min(end, subscription.closed)
      guard
        place < limit, let rest = stall(of: consumer, after: place, before: limit, in: subscription)
      else { continue }
      let count = subscription.receptions.partition { reception in reception.at < rest }
      let value = versions.values[number]
      guard count > 0 else {
        return .violated(at: rest, because: "the consumer waits, and never got \(value)")
      }
      let last = subscription.receptions[count - 1].value
      guard last == value else {
        return .violated(
          at: rest, because: "the consumer's last value is \(last), and the present one is \(value)"
        )
      }
      isExercised = true
    }
    return isExercised ? .held : .notExercised
  }
}

extension Rule.Example.Line {
  /// The source shows another present value.
  fileprivate static func moves(_ value: Int64) -> Self { line(.presentMoved(.integer(value))) }

  /// The stream reads the present value.
  fileprivate static func reads(_ value: Int64) -> Self {
    line(.presentRead(.integer(value), by: Event.Caller(sequence: 1, consumer: 1)))
  }
}

extension [Rule.Example.Line] {
  /// The source shows value 1, and the consumer asks for its first value.
  fileprivate static let opened: Self = [
    .moves(1), .accessed(), .madeIterator(), .droppedSequence(), .next(),
  ]
}

extension Rule.Code {
  fileprivate static let presentCurrent = Rule.Code(
    wrong: """
      if let price = source.presentValue { continuation.yield(price) }
      let handle = source.addValueListener { price in
        continuation.yield(price)
      }
      """,
    right: """
      let hasChanged = Mutex(false)
      let handle = source.addValueListener { price in
        hasChanged.withLock { hasChanged in
          hasChanged = true
          continuation.yield(price)
        }
      }
      let price = source.presentValue
      hasChanged.withLock { hasChanged in
        if let price, !hasChanged { continuation.yield(price) }
      }
      """)
}
