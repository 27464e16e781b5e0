/// What keeps the order of events: a queue's address, a number of the engine's, or one of these.
enum Lane {
  /// Events that keep no order.
  static let none: UInt = 0
  /// Events that keep no order and may fall into a backend's call.
  ///
  /// No queue is at this address.
  static let interrupting = UInt.max
}
