/// The operations that a rule of the server can refuse.
public enum FirestoreOperation: Hashable, Sendable, CaseIterable {
  /// Listening and reading once.
  case read
  /// Setting, updating and deleting.
  case write
}

/// A rule of the server that refuses operations below a path.
package struct Denial: Equatable, Sendable {
  /// The operations that a rule speaks of.
  package typealias Operation = FirestoreOperation

  package let operations: [FirestoreOperation]
  package let path: ResourcePath
  package let error: FirestoreErrorCode

  package init(
    _ operations: [FirestoreOperation] = FirestoreOperation.allCases, below path: ResourcePath,
    error: FirestoreErrorCode = FirestoreErrorCode(.permissionDenied)
  ) {
    self.operations = operations
    self.path = path
    self.error = error
  }

  /// Whether a write to this document is refused.
  func refusesWriting(_ key: DocumentKey) -> Bool {
    operations.contains(.write) && path.isPrefix(of: key.path)
  }

  /// Whether a query is refused: rules are no filters, so one document that could be among the
  /// results is enough.
  func refusesReading(_ shape: QueryShape) -> Bool {
    guard operations.contains(.read) else { return false }
    if path.isPrefix(of: shape.path) { return true }
    if shape.document != nil { return false }
    if shape.group != nil { return shape.path.isPrefix(of: path) }
    return path.isDocument && path.parent == shape.path
  }
}
