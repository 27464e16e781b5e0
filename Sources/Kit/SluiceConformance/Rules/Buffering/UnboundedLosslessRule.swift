import SluiceSpies

extension Rule {
  /// The rule that a buffer without a limit has none.
  ///
  /// Fewer values than thousands tell what a buffer's policy is: see `declaredPolicy`.
  public static let unboundedLossless = Rule(
    id: "buffering.unbounded-lossless",
    statement:
      "where there is always room, thousands of values survive a consumer that does not ask",
    level: .must,
    rationale: """
      A limit that nobody has declared is reached for the first time under load, where a lost \
      change is noticed by nobody.
      """,
    usualCause: """
      The buffer has a limit that the stream does not declare, such as .bufferingNewest(1024).
      """,
    fix: "Use the policy .unbounded, or declare the limit in the trait 'overflow'.",
    code: .unboundedLossless,
    anchors: [.swiftEvolution("SE-0314")],
    traits: [.overflow],
    implies: ["buffering.declared-policy", "delivery.each-value-once"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("all of them", manyWaiting(asked: 1_100)),
      .violating(
        "room for a thousand of the oldest",
        manyWaiting(asked: 1_000) + [.next(), .quiescent.blamed]),
      .violating(
        "room for a thousand of the newest",
        manyWaiting(asked: 1_000, from: 101) + [.next(), .quiescent.blamed]),
      .silent(
        "one of them is lost on its way",
        manyWaiting(asked: 500) + manyAsked(502...1_100)
          + [.next(), .quiescent]),
      .silent("cancelled before they are asked for", manyWaiting(asked: 7) + [.cancel()]),
      .silent("a few", after: .busy, [.callback(2), .called(), .quiescent]),
      .outside("a stream that keeps the newest", .declaring(\.overflow, .newest(1_000))),
    ]
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.overflow == .unbounded },
      otherwise: .inapplicable(because: "the stream declares that it drops values without room")
    ) { subscription in
      let backlogs = subscription.backlogs(
        at: evidence.quiescences, ofAtLeast: fewestForALimit)
      return .overall(backlogs.suffix(1)) { backlog in
        switch evidence.remainder(of: backlog, in: subscription) {
        case .all: .held
        case .oneEnd(let count, let at):
          .violated(
            at: at,
            because:
              "\(backlog.count) values waited for the consumer, and it got \(count)"
          )
        case .unknown: .notExercised
        }
      }
    }
  }

  /// How many values have to wait until a limit that nobody has declared would show.
  static let fewestForALimit = 1_000

  /// Eleven hundred values wait for a consumer, which then asks for some.
  private static func manyWaiting(asked: Int64, from first: Int64 = 1) -> [Example.Line] {
    let begin: [Example.Line] = [
      .accessed(), .madeIterator(), .droppedSequence(), .next(), .add(), .added(), .quiescent,
      .callback(0), .called(), .element(0), .quiescent,
    ]
    let values = (1...1_100 as ClosedRange<Int64>).flatMap { value -> [Example.Line] in
      [.callback(value), .called()]
    }
    return begin + values + [.quiescent] + manyAsked(first...(first + asked - 1))
  }

  private static func manyAsked(_ values: ClosedRange<Int64>) -> [Example.Line] {
    values.flatMap { value -> [Example.Line] in [.next(), .element(value)] }
  }
}

extension Rule.Code {
  fileprivate static let unboundedLossless = Rule.Code(
    wrong: """
      AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
      }
      """,
    right: """
      AsyncStream(bufferingPolicy: .unbounded) { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
      }
      """)
}
