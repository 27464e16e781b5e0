import SluiceSpies

extension Rule {
  /// The rule that a buffer keeps what its policy says.
  ///
  /// A single value that is lost of all is not the doing of a policy, and thousands that are too
  /// many are a hidden limit: see `eachValueOnce` and `unboundedLossless`.
  public static let declaredPolicy = Rule(
    id: "buffering.declared-policy",
    statement:
      "what survives a consumer that is late is what is declared: all, or so many of one end",
    level: .must,
    rationale: """
      Who shows the newest state needs the newest value and no other, and who applies changes \
      needs all of them: a buffer of the other kind shows nothing wrong until there is load.
      """,
    usualCause: """
      The buffer keeps other values than the stream declares: the newest instead of the oldest, a \
      few instead of all, or one too few.
      """,
    fix: """
      Give AsyncStream the declared policy, .unbounded, .bufferingNewest(n) or \
      .bufferingOldest(n), or declare in the trait 'overflow' what the buffer does.
      """,
    code: .declaredPolicy,
    anchors: [.swiftEvolution("SE-0314")],
    traits: [.overflow, .latency, .merging],
    implies: ["delivery.each-value-once", "ordering.fifo"],
    underThreads: .needsQuiescence,
    examples: policies + policyInARace + policyOfWhatIsKeptBack
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      subscription.traits.overflow == .unbounded
        ? evidence.keepsAll(subscription) : evidence.keepsWhatItDeclares(subscription)
    }
  }

  /// One buffer of each policy.
  private static let policies: [Example] = [
    .conforming("all", after: .busy + fourMore, [.next(), .element(2)] + threeGot + more),
    .violating(
      "only the newest two, of all", after: .busy + fourMore,
      [.next(), .element(4), .next(), .element(5), .next(), .quiescent.blamed]),
    .violating(
      "only the oldest, of all", after: .busy + fourMore,
      [.next(), .element(2), .next(), .quiescent.blamed]),
    .conforming(
      "the newest two", newestTwo, after: .busy + fourMore,
      [.next(), .element(4), .next(), .element(5), .next(), .quiescent]),
    .violating(
      "room for one too few", newestTwo, after: .busy + fourMore,
      [.next(), .element(5).blamed, .next(), .quiescent]),
    .violating(
      "room for one too many", newestTwo, after: .busy + fourMore,
      [.next(), .element(3).blamed, .next(), .element(4)]),
    .violating(
      "the oldest instead", newestTwo, after: .busy + fourMore,
      [.next(), .element(2).blamed, .next(), .element(3)]),
    .violating(
      "one of the newest two is lost", newestTwo, after: .busy + fourMore,
      [.next(), .element(4), .next(), .quiescent.blamed]),
    .conforming(
      "the oldest two", .declaring(\.overflow, .oldest(2)), after: .busy + fourMore,
      [.next(), .element(2), .next(), .element(3), .next(), .quiescent]),
  ]

  private static let newestTwo = Traits.declaring(\.overflow, .newest(2))

  private static let newestOfMerged = Traits.declaring(\.overflow, .newest(1)).with { traits in
    traits.latency = .milliseconds(1)
    traits.merging = .latest
  }

  /// Four values come while the consumer is busy.
  private static let fourMore: [Example.Line] = [
    .callback(2), .called(), .callback(3), .called(), .callback(4), .called(), .callback(5),
    .called(), .quiescent,
  ]

  private static let threeGot: [Example.Line] = [
    .next(), .element(3), .next(), .element(4), .next(), .element(5),
  ]

  private static let more: [Example.Line] = [.next(), .quiescent]

  private static let policyInARace: [Example] = [
    .conforming(
      "a value that comes when one is asked for may be first or last", newestTwo,
      after: .busy + fourMore,
      [.next(), .callback(6), .called(), .element(5), .next(), .element(6), .next(), .quiescent]),
    .silent(
      "no more than there is room for", newestTwo, after: .busy,
      [.callback(1), .called(), .quiescent, .next(), .element(1), .next(), .quiescent]),
    .silent(
      "a value is handed on that a later one could have stood for", newestOfMerged,
      after: .waiting,
      [
        .callback(1), .called(), .element(1), .next(), .callback(2), .called(), .element(2),
        .next(), .quiescent,
      ]),
    .silent("one value waits", after: .busy + [.callback(2), .called()], [.quiescent]),
    .silent(
      "one of two is lost on its way", after: .busy,
      [
        .callback(2), .called(), .callback(3), .called(), .quiescent, .next(), .element(2),
        .next(), .quiescent,
      ]),
    .silent("cancelled before they are asked for", after: .busy + fourMore, [.cancel()]),
    .silent(
      "values of two joined sources, of which the error of one may drop that of the other",
      joined.with { traits in traits.overflow = .newest(1) }, after: bothAdded,
      [
        .callback(1), .called(), .callback(1, 2), .called(2), .element(1), .next(), .element(1),
        .next(), .quiescent, .callback(.failure(.named("unavailable")), 2), .remove(), .removed(),
        .remove(2), .removed(2), .called(2), .failure(), .left(.failed), .quiescent,
      ]),
  ]
}

extension Rule {
  /// Values that reach the buffer 100 milliseconds after their callbacks at the latest.
  private static let policyOfWhatIsKeptBack: [Example] = [
    .silent(
      "kept back while the consumer waits", newestTwo(.none), after: .busy + fourMore,
      [
        .next(), .quiescent, .element(2).after(50_000_000), .next(), .element(4), .next(),
        .element(5), .next(), .quiescent,
      ]),
    .conforming(
      "the newest two of what is kept back no longer", newestTwo(.none), after: .busy + fourMore,
      [
        .quiescent.after(100_000_000), .next(), .element(4), .next(), .element(5), .next(),
        .quiescent,
      ]),
    .violating(
      "the oldest of what is kept back no longer", newestTwo(.none), after: .busy + fourMore,
      [.quiescent.after(100_000_000), .next(), .element(2).blamed, .next(), .element(3)]),
    .silent(
      "kept for who reads a broadcast first",
      Traits.broadcast.with { traits in
        traits.registration = .access
        traits.overflow = .oldest(1)
      },
      [
        .accessed(), .add(by: nil), .callback(1), .called(), .added(), .quiescent,
        .madeIterator(), .next(), .element(1), .next(), .quiescent,
      ]),
    .silent(
      "one that stands for all", newestTwo(.quiet), after: .busy + fourMore,
      [.next(), .quiescent, .element(5).after(100_000_000), .next(), .quiescent]),
  ]

  private static func newestTwo(_ merging: Traits.Merging) -> Traits {
    keeping(merging).with { traits in traits.overflow = .newest(2) }
  }
}

extension Evidence {
  /// Whether a stream that declares room for all acts like one of another policy.
  fileprivate func keepsAll(_ subscription: Subscription) -> Verdict {
    let backlogs = subscription.backlogs(at: quiescences, ofAtLeast: 2)
    return .overall(backlogs) { backlog in
      let waiting = backlog.count
      guard waiting < Rule.fewestForALimit else { return .notExercised }
      switch remainder(of: backlog, in: subscription) {
      case .all: return .held
      case .oneEnd(let count, let at) where waiting - count > 1:
        return .violated(
          at: at, because: "\(waiting) values waited, and the consumer got \(count) of one end")
      case .oneEnd, .unknown: return .notExercised
      }
    }
  }

  /// Whether what a consumer gets is what a bounded buffer of the declared policy gives out.
  fileprivate func keepsWhatItDeclares(_ subscription: Subscription) -> Verdict {
    // The log does not tell which of several merging values the buffer saw, nor whether it saw a
    // value of a joined source that the error of another one may drop.
    let mayDropValues = subscription.deliveries.contains { delivery in delivery.isMerged }
    guard
      subscription.consumers.count == 1, let consumer = subscription.consumers.first,
      subscription.traits.merging == .none,
      subscription.traits.joining == .firstEnd || !mayDropValues
    else { return .notExercised }
    var replay = BufferReplay(subscription.traits.overflow)
    var verdict = Verdict.notExercised
    for step in bufferSteps(of: consumer, in: subscription) {
      switch step.what {
      case .comes(let value): replay.comes(value)
      case .asks: replay.asks()
      case .answers(let value):
        guard replay.answers(value) else {
          // What never came, or came before, is no matter of a policy.
          guard isOwed(at: step.at, in: subscription) else { return verdict }
          return .violated(
            at: step.at, because: "\(value) is not what a buffer of the declared policy holds next")
        }
        if replay.hasOverflowed { verdict = .held }
      case .rests:
        let isLate = replay.hasComeSinceAsked
        guard replay.rests() || isLate else {
          return .violated(
            at: step.at, because: "the consumer waits, and the buffer has to hold something")
        }
      }
    }
    return verdict
  }

  /// Whether a value that a consumer got is one that it had to get, of those that came.
  private func isOwed(at place: Int, in subscription: Subscription) -> Bool {
    subscription.receptions.contains { reception in
      reception.at == place
        && reception.delivery.map { place in subscription.deliveries[place].isDue } == true
    }
  }

  /// Whether a value that was called back has reached the buffer by a rest, where none may be kept
  /// back for longer than the stream declares.
  private func hasArrived(_ place: Int?, by rest: Int, in subscription: Subscription) -> Bool {
    guard let place, subscription.traits.delay > .zero else { return true }
    return deadline(after: place, in: subscription).map { deadline in deadline <= rest } ?? false
  }

  /// What concerns a buffer while its stream goes on, in order.
  private func bufferSteps(
    of consumer: ConsumerRecord, in subscription: Subscription
  ) -> [BufferStep] {
    let closed = subscription.closed
    var steps: [BufferStep] = []
    var came: [Int] = []
    for delivery in subscription.deliveries where delivery.isDue {
      if let value = delivery.value {
        steps.append(BufferStep(at: delivery.began, what: .comes(value)))
        came.append(delivery.began)
      }
    }
    for next in consumer.nexts {
      steps.append(BufferStep(at: next.called, what: .asks))
      if case .element(let value)? = next.output, let returned = next.returned {
        steps.append(BufferStep(at: returned, what: .answers(value)))
      }
    }
    steps += quiescences.filter { rest in
      hasArrived(came.last(before: rest), by: rest, in: subscription)
    }.map { rest in BufferStep(at: rest, what: .rests) }
    return steps.filter { step in step.at < closed }.sorted { one, other in one.at < other.at }
  }
}

/// Something that concerns a buffer.
private struct BufferStep {
  enum What {
    case comes(Value)
    case asks
    case answers(Value)
    case rests
  }

  var at: Int
  var what: What
}

extension Rule.Code {
  fileprivate static let declaredPolicy = Rule.Code(
    wrong: """
      // Declared: traits.overflow = .newest(3)
      AsyncStream(bufferingPolicy: .bufferingOldest(3)) { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
      }
      """,
    right: """
      // Declared: traits.overflow = .newest(3)
      AsyncStream(bufferingPolicy: .bufferingNewest(3)) { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
      }
      """)
}
