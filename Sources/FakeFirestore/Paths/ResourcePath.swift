/// The way to a document or a collection: segments between slashes.
///
/// An odd number of segments names a collection, an even number a document; none is the root.
package struct ResourcePath: Hashable, Sendable {
  package let segments: [Name]

  package static let root = ResourcePath(segments: [])

  package init(segments: [Name]) {
    self.segments = segments
  }

  /// The path that a string with slashes names; one at the start or the end changes nothing.
  ///
  /// - Throws: `FirestoreUsageError.doubleSlash` when two slashes stand together.
  package init(parsing text: String) throws(FirestoreUsageError) {
    var parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    if parts.first?.isEmpty == true { parts.removeFirst() }
    if parts.last?.isEmpty == true { parts.removeLast() }
    guard parts.allSatisfy({ !$0.isEmpty }) else { throw .doubleSlash(text) }
    segments = parts.map { Name(String($0)) }
  }

  package var isDocument: Bool { !segments.isEmpty && segments.count.isMultiple(of: 2) }

  package var isCollection: Bool { !segments.count.isMultiple(of: 2) }

  /// The last segment; empty at the root.
  package var id: Name { segments.last ?? "" }

  /// The path without its last segment; the root is its own parent.
  package var parent: ResourcePath { ResourcePath(segments: segments.dropLast()) }

  /// The path with another one appended.
  package func appending(_ other: ResourcePath) -> ResourcePath {
    ResourcePath(segments: segments + other.segments)
  }

  /// The path with one more segment.
  package func appending(_ name: Name) -> ResourcePath {
    ResourcePath(segments: segments + [name])
  }

  /// Whether the other path is this one or lies below it.
  package func isPrefix(of other: ResourcePath) -> Bool {
    other.segments.starts(with: segments)
  }
}

extension ResourcePath: Comparable {
  package static func < (left: ResourcePath, right: ResourcePath) -> Bool {
    left.segments.lexicographicallyPrecedes(right.segments)
  }
}

extension ResourcePath: CustomStringConvertible {
  package var description: String { segments.map(\.text).joined(separator: "/") }
}
