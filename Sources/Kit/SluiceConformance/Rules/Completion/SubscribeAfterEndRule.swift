import SluiceSpies

extension Rule {
  /// The rule that an iteration which begins after the source's end does not hang.
  public static let subscribeAfterEnd = Rule(
    id: "completion.subscribe-after-end",
    statement: "iterating after the source has ended ends, fails or starts afresh, as declared",
    level: .must,
    rationale: """
      A screen that opens after a socket has closed would wait for messages that can't come.
      """,
    usualCause: """
      The source tells a new listener of its end inside add. The stream ends by a handle that it \
      does not have yet, or forgets the end when add returns.
      """,
    fix: """
      Set up the state before add and keep an end that comes inside add. Finish and remove when \
      add has returned.
      """,
    code: .subscribeAfterEnd,
    anchors: [.webSocketArticle],
    traits: [.afterSourceEnd, .latency],
    needs: [.finish],
    implies: ["completion.empty-completes", "registration.declared-adds"],
    underThreads: .needsOneOrder,
    examples: logs
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      guard let finished = evidence.sourceFinished(of: subscription) else { return .notExercised }
      return .overall(subscription.consumers) { consumer in
        guard
          consumer.iteratorMade > finished, evidence.startsAnew(subscription, after: finished),
          !subscription.deliveries.contains(where: { delivery in delivery.isDue })
        else { return .notExercised }
        return evidence.verdict(onLate: consumer, in: subscription, after: finished)
      }
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming("ends", after: ended + again, [.end(2), .left(.ended, 2), .quiescent]),
    .conforming(
      "fails", .declaring(\.afterSourceEnd, .fails), after: ended + again,
      [.failure("closed", 2), .left(.failed, 2), .quiescent]),
    .conforming(
      "starts afresh", .declaring(\.afterSourceEnd, .restarts), after: ended + again,
      [.add(2, by: 2, of: 2), .added(2), .quiescent]),
    .violating("hangs", after: ended + again, [.quiescent.blamed]),
    .violating(
      "fails, and was declared to end", after: ended + again,
      [.failure("closed", 2).blamed, .left(.failed, 2)]),
    .violating(
      "ends, and was declared to start afresh", .declaring(\.afterSourceEnd, .restarts),
      after: ended + again, [.end(2).blamed, .left(.ended, 2)]),
    .violating(
      "waits without a listener, and was declared to start afresh",
      .declaring(\.afterSourceEnd, .restarts), after: ended + again, [.quiescent.blamed]),
    .conforming(
      "ends when its add has come back, which takes its time", after: ended + again,
      [
        .add(2, by: 2, of: 2), .quiescent, .added(2), .callback(.finish, 2), .called(2),
        .remove(2), .removed(2), .end(2), .left(.ended, 2), .quiescent,
      ]),
    .conforming(
      "ends when its add has come back, which takes longer than it keeps back what it is told",
      .declaring(\.latency, .milliseconds(10)), after: ended + again,
      [
        .add(2, by: 2, of: 2), .quiescent, .added(2).after(20_000_000), .remove(2), .removed(2),
        .end(2), .left(.ended, 2), .quiescent,
      ]),
    .silent("iterated once", after: ended, []),
    .silent(
      "a listener that was added before has not been told of it yet",
      [
        .accessed(), .add(by: nil), .added(), .accessed(2), .add(2, by: nil, of: 2), .added(2),
        .callback(.finish, 2), .remove(2), .removed(2), .called(2), .madeIterator(), .next(),
        .quiescent,
      ]),
    .outside("a source without an end", Traits().lacking(.finish)),
  ]

  private static let ended: [Example.Line] =
    .waiting + [
      .callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .quiescent,
    ]

  private static let again: [Example.Line] = [
    .accessed(2), .madeIterator(2, of: 2), .droppedSequence(2), .next(2),
  ]
}

extension Evidence {
  /// Whether an iteration may be expected to start afresh: with an iterator or an access of its
  /// own.
  fileprivate func startsAnew(_ subscription: Subscription, after finished: Int) -> Bool {
    let traits = subscription.traits
    if traits.afterSourceEnd != .restarts || traits.iterators == .independent { return true }
    return index.place(of: subscription.sequence).map { place in
      sequences[place].accessed > finished
    } == true
  }

  fileprivate func verdict(
    onLate consumer: ConsumerRecord, in subscription: Subscription, after finished: Int
  ) -> Verdict {
    let limit = consumer.cancelled ?? .max
    // Who keeps back what it is told may do so with the end, too.
    let told = subscription.traits.delay > .zero ? subscription.sourceEnd?.began ?? 0 : 0
    let stall = stall(
      of: consumer, after: max(consumer.iteratorMade, told), before: limit, in: subscription)
    let ended = consumer.terminal?.returned.flatMap { at in at < limit ? at : nil }
    let traits = subscription.traits
    let isFresh = traits.afterSourceEnd == .restarts
    if let stall, stall < ended ?? .max {
      if isFresh, subscription.active(at: stall) != nil { return .held }
      // What was listened to before it is still to be told of the end.
      let isAwaited = subscription.registrations.contains { registration in
        registration.addCalled < finished && registration.isActive(at: stall)
          && (subscription.sourceEnd?.began ?? .max) > stall
      }
      if isAwaited { return .notExercised }
      return .violated(at: stall, because: "the source has ended, and the consumer waits")
    }
    guard let ended, let output = consumer.terminal?.output else { return .notExercised }
    switch (traits.afterSourceEnd, output) {
    case (.ends, .end), (.fails, .failure): return .held
    case (.restarts, _) where (subscription.sourceEnd?.began ?? .max) < ended: return .held
    case (_, .failure(let failure)) where subscription.mayHaveEnded(before: ended, with: failure):
      // The source has ended once more, with an error: that is what it tells this consumer.
      return .notExercised
    default:
      return .violated(at: ended, because: "after the source's end next() gave \(output)")
    }
  }
}

extension Rule.Code {
  fileprivate static let subscribeAfterEnd = Rule.Code(
    wrong: """
      let slot = Box<ListenerHandle>()
      slot.value = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        guard let handle = slot.take() else { return }
        handle.remove()
        continuation.finish()
      }
      """,
    right: """
      let (slot, isOver) = (Box<ListenerHandle>(), Flag())
      continuation.onTermination = { _ in
        isOver.raise()
        slot.take()?.remove()
      }
      slot.value = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        continuation.finish()
      }
      if isOver.isRaised { slot.take()?.remove() }
      """)
}
