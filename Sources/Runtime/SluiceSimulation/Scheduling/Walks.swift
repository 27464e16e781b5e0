/// A scheduler whose choices follow from a seed and from what is possible at each of them, so that
/// they can be told without a run where the course is known.
package protocol Walk: Scheduler {
  /// Returns the position of what it takes.
  ///
  /// - Parameter ready: At least two possibilities.
  /// - Returns: A position below `ready.count`.
  mutating func take(from ready: some Possibilities) -> Int
}

/// A scheduler that takes each possibility with the same probability, as a seed decides.
public struct RandomWalk: Walk {
  private var choices: SplitMix64
  private var numbers: SplitMix64

  /// Creates the scheduler.
  ///
  /// - Parameter seed: What all its choices follow from, and its random numbers in a sequence of
  ///   their own.
  public init(seed: UInt64) {
    var seeds = SplitMix64(seed: seed)
    choices = SplitMix64(seed: seeds.next())
    numbers = SplitMix64(seed: seeds.next())
  }

  /// Nothing to do: the walk begins where the seed says.
  public mutating func begin() {}

  /// Returns any position.
  public mutating func choose(from ready: ReadyEvents) -> Int { take(from: ready) }

  /// Returns any position.
  package mutating func take(from ready: some Possibilities) -> Int { choices.below(ready.count) }

  /// The next of the seed's random numbers.
  public mutating func random() -> UInt64 { numbers.next() }
}

/// A scheduler that runs what has the highest priority, and lowers a priority at a few points.
///
/// Probabilistic concurrency testing, after Burckhardt, Kothari, Musuvathi and Nagarakatte (2010):
/// a failure that hangs on the order of `depth` events is found with a probability of at least
/// 1 / (labels · choices^(depth − 1)), however many orders there are. A random walk finds it far
/// less often where one event has to wait while many others run.
///
/// What has a priority is a label, since the events of one label are one task's, queue's or fake's.
/// A racing line is a line of its own, whatever its label, and each has its own priority. So has
/// each place inside a backend's call: the line falls into the call where its priority is above the
/// place's. (With the priority of the caller it never would: a line that is above the caller has
/// run before it.)
public struct PriorityWalk: Walk {
  private var priorities: Priorities
  private var numbers: SplitMix64
  /// The numbers of the choices at which a priority drops, in order.
  private let changePoints: [Int]
  private var changesDone = 0
  private var choices = 0
  /// The ready events by their priorities, while there are many.
  private var ranking = Ranking()
  /// Those of them that may fall into a call.
  private var interrupting = Ranking()
  private var isRanking = false

  /// Creates the scheduler.
  ///
  /// - Parameters:
  ///   - seed: What its priorities, its change points and its random numbers follow from.
  ///   - depth: How many events' order the failures have that are looked for: one more than there
  ///     are change points.
  ///   - expectedChoices: How many choices a run will have, about; the change points are spread
  ///     over them.
  public init(seed: UInt64, depth: Int, expectedChoices: Int) {
    precondition(depth >= 1, "a depth of \(depth)")
    var seeds = SplitMix64(seed: seed)
    priorities = Priorities(key: seeds.next(), mostDrops: depth - 1)
    numbers = SplitMix64(seed: seeds.next())
    var points = SplitMix64(seed: seeds.next())
    changePoints = (1..<depth).map { _ in points.below(max(1, expectedChoices)) }.sorted()
  }

  /// Nothing to do: priorities are given as labels are met.
  public mutating func begin() {}

  /// From so many ready events on they are ranked, and down to so many they stay so: fewer are gone
  /// through faster.
  private static let ranked = (from: 32, downTo: 16)

  /// Returns the position of the event with the highest priority; of equal ones the first.
  public mutating func choose(from ready: ReadyEvents) -> Int {
    if ready.count < (isRanking ? Self.ranked.downTo : Self.ranked.from) {
      if !ready.isInsideCall { stopRanking(ready) }
      ready.noteLooks(ready.count)
      return take(from: ready)
    }
    isRanking = true
    rankArrivals(of: ready)
    return take(from: ready) { walk, ready in walk.highestRanked(of: ready) }
  }

  /// Returns the position of the event with the highest priority; of equal ones the first.
  package mutating func take(from ready: some Possibilities) -> Int {
    take(from: ready) { walk, ready in walk.highest(of: ready) }
  }

  private mutating func take<Ready: Possibilities>(
    from ready: Ready, _ highest: (inout Self, Ready) -> Int
  ) -> Int {
    defer { choices += 1 }
    var best = highest(&self, ready)
    while changesDone < changePoints.count, changePoints[changesDone] <= choices {
      changesDone += 1
      priorities.lower(holder(at: best, of: ready), atChange: changesDone)
      best = highest(&self, ready)
    }
    return best
  }

  /// The next of the seed's random numbers.
  public mutating func random() -> UInt64 { numbers.next() }

  private func highest(of ready: some Possibilities) -> Int {
    var best = 0
    var bestPriority = priorities[holder(at: 0, of: ready)]
    for position in 1..<ready.count {
      let priority = priorities[holder(at: position, of: ready)]
      if priority > bestPriority { (best, bestPriority) = (position, priority) }
    }
    return best
  }

  /// Whose a priority is: a racing line's, a place's inside a call, else a label's.
  ///
  /// No event has the ordinal 0, so that a label is never taken for a line, and no label's number
  /// is as great as a place's.
  private func holder(at position: Int, of ready: some Possibilities) -> UInt64 {
    if ready.isInterrupting(at: position) { return ready.nameNumber(at: position) }
    if ready.isInsideCall { return .max - UInt64(choices) }
    return UInt64(ready.labelNumber(at: position)) << 32
  }
}

extension PriorityWalk {
  /// The priorities of holders: those that they begin with, and those after a change.
  private struct Priorities {
    /// A priority that was lowered at a change point.
    private struct Drop {
      var holder: UInt64
      var priority: UInt64
    }

    /// From here up are the priorities that holders begin with; below are those after a change.
    private static let lowestInitial: UInt64 = 1 << 32

    private let key: UInt64
    /// At most one for each change point; the room for all is reserved.
    private var drops: [Drop] = []

    init(key: UInt64, mostDrops: Int) {
      self.key = key
      drops.reserveCapacity(mostDrops)
    }

    subscript(holder: UInt64) -> UInt64 {
      for drop in drops where drop.holder == holder { return drop.priority }
      return SplitMix64.mixed(key &+ holder &* SplitMix64.increment) | Self.lowestInitial
    }

    /// Puts a holder below all others, at a change point of this number.
    mutating func lower(_ holder: UInt64, atChange number: Int) {
      let drop = Drop(holder: holder, priority: Self.lowestInitial - UInt64(number))
      if let index = drops.firstIndex(where: { drop in drop.holder == holder }) {
        drops[index] = drop
      } else {
        drops.append(drop)
      }
    }
  }

  /// Events by their priorities: a heap whose first is the highest, and of equal ones the one that
  /// became ready first.
  private struct Ranking {
    struct Entry {
      var priority: UInt64
      let number: Int
      let holder: UInt64

      /// Whether it comes before another.
      func precedes(_ other: Entry) -> Bool {
        priority > other.priority || (priority == other.priority && number < other.number)
      }
    }

    private(set) var entries: [Entry] = []
    /// How many have been looked at since this was set.
    var looks = 0

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    mutating func insert(_ entry: Entry) {
      var place = entries.count
      entries.append(entry)
      while place > 0, entries[place].precedes(entries[(place - 1) / 2]) {
        looks += 1
        entries.swapAt(place, (place - 1) / 2)
        place = (place - 1) / 2
      }
    }

    /// The highest of those that are still there, and its position.
    ///
    /// Those that are not, and those whose holder has a lower priority by now, are told when they
    /// come first.
    mutating func highest(
      by priorities: Priorities, _ position: (_ number: Int) -> Int?
    ) -> (position: Int, priority: UInt64)? {
      while let first = entries.first {
        let priority = priorities[first.holder]
        if priority < first.priority {
          entries[0].priority = priority
          sink()
        } else if let position = position(first.number) {
          return (position, priority)
        } else {
          removeFirst()
        }
      }
      return nil
    }

    private mutating func removeFirst() {
      entries.swapAt(0, entries.count - 1)
      entries.removeLast()
      sink()
    }

    private mutating func sink() {
      var place = 0
      while 2 * place + 1 < entries.count {
        looks += 1
        var child = 2 * place + 1
        if child + 1 < entries.count, entries[child + 1].precedes(entries[child]) { child += 1 }
        guard entries[child].precedes(entries[place]) else { return }
        entries.swapAt(place, child)
        place = child
      }
    }
  }

  private mutating func stopRanking(_ ready: ReadyEvents) {
    guard isRanking else { return }
    isRanking = false
    ranking.removeAll()
    interrupting.removeAll()
    ready.forgetArrivals()
  }

  /// Ranks what has become ready since the last choice.
  private mutating func rankArrivals(of ready: ReadyEvents) {
    var arrivals: [(entry: Ranking.Entry, isInterrupting: Bool)] = []
    let areAll = ready.takeArrivals { number, label, name, isInterrupting in
      let holder = isInterrupting ? name : UInt64(label) << 32
      let entry = Ranking.Entry(priority: priorities[holder], number: number, holder: holder)
      arrivals.append((entry, isInterrupting))
    }
    if areAll {
      ranking.removeAll()
      interrupting.removeAll()
    }
    for (entry, isInterrupting) in arrivals {
      ranking.insert(entry)
      if isInterrupting { interrupting.insert(entry) }
    }
  }

  /// The position of the event with the highest priority; inside a call, that of the call where it
  /// is above all that may fall into it.
  private mutating func highestRanked(of ready: ReadyEvents) -> Int {
    defer {
      ready.noteLooks(ranking.looks + interrupting.looks)
      ranking.looks = 0
      interrupting.looks = 0
    }
    let position = { (number: Int) in ready.position(ofNumber: number) }
    if ready.isInsideCall {
      let goesOn = priorities[holder(at: 0, of: ready)]
      guard let highest = interrupting.highest(by: priorities, position) else { return 0 }
      return highest.priority > goesOn ? highest.position : 0
    }
    guard let highest = ranking.highest(by: priorities, position) else {
      preconditionFailure("none of what is ready has been ranked")
    }
    return highest.position
  }
}

/// A scheduler that takes turns: after an event of one label comes one of the next label.
///
/// The labels' order is that in which they were first used, and of one label the oldest event comes
/// first. A label with a single event never waits for more than one event of each other label.
/// Nothing falls into a call.
public struct RoundRobin: Walk {
  private var numbers: SplitMix64
  private var lastLabel = -1

  /// Creates the scheduler.
  ///
  /// - Parameter seed: What its random numbers follow from; they have no part in the order.
  public init(seed: UInt64 = 0) {
    numbers = SplitMix64(seed: seed)
  }

  /// Begins with the label that was used first.
  public mutating func begin() { lastLabel = -1 }

  /// Returns the position of the oldest event of the label whose turn it is.
  public mutating func choose(from ready: ReadyEvents) -> Int { take(from: ready) }

  /// Returns the position of the oldest event of the label whose turn it is.
  package mutating func take(from ready: some Possibilities) -> Int {
    guard !ready.isInsideCall else { return 0 }
    // The smallest label above the last one; where there is none, the smallest of all.
    var next: (label: Int, position: Int)?
    var first = (label: ready.labelNumber(at: 0), position: 0)
    for position in 0..<ready.count {
      let label = ready.labelNumber(at: position)
      if label < first.label { first = (label, position) }
      if label > lastLabel, next.map({ next in label < next.label }) != false {
        next = (label, position)
      }
    }
    let turn = next ?? first
    lastLabel = turn.label
    return turn.position
  }

  /// The next number of the SplitMix64 sequence that belongs to the seed.
  public mutating func random() -> UInt64 { numbers.next() }
}
