/// What the server tells one client by itself.
package enum ServerNews: Sendable {
  /// New contents of a place, for everyone there or for one query.
  case overwrite(TreePath, TreeNode, tag: QueryTag?)
  /// New contents of places below one.
  case merge(TreePath, [TreePath: TreeNode], tag: QueryTag?)
  /// The end of a listen.
  case revoked(QuerySpecification, DatabaseError)
}
