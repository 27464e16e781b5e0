import SluiceSpies

/// The memberships of a broadcast, in the form that finds the other members beside each consumer.
struct OtherMembers: Sendable {
  /// The greatest of some numbers, and the greatest of those of other consumers.
  private struct Greatest: Sendable {
    var consumer: ConsumerID
    var number: Int
    var others = Int.min

    /// The greatest number of the consumers other than one.
    func besides(_ consumer: ConsumerID) -> Int {
      self.consumer == consumer ? others : number
    }

    mutating func add(_ consumer: ConsumerID, _ number: Int) {
      if consumer == self.consumer {
        self.number = max(self.number, number)
      } else if number > self.number {
        (self.consumer, self.number, others) = (consumer, number, self.number)
      } else {
        others = max(others, number)
      }
    }
  }

  /// The places where memberships may begin, in order, each with the latest end of those that had
  /// begun by then.
  private var latestEnds: [(made: Int, left: Greatest)] = []
  /// The first places of an iterator and of a call of `next()`, as negative numbers.
  private var made: Greatest?
  private var asked: Greatest?

  /// Creates an empty index.
  init() {}

  /// Creates an index of memberships.
  init(of all: [Membership]) {
    var left: Greatest?
    for membership in all.sorted(by: { one, other in one.made < other.made }) {
      OtherMembers.add(membership.consumer, membership.left, to: &left)
      OtherMembers.add(membership.consumer, -membership.made, to: &made)
      OtherMembers.add(membership.consumer, -membership.asked, to: &asked)
      if let left { latestEnds.append((membership.made, left)) }
    }
  }

  private static func add(
    _ consumer: ConsumerID, _ number: Int, to greatest: inout Greatest?
  ) {
    greatest?.add(consumer, number)
    if greatest == nil { greatest = Greatest(consumer: consumer, number: number) }
  }

  /// Whether there is a member other than one.
  func has(besides consumer: ConsumerID) -> Bool {
    made.map { made in made.besides(consumer) > .min } == true
  }

  /// Whether the membership of another than one may have begun before one place, and last beyond
  /// another.
  func has(besides consumer: ConsumerID, begunBefore end: Int, after place: Int) -> Bool {
    let begun = latestEnds.partition { latest in latest.made < end }
    return begun > 0 && latestEnds[begun - 1].left.besides(consumer) > place
  }

  /// The first place where a member other than one made an iterator, or called `next()`.
  func start(besides consumer: ConsumerID, isAsked: Bool) -> Int? {
    let first = (isAsked ? asked : made)?.besides(consumer) ?? .min
    return first > .min ? -first : nil
  }
}
