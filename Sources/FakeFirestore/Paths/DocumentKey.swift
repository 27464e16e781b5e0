/// The place of one document: a path with an even number of segments.
package struct DocumentKey: Hashable, Sendable {
  package let path: ResourcePath

  /// The key at a path.
  ///
  /// - Throws: `FirestoreUsageError.notADocument` when the number of segments is odd or zero.
  package init(_ path: ResourcePath) throws(FirestoreUsageError) {
    guard path.isDocument else { throw .notADocument("\(path)", segments: path.segments.count) }
    self.path = path
  }

  /// The key that a string names.
  ///
  /// - Throws: `FirestoreUsageError` when the string names no document.
  package init(parsing text: String) throws(FirestoreUsageError) {
    try self.init(ResourcePath(parsing: text))
  }

  /// The key of a document in a collection.
  package init(collection: ResourcePath, id: Name) {
    precondition(
      collection.isCollection, "a document must be in a collection, not at \(collection)")
    path = collection.appending(id)
  }

  /// The last segment.
  package var id: Name { path.id }

  /// The collection that the document is in.
  package var collection: ResourcePath { path.parent }
}

extension DocumentKey: Comparable {
  package static func < (left: DocumentKey, right: DocumentKey) -> Bool {
    left.path < right.path
  }
}

extension DocumentKey: CustomStringConvertible {
  package var description: String { path.description }
}
