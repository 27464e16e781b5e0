/// Something to tell one listener.
package enum SyncEvent: Sendable {
  /// Data that it asked for.
  case data(DataEvent)
  /// That it hears nothing any more, because the server refused the query.
  case cancelled(RegistrationID, QuerySpecification)
}

/// Data to tell one listener.
package struct DataEvent: Sendable {
  package let registration: RegistrationID
  package let query: QuerySpecification
  package let kind: EventKind
  /// The key of the child that the event is about; nil for the value of the whole query.
  package let key: ChildKey?
  /// What is there; of a child that was removed, what was there.
  package let node: TreeNode
  /// The key of the child before, in the state after the event; nil for the first child, for one
  /// that was removed, and for the whole value.
  package let previousKey: ChildKey?

  /// The place that the node is from.
  package var path: TreePath {
    key.map(query.path.appending) ?? query.path
  }
}
