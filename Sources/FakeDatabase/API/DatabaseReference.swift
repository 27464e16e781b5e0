/// A place in the tree: the way to its data, its parent and its children.
///
/// Source: `FirebaseDatabase/Sources/Public/FirebaseDatabase/FIRDatabaseReference.h`.
public final class DatabaseReference: DatabaseQuery, @unchecked Sendable {
  // Sendable: it adds no stored property to a class for which that is shown.

  init(_ path: TreePath, of database: Database) {
    super.init(QuerySpecification(path), of: database)
  }

  package var path: TreePath { specification.path }

  /// The last key of the path; nil for the root.
  public var key: String? { path.last?.text }

  /// The place above; nil for the root.
  public var parent: DatabaseReference? {
    path.parent.map { DatabaseReference($0, of: database) }
  }

  /// The root of the tree.
  public var root: DatabaseReference { DatabaseReference(.root, of: database) }

  /// The place at a path below; one with a character that keys can't have stops the process.
  public func child(_ pathString: String) -> DatabaseReference {
    stoppingOnMisuse { () throws(DatabaseUsageError) in
      descendant(try TreePath(parsing: pathString))
    }
  }

  /// A new place below, whose key stands behind those made before.
  ///
  /// It depends on the virtual time and on what this client made before, and on nothing else.
  public func childByAutoId() -> DatabaseReference {
    descendant(TreePath([database.backend.makeChildKey()]))
  }

  func descendant(_ path: TreePath) -> DatabaseReference {
    DatabaseReference(self.path.appending(path), of: database)
  }
}

extension DatabaseReference: CustomStringConvertible, Equatable {
  /// The path.
  public var description: String { path.description }

  /// Whether both are the same place of the same database.
  public static func == (left: DatabaseReference, right: DatabaseReference) -> Bool {
    left.database === right.database && left.path == right.path
  }
}
