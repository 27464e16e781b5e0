/// Writes that the server keeps until a client disconnects.
///
/// A later one for a place replaces what an earlier one has there and below. Source:
/// `FirebaseDatabase/Sources/Snapshot/FSparseSnapshotTree.m`.
package struct DeferredWrites: Sendable {
  private var writes = CompoundWrite()

  package init() {}

  package var isEmpty: Bool { writes.isEmpty }

  /// Remembers new contents for a place.
  package mutating func remember(_ node: TreeNode, at path: TreePath) {
    writes.add(node, at: path)
  }

  /// Remembers all that an update writes.
  package mutating func remember(_ update: CompoundWrite, at path: TreePath) {
    writes.add(update, at: path)
  }

  /// Forgets what is remembered for a place and below it.
  ///
  /// Of contents remembered for a place above it, the other children stay.
  package mutating func forget(at path: TreePath) {
    for length in 0..<path.count {
      let above = TreePath(path.keys.prefix(length))
      guard let node = writes.tree[above], !node.isLeaf else { continue }
      writes.remove(at: above)
      // What is left are single children, because their sum is not the whole place any more.
      for child in node.children { writes.add(child.node, at: above.appending(child.key)) }
    }
    writes.remove(at: path)
  }

  /// Visits what is remembered, in the order of keys.
  package func visit(_ body: (TreePath, TreeNode) -> Void) {
    writes.tree.visit(body)
  }

  /// Visits what is remembered, with the server's values decided.
  ///
  /// - Parameters:
  ///   - milliseconds: The server's time since 1970.
  ///   - existing: What is at a place before the write.
  ///   - body: What is done with each place and its contents.
  package func visitResolved(
    milliseconds: Int64, over existing: (TreePath) -> TreeNode,
    _ body: (TreePath, TreeNode) -> Void
  ) {
    visit { path, node in
      body(path, node.resolved(milliseconds: milliseconds, over: existing(path)))
    }
  }
}
