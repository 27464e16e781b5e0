/// What a view knows of its place, and how much of it that is.
///
/// Source: `FirebaseDatabase/Sources/Core/View/FCacheNode.m`.
struct CachedNode: Sendable {
  var node: TreeNode
  /// Whether everything is known that the view asks for, or more.
  var isComplete: Bool
  /// Whether only the query's part is here, so that what is missing may exist.
  var isFiltered: Bool

  init(_ node: TreeNode, isComplete: Bool, isFiltered: Bool) {
    self.node = node
    self.isComplete = isComplete
    self.isFiltered = isFiltered
  }

  /// The node, if everything is known that the view asks for.
  var completeNode: TreeNode? { isComplete ? node : nil }

  /// Whether all of the place is known.
  var isWhole: Bool { isComplete && !isFiltered }

  /// Whether all of a child is known.
  func isComplete(for key: ChildKey) -> Bool {
    isWhole || node.hasChild(key)
  }

  /// Whether all of what is at a path is known.
  func isComplete(for path: TreePath) -> Bool {
    path.first.map(isComplete) ?? isWhole
  }
}

/// What a view knows from the server, and what its listeners have been told.
struct ViewCache: Sendable {
  var event: CachedNode
  var server: CachedNode
}
