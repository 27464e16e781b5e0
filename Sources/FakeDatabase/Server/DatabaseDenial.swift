/// The operations that a rule of the server can refuse.
public enum DatabaseOperation: Hashable, Sendable, CaseIterable {
  /// Listening.
  case read
  /// Setting, updating and removing, at once or at the end of a connection.
  case write
}

/// A rule of the server that refuses operations at a path, below it and above it: what may be read
/// or written as a whole has no part that may not.
package struct DatabaseDenial: Equatable, Sendable {
  package let operations: [DatabaseOperation]
  package let path: TreePath
  package let error: DatabaseError

  package init(
    _ operations: [DatabaseOperation] = DatabaseOperation.allCases, at path: TreePath,
    error: DatabaseError = DatabaseError(.permissionDenied)
  ) {
    self.operations = operations
    self.path = path
    self.error = error
  }

  /// Whether an operation on a place is refused.
  func refuses(_ operation: DatabaseOperation, at place: TreePath) -> Bool {
    operations.contains(operation) && (path.contains(place) || place.contains(path))
  }
}
