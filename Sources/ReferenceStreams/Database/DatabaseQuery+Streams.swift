public import FakeDatabase

extension DatabaseQuery {
  /// The data of the query: as soon as they are known, then whenever they change.
  ///
  /// Each iteration listens on its own, from its first `next()` to its end.
  public var value: ListenerSequence<DataSnapshot, any Error> {
    ListenerSequence(valuesOf: self)
  }

  /// The events of the query's children: at first each that is there, then what comes, changes,
  /// moves and goes, in the product's order.
  ///
  /// Each iteration adds four listeners at its first `next()`, and removes all of them.
  public func events() -> ListenerSequence<DatabaseEvent, any Error> {
    ListenerSequence(eventsOf: self)
  }
}
