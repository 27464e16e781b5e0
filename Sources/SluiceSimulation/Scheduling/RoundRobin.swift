/// A scheduler that takes turns: after an event of one label comes one of the next label.
///
/// The labels' order is that in which they were first used, and of one label the oldest event comes
/// first. A label with a single event never waits for more than one event of each other label.
/// Nothing falls into a call.
public struct RoundRobin: Scheduler {
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
  public mutating func choose(from ready: ReadyEvents) -> Int {
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
