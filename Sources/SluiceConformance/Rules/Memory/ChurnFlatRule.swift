import SluiceSpies

extension Rule {
  /// The rule that what iterations leave behind does not grow with their number.
  ///
  /// Ten iterations that are over are many; what one of them may leave, such as a listener that the
  /// next one takes over, is no growth.
  public static let churnFlat = Rule(
    id: "memory.churn-flat",
    statement: "however many iterations come and go, what is left of them does not grow",
    level: .should,
    rationale: """
      A view that appears and disappears all day starts a stream each time; a registry that only \
      grows shows in no single visit, and takes the app down in the evening.
      """,
    anchors: [.reactiveStreams("3.13"), .practice("loom's leak checks")],
    implies: [
      "cancellation.suspended-removes", "cancellation.removed-before-end",
      "cancellation.busy-removes", "cancellation.immediate", "cancellation.suspended-returns",
      "teardown.break-removes", "teardown.iterator-drop-removes", "teardown.released-while-held",
      "teardown.balanced", "memory.captures-released", "memory.owner-released",
      "memory.tasks-ended",
    ],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("each is released", comingAndGoing(12)),
      .violating(
        "from the tenth on they leak",
        comingAndGoing(12, blaming: 10) { round in round >= 10 }),
      .violating("all of them leak", comingAndGoing(12, blaming: 7) { _ in true }),
      .violating(
        "tasks are left over",
        comingAndGoing(12) + [
          .epilogue, .over, .line(.taskAlive("one")), .line(.taskAlive("another")).blamed,
        ]),
      .silent("few of them", comingAndGoing(9) { _ in true }),
      .silent("nobody has come", after: .waiting, []),
    ]
  ) { evidence in
    let over = evidence.subscriptions.compactMap { subscription in evidence.passed(subscription) }
      .sorted()
    guard over.count >= fewestForChurn else { return .notExercised }
    let half = evidence.leftOver(at: evidence.quiescence(after: over[over.count / 2 - 1]) ?? 0)
    for place in over[(over.count / 2)...] {
      guard let rest = evidence.quiescence(after: place) else { break }
      let left = evidence.leftOver(at: rest)
      guard left > half else { continue }
      let passed = over.count { place in place < rest }
      return .violated(
        at: rest, because: "\(passed) iterations are over, and \(left) listeners of them are left")
    }
    if let second = evidence.secondRemainder {
      return .violated(
        at: second, because: "\(over.count) iterations are over, and several things are left")
    }
    return .held
  }

  /// How many iterations have to be over until their number says something.
  private static let fewestForChurn = 10

  /// So many iterations, one after another, of which some leave their listener behind.
  private static func comingAndGoing(
    _ count: Int, blaming blamed: Int? = nil, leaking: (Int) -> Bool = { _ in false }
  ) -> [Example.Line] {
    (1...count).flatMap { round -> [Example.Line] in
      let consumer = ConsumerID(round)
      let sequence = SequenceID(round)
      let registration = RegistrationID(round)
      let removal: [Example.Line] =
        leaking(round)
        ? [] : [.remove(registration, by: consumer, of: sequence), .removed(registration)]
      let rest: Example.Line = round == blamed ? .quiescent.blamed : .quiescent
      return [
        .accessed(sequence), .madeIterator(consumer, of: sequence), .droppedSequence(sequence),
        .next(consumer), .add(registration, by: consumer, of: sequence), .added(registration),
        .quiescent, .cancel(consumer),
      ] + removal + [
        .cancelled(consumer), .end(consumer), .left(.ended, consumer), rest,
      ]
    }
  }
}

extension Evidence {
  /// Where all consumers of a subscription were cancelled or gone, before the epilogue.
  fileprivate func passed(_ subscription: Subscription) -> Int? {
    guard !subscription.consumers.isEmpty else { return nil }
    var last = 0
    for consumer in subscription.consumers {
      guard let closed = consumer.terminal?.returned.orEarlier(consumer.gone) ?? consumer.gone,
        closed < epilogueBegan ?? .max
      else { return nil }
      last = max(last, closed)
    }
    return last
  }

  /// How many registrations there are at a place of iterations that are over.
  fileprivate func leftOver(at place: Int) -> Int {
    var left = 0
    for subscription in subscriptions {
      guard
        let passed = passed(subscription), passed < place,
        !subscription.isHeldByOthers(from: place)
      else { continue }
      left += subscription.registrations.count { registration in registration.isActive(at: place) }
    }
    return left
  }

  /// The second thing of one kind that lives when everything is over: one may be a cache.
  fileprivate var secondRemainder: Int? {
    var tasks = 0
    var elements = 0
    var handles = 0
    for place in remains {
      switch entries[place].event {
      case .taskAlive: tasks += 1
      case .sentinelAlive(.element): elements += 1
      case .sentinelAlive(.handle): handles += 1
      default: continue
      }
      if max(tasks, elements, handles) > 1 { return place }
    }
    return nil
  }
}
