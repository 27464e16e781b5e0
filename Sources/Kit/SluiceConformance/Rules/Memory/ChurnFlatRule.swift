import SluiceSpies

extension Rule {
  /// The rule that what iterations leave behind does not grow with their number.
  ///
  /// Ten iterations that are over are many; what one of them may leave, such as a listener that the
  /// next one takes over, is no growth.
  public static let churnFlat = Rule(
    id: "memory.churn-flat",
    statement: "however many iterations come and go, what is left of them does not grow",
    level: .must,
    rationale: """
      A view that appears and disappears all day starts a stream each time; a registry that only \
      grows shows in no single visit, and takes the app down in the evening.
      """,
    usualCause: """
      The stream keeps handles in a fixed number of slots, or uses flags of earlier iterations \
      again without clearing them.
      """,
    fix: """
      Keep the handle with its iteration, and remove each iteration's entry from a shared registry \
      when it ends.
      """,
    code: .churnFlat,
    anchors: [.reactiveStreams("3.13"), .loom],
    implies: [
      "cancellation.suspended-removes", "cancellation.removed-before-end",
      "cancellation.busy-removes", "cancellation.immediate", "cancellation.suspended-returns",
      "teardown.break-removes", "teardown.iterator-drop-removes", "teardown.released-while-held",
      "teardown.balanced", "memory.captures-released", "memory.owner-released",
      "memory.tasks-ended",
    ],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("each is released", churning(12)),
      .violating(
        "from the tenth on they leak",
        churning(12, blaming: 10) { round in round >= 10 }),
      .violating("all of them leak", churning(12, blaming: 7) { _ in true }),
      .violating(
        "tasks are left over",
        churning(12) + [
          .epilogue, .over, .line(.taskAlive("one")), .line(.taskAlive("another")).blamed,
        ]),
      .silent("few of them", churning(9) { _ in true }),
      .silent("nobody has come", after: .waiting, []),
    ]
  ) { evidence in
    let over = evidence.subscriptions.compactMap { subscription in evidence.passed(subscription) }
      .sorted()
    guard over.count >= fewestForChurn else { return .notExercised }
    var course = LeftOverCourse(of: evidence)
    let half = course.count(at: evidence.quiescence(after: over[over.count / 2 - 1]) ?? 0)
    for place in over[(over.count / 2)...] {
      guard let rest = evidence.quiescence(after: place) else { break }
      let left = course.count(at: rest)
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
  static func churning(
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

/// How many registrations there are of iterations that are over, followed along a log.
private struct LeftOverCourse {
  /// Where such a registration is left, or goes.
  private var moves: [(place: Int, change: Int)] = []
  /// The iterations that are over and may leave theirs to others of a broadcast.
  private var sharing: [Sharing] = []
  private var next = 0
  private var left = 0

  init(of evidence: Evidence) {
    for subscription in evidence.subscriptions {
      guard let passed = evidence.passed(subscription) else { continue }
      guard subscription.isAlone else {
        sharing.append(Sharing(subscription, passed: passed))
        continue
      }
      for registration in subscription.registrations {
        let start = max(registration.addCalled, passed)
        let gone = registration.gone ?? .max
        guard start < gone else { continue }
        moves.append((start, 1))
        if gone < .max { moves.append((gone, -1)) }
      }
    }
    moves.sort { one, other in one.place < other.place }
  }

  /// How many there are at a place, not before those asked for until then.
  mutating func count(at place: Int) -> Int {
    while next < moves.count, moves[next].place < place {
      left += moves[next].change
      next += 1
    }
    return sharing.reduce(left) { left, iteration in
      left + iteration.left(at: place)
    }
  }

  /// An iteration that is over, and shares its registrations.
  private struct Sharing {
    let subscription: Subscription
    let passed: Int
    /// Where its registrations came, and where they went, in order.
    let added: [Int]
    let gone: [Int]

    init(_ subscription: Subscription, passed: Int) {
      self.subscription = subscription
      self.passed = passed
      added = subscription.registrations.map(\.addCalled).sorted()
      gone = subscription.registrations.compactMap(\.gone).sorted()
    }

    /// How many registrations are left to nobody at a place.
    func left(at place: Int) -> Int {
      guard passed < place, !subscription.isHeldByOthers(from: place) else { return 0 }
      return added.partition { $0 < place } - gone.partition { $0 < place }
    }
  }
}

extension Rule.Code {
  fileprivate static let churnFlat = Rule.Code(
    wrong: """
      func prices() -> AsyncStream<Double> {
        let place = count.append(()) % isRemoved.count  // 16 flags, a property
        return AsyncStream { continuation in
          let handle = source.addValueListener { continuation.yield($0) }
          continuation.onTermination = { [isRemoved] _ in
            if isRemoved[place].raise() { handle.remove() }
          }
        }
      }
      """,
    right: """
      func prices() -> AsyncStream<Double> {
        AsyncStream { continuation in
          let isRemoved = Flag()
          let handle = source.addValueListener { continuation.yield($0) }
          continuation.onTermination = { _ in
            if isRemoved.raise() { handle.remove() }
          }
        }
      }
      """)
}
