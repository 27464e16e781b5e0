package import FakeDatabase

extension ListenerSequence where Element == DataSnapshot, Failure == any Error {
  /// The data of a query, by one listener.
  package init(valuesOf query: DatabaseQuery) {
    self.init { sink in
      let handle = query.observe(
        .value, with: { snapshot in sink.send(snapshot) },
        withCancel: { error in sink.fail(error) })
      return { query.removeObserver(withHandle: handle) }
    }
  }
}

extension ListenerSequence where Element == DatabaseEvent, Failure == any Error {
  /// The events of a query's children, by four listeners.
  ///
  /// The one for children that come is added last: it is told of all that are there by then, so
  /// that nothing that happens between the adds is lost.
  package init(eventsOf query: DatabaseQuery) {
    self.init(
      adding: [
        Self.listener(for: .childRemoved, of: query) { child, _ in .childRemoved(child) },
        Self.listener(for: .childChanged, of: query) { child, key in
          .childChanged(child, previousSiblingKey: key)
        },
        Self.listener(for: .childMoved, of: query) { child, key in
          .childMoved(child, previousSiblingKey: key)
        },
        Self.listener(for: .childAdded, of: query) { child, key in
          .childAdded(child, previousSiblingKey: key)
        },
      ])
  }

  private static func listener(
    for type: DataEventType, of query: DatabaseQuery,
    _ event: @escaping @Sendable (DataSnapshot, String?) -> DatabaseEvent
  ) -> Listener {
    Listener(adding: { sink in
      let handle = query.observe(
        type,
        andPreviousSiblingKeyWith: { child, key in sink.send(event(child, key)) },
        withCancel: { error in sink.fail(error) })
      return { query.removeObserver(withHandle: handle) }
    })
  }
}
