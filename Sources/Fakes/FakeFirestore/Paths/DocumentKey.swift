import SluiceSimulation

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

/// The ids of documents that a client names by itself: twenty letters and digits, never the same
/// twice.
///
/// They depend on the client's number and on nothing else, so that making one takes no random
/// number from the schedule.
struct DocumentIDs: Sendable {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

  /// A sequence that has each state once, so that no id is made twice.
  private var numbers: SplitMix64

  init(client: ClientID) {
    numbers = SplitMix64(seed: UInt64(client))
  }

  mutating func next() -> String {
    String((0..<20).map { _ in Self.alphabet[Int(numbers.next() % UInt64(Self.alphabet.count))] })
  }
}
