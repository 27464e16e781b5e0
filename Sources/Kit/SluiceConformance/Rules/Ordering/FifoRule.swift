import SluiceSpies

extension Rule {
  /// The rule that values come in the order in which they were called back.
  public static let fifo = Rule(
    id: "ordering.fifo",
    statement: "values that were called back one after another are yielded in that order",
    level: .must,
    rationale: """
      The last value is taken for the present state; if an older one comes after it the view \
      shows the past until the next change.
      """,
    usualCause: """
      Each callback starts a Task that yields its value, and tasks run in any order. A buffer that \
      gives out its last value first does the same.
      """,
    fix: "Yield in the callback itself, or append to one queue that one task reads.",
    code: .fifo,
    anchors: [.reactiveStreams("1.3")],
    traits: [.joining],
    implies: ["delivery.each-value-once"],
    underThreads: .countsOneByOne,
    examples: [
      .conforming(
        "in order", after: .waitingAgain,
        [.callback(2), .called(), .element(2), .next(), .quiescent]),
      .conforming(
        "the same value between others", after: .busy,
        [
          .callback(2), .called(), .callback(1), .called(), .next(), .element(2), .next(),
          .element(1), .next(), .quiescent,
        ]),
      .violating(
        "last in, first out", after: .busy,
        [
          .callback(2), .called(), .callback(3), .called(), .next(), .element(3), .next(),
          .element(2).blamed, .next(), .quiescent,
        ]),
      .conforming(
        "what falls into a callback comes before it", after: .busy,
        [
          .callback(2), .callback(3), .called(), .calls(), .called(), .next(), .element(3),
          .next(), .element(2), .next(), .quiescent,
        ]),
      .silent("one value", after: .waitingAgain, []),
    ] + valuesOfJoinedSources
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      // Of joined sources each has an order of its own.
      let isJoined = subscription.traits.joining == .allEnd
      var lastOf: [Line: Int] = [:]
      var isExercised = false
      for reception in subscription.receptions {
        guard let delivery = reception.delivery else { continue }
        let source = isJoined ? subscription.deliveries[delivery].registration : nil
        let line = Line(consumer: reception.consumer, source: source)
        let last = lastOf[line]
        if let last, delivery < last {
          return .violated(
            at: reception.at,
            because: "\(reception.value) came after \(subscription.deliveries[last].name), and was "
              + "called back before it")
        }
        isExercised = isExercised || last != nil
        lastOf[line] = delivery
      }
      return isExercised ? .held : .notExercised
    }
  }
}

/// What has an order: the values of one source, or of all, for one consumer.
private struct Line: Hashable {
  let consumer: ConsumerID
  let source: RegistrationID?
}

extension Rule {
  /// The values of two sources that a stream joins: each has an order of its own.
  private static let valuesOfJoinedSources: [Example] = [
    .conforming(
      "one of two joined sources overtakes the other", joined, after: bothAdded,
      [
        .callback(1), .called(), .callback(2, 2), .called(2), .callback(3), .called(),
        .element(2), .next(), .element(1), .next(), .element(3), .next(), .quiescent,
      ]),
    .conforming(
      "equal values of two joined sources, each in its order", joined, after: bothAdded,
      [
        .callback(1), .called(), .callback(2), .called(), .callback(2, 2), .called(2),
        .callback(1, 2), .called(2), .element(2), .next(), .element(1), .next(), .element(2),
        .next(), .element(1), .next(), .quiescent,
      ]),
    .violating(
      "one of two joined sources the other way round", joined, after: bothAdded,
      [
        .callback(1), .called(), .callback(2), .called(), .element(2), .next(),
        .element(1).blamed, .next(), .quiescent,
      ]),
  ]
}

extension Rule.Code {
  fileprivate static let fifo = Rule.Code(
    wrong: """
      AsyncStream { continuation in
        let handle = source.addValueListener { price in
          Task { continuation.yield(price) }
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
