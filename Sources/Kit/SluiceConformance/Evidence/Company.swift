import SluiceSpies

/// How long those who share a broadcast belong to it, made for asking each of them who else does.
struct Company: Sendable {
  /// The greatest of some numbers, and the greatest of those that are another one's.
  private struct Greatest: Sendable {
    var consumer: ConsumerID
    var number: Int
    var others = Int.min

    /// That of everybody but one.
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

  /// By where each may begin to count, in order, how long anybody does who began by then.
  private var stays: [(made: Int, left: Greatest)] = []
  /// Where anybody first made an iterator, and first asked; as negative numbers.
  private var made: Greatest?
  private var asked: Greatest?

  /// Nobody's.
  init() {}

  /// That of those who stay so long.
  init(of all: [Stay]) {
    var left: Greatest?
    for stay in all.sorted(by: { one, other in one.made < other.made }) {
      Company.add(stay.consumer, stay.left, to: &left)
      Company.add(stay.consumer, -stay.made, to: &made)
      Company.add(stay.consumer, -stay.asked, to: &asked)
      if let left { stays.append((stay.made, left)) }
    }
  }

  private static func add(
    _ consumer: ConsumerID, _ number: Int, to greatest: inout Greatest?
  ) {
    greatest?.add(consumer, number)
    if greatest == nil { greatest = Greatest(consumer: consumer, number: number) }
  }

  /// Whether there is anybody but one.
  func has(besides consumer: ConsumerID) -> Bool {
    made.map { made in made.besides(consumer) > .min } == true
  }

  /// Whether anybody but one may count who began before one place, and not have ceased by another.
  func has(besides consumer: ConsumerID, begunBefore end: Int, after place: Int) -> Bool {
    let begun = stays.partition { stay in stay.made < end }
    return begun > 0 && stays[begun - 1].left.besides(consumer) > place
  }

  /// Where anybody but one first made an iterator, or first asked.
  func start(besides consumer: ConsumerID, isAsked: Bool) -> Int? {
    let first = (isAsked ? asked : made)?.besides(consumer) ?? .min
    return first > .min ? -first : nil
  }
}
