/// The way to a place in the tree: the keys of the children on it, the root's first.
///
/// The key `.priority` may stand last, and leads to the priority of the place before it.
package struct TreePath: Hashable, Sendable {
  /// The keys, outermost first.
  package let keys: ArraySlice<ChildKey>

  package init(_ keys: some Sequence<ChildKey>) {
    self.keys = ArraySlice(keys)
  }

  private init(slice: ArraySlice<ChildKey>) {
    keys = slice
  }

  /// The way to where one starts.
  package static let root = TreePath(slice: [])

  package var isRoot: Bool { keys.isEmpty }

  package var count: Int { keys.count }

  package var first: ChildKey? { keys.first }

  package var last: ChildKey? { keys.last }

  /// The path without its first key; the root stays the root.
  package var withoutFirst: TreePath { TreePath(slice: keys.dropFirst()) }

  /// The path without its last key; nil for the root.
  package var parent: TreePath? { isRoot ? nil : TreePath(slice: keys.dropLast()) }

  /// The path with one more key.
  package func appending(_ key: ChildKey) -> TreePath {
    TreePath(slice: keys + CollectionOfOne(key))
  }

  /// The path with another one behind it.
  package func appending(_ path: TreePath) -> TreePath {
    if isRoot { return path }
    return path.isRoot ? self : TreePath(slice: keys + path.keys)
  }

  /// Whether the other path is this one or leads on from it.
  package func contains(_ other: TreePath) -> Bool {
    other.keys.starts(with: keys)
  }

  /// The rest of this path behind an ancestor; nil where that is none.
  package func relative(to ancestor: TreePath) -> TreePath? {
    ancestor.contains(self) ? TreePath(slice: keys.dropFirst(ancestor.count)) : nil
  }
}

extension TreePath {
  /// The path that a text with slashes names; slashes at the ends and doubled ones change nothing.
  ///
  /// The first key may be `.info`, where the client keeps what it knows about itself.
  ///
  /// - Throws: `DatabaseUsageError.invalidPath` when a key holds a character that the product does
  ///   not allow.
  package init(parsing text: String) throws(DatabaseUsageError) {
    let parts = text.unicodeScalars.split(separator: "/").map(String.init)
    for (position, part) in parts.enumerated() where !(position == 0 && part == ".info") {
      guard TreeLimits.allows(key: part) else { throw .invalidPath(text) }
    }
    self.init(parts.map { ChildKey($0) })
  }
}

extension TreePath: Comparable {
  /// Whether the left path comes first in the order of keys, ancestors before what is below them.
  package static func < (left: TreePath, right: TreePath) -> Bool {
    left.keys.lexicographicallyPrecedes(right.keys)
  }
}

extension TreePath: ExpressibleByArrayLiteral {
  package init(arrayLiteral keys: ChildKey...) {
    self.init(keys)
  }
}

extension TreePath: CustomStringConvertible {
  /// The keys between slashes; one slash for the root.
  package var description: String { "/" + keys.map(\.text).joined(separator: "/") }
}

/// What the product allows in keys and values, and how much of it.
///
/// Sources: `FirebaseDatabase/Sources/Utilities/FValidation.m`,
/// `FirebaseDatabase/Sources/Snapshot/FSnapshotUtilities.m`.
package enum TreeLimits {
  /// The greatest number of keys in a path.
  package static let depth = 32

  /// The greatest length of a path, and so of a key, in UTF-8 bytes with a slash between keys.
  package static let pathBytes = 768

  /// The greatest length of a text in UTF-8 bytes.
  package static let textBytes = 10 * 1024 * 1024

  /// Whether a text may be the key of a child.
  package static func allows(key: String) -> Bool {
    !key.isEmpty && key.unicodeScalars.allSatisfy(allows)
  }

  private static func allows(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "#", "$", "[", "]", "/", "\u{7F}": false
    default: scalar.value >= 0x20
    }
  }

  /// Checks that a path is neither too deep nor too long.
  static func check(_ path: TreePath) throws(DatabaseUsageError) {
    guard path.count <= depth else { throw .tooDeep(path.description) }
    let bytes = path.keys.reduce(0) { $0 + $1.text.utf8.count } + max(0, path.count - 1)
    guard bytes <= pathBytes else { throw .pathTooLong(path.description, bytes: bytes) }
  }
}
