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
