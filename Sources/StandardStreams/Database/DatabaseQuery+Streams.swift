public import FakeDatabase
import ReferenceStreams

extension DatabaseQuery {
  /// The data of the query, in the proposal's type; for one consumer.
  ///
  /// It listens from the first `next()` to its end.
  public var value: AsyncThrowingStream<DataSnapshot, any Error> {
    AsyncThrowingStream(ListenerSequence(valuesOf: self))
  }

  /// The events of the query's children, in the proposal's type and the product's order; for one
  /// consumer.
  ///
  /// It has four listeners from the first `next()` to its end.
  public func events() -> AsyncThrowingStream<DatabaseEvent, any Error> {
    AsyncThrowingStream(ListenerSequence(eventsOf: self))
  }
}
