/// The number of a commit at the server, growing by one; zero for what the server never said.
package typealias Version = UInt64

/// What one client knows of one document, and how it knows.
package struct CachedDocument: Equatable, Sendable {
  /// What is known of the contents.
  package enum Contents: Equatable, Sendable {
    /// Nothing is known.
    case unread
    /// The document exists with these fields.
    case found(Fields)
    /// The document is known not to exist.
    case missing
    /// The document exists, its fields are not known: the server took an update to a document never
    /// read.
    case unknown
  }

  /// How the contents came to be.
  package enum Origin: Equatable, Sendable {
    /// The server said so.
    case server
    /// A write that the server has not answered is part of it.
    case localWrite
    /// An acknowledged write is part of it, and the server's own snapshot has not come yet.
    case acknowledgedWrite
  }

  package let key: DocumentKey
  package var version: Version
  package var contents: Contents
  package var origin: Origin

  package init(
    key: DocumentKey, version: Version = 0, contents: Contents = .unread,
    origin: Origin = .server
  ) {
    self.key = key
    self.version = version
    self.contents = contents
    self.origin = origin
  }

  /// The fields of a document that exists; nil for every other one.
  package var fields: Fields? {
    guard case .found(let fields) = contents else { return nil }
    return fields
  }

  package var exists: Bool { fields != nil }
}
