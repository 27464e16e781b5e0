/// A child: its key and what is there.
package struct NamedNode: Sendable {
  package let key: ChildKey
  package let node: TreeNode

  package init(_ key: ChildKey, _ node: TreeNode) {
    self.key = key
    self.node = node
  }
}
