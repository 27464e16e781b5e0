public import FakeDatabase

extension DatabaseQuery {
  /// The events of the query's children, written the plain way; for one consumer.
  ///
  /// The listeners are added in the order in which the proposal names their events.
  public func events() -> AsyncThrowingStream<DatabaseEvent, any Error> {
    AsyncThrowingStream { continuation in
      let cancel = { (error: any Error) in continuation.finish(throwing: error) }
      let handles = [
        self.observe(
          .childAdded,
          andPreviousSiblingKeyWith: { child, key in
            continuation.yield(.childAdded(child, previousSiblingKey: key))
          }, withCancel: cancel),
        self.observe(
          .childChanged,
          andPreviousSiblingKeyWith: { child, key in
            continuation.yield(.childChanged(child, previousSiblingKey: key))
          }, withCancel: cancel),
        self.observe(
          .childRemoved, with: { child in continuation.yield(.childRemoved(child)) },
          withCancel: cancel),
        self.observe(
          .childMoved,
          andPreviousSiblingKeyWith: { child, key in
            continuation.yield(.childMoved(child, previousSiblingKey: key))
          }, withCancel: cancel),
      ]
      continuation.onTermination = { _ in
        for handle in handles { self.removeObserver(withHandle: handle) }
      }
    }
  }
}
