/// What keeps the order of events: a queue's address, a number of the engine's, or one of these.
enum Lane {
  /// Events that keep no order.
  static let none: UInt = 0
  /// Events that keep no order and may fall into a backend's call.
  ///
  /// No queue is at this address.
  static let interrupting = UInt.max

  /// Whether events of a lane share it with each other, as what is put on a concurrent queue does.
  private static let sharing: UInt = 1

  /// Whether an event has to let one of an earlier lane run first.
  static func isKeptBack(_ lane: UInt, by earlier: [UInt]) -> Bool {
    earlier.contains { other in conflict(lane, other) }
  }

  /// Whether two events must run in their order.
  static func conflict(_ one: UInt, _ other: UInt) -> Bool {
    guard one | sharing == other | sharing, one != none, one != interrupting else { return false }
    return one & sharing == 0 || other & sharing == 0
  }
}
