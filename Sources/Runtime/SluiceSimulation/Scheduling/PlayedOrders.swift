/// The orders in which one case was played, as a tree of choices: so that no order is played twice.
///
/// A run is a function of its choices. As long as a walk takes positions that were taken before, in
/// the same turn, it meets the possibilities that were met then; so it can be told without a run
/// whether the walk's whole course is known. Where a subject keeps state outside of its streams
/// that is not so: what it does differently the second time is for the check in another process.
package final class PlayedOrders {
  /// A choice that was met.
  private struct Node {
    /// Where its possibilities begin.
    var first: Int
    var count: Int
    var isInsideCall: Bool
  }

  /// One thing that was possible at a choice.
  private struct Possibility {
    var name: UInt64
    var isInterrupting: Bool
    /// What came after it was taken.
    var next = Next.unknown
  }

  /// What comes after a choice.
  private enum Next {
    case unknown
    case choice(Int)
    /// No choice any more: the run's end.
    case end
  }

  /// From how many possibilities on nothing is kept any more: some megabytes.
  private static let mostPossibilities = 200_000

  private var nodes: [Node] = []
  /// The first stands for the beginning; then come those of all choices.
  private var possibilities = [Possibility(name: .max, isInterrupting: false)]
  /// What the present run took last.
  private var last = 0
  /// Whether it goes on to keep what is played.
  private var isKept = true

  /// A tree of nothing.
  package init() {}

  /// Notes that a run begins.
  func begin() { last = 0 }

  /// Notes a choice of the present run.
  func note(_ position: Int, of ready: ReadyEvents) {
    guard isKept else { return }
    switch possibilities[last].next {
    case .unknown:
      guard possibilities.count + ready.count <= Self.mostPossibilities else { return giveUp() }
      possibilities[last].next = .choice(nodes.count)
      last = append(ready) + position
    case .choice(let number):
      guard nodes[number].count == ready.count else { return giveUp() }
      last = nodes[number].first + position
    case .end:
      giveUp()
    }
  }

  /// Notes that the present run came to its end.
  package func end() {
    guard isKept else { return }
    switch possibilities[last].next {
    case .unknown: possibilities[last].next = .end
    case .choice: giveUp()
    case .end: break
    }
  }

  /// Whether a run under a walk would take a course that was played before, to its end.
  ///
  /// - Parameter walk: The walk, before its first choice.
  /// - Returns: Whether it is known to; false if that can't be told.
  package func contains(_ walk: some Walk) -> Bool {
    var walk = walk
    walk.begin()
    var place = 0
    while true {
      switch possibilities[place].next {
      case .unknown: return false
      case .choice(let number):
        place = nodes[number].first + walk.take(from: PlayedChoice(orders: self, node: number))
      case .end: return true
      }
    }
  }

  /// Adds a choice, and returns where its possibilities begin.
  private func append(_ ready: ReadyEvents) -> Int {
    let first = possibilities.count
    nodes.append(Node(first: first, count: ready.count, isInsideCall: ready.isInsideCall))
    for position in 0..<ready.count {
      possibilities.append(
        Possibility(
          name: ready.nameNumber(at: position),
          isInterrupting: ready.isInterrupting(at: position)))
    }
    return first
  }

  /// Forgets everything: there is too much of it, or a run was no function of its choices.
  private func giveUp() {
    isKept = false
    nodes = []
    possibilities = [Possibility(name: .max, isInterrupting: false)]
    last = 0
  }

  /// A choice as it was met before.
  private struct PlayedChoice: Possibilities {
    let orders: PlayedOrders
    let node: Int

    var count: Int { orders.nodes[node].count }
    var isInsideCall: Bool { orders.nodes[node].isInsideCall }

    func nameNumber(at position: Int) -> UInt64 {
      orders.possibilities[orders.nodes[node].first + position].name
    }

    func isInterrupting(at position: Int) -> Bool {
      orders.possibilities[orders.nodes[node].first + position].isInterrupting
    }
  }
}
