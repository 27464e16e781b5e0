/// What pending writes make of what a view knows from the server; paths are from the view's place.
extension CompoundWrite {
  /// The whole place with the writes on top; nil when it is neither known nor overwritten.
  func event(over server: TreeNode?) -> TreeNode? {
    overwrite ?? server.map(applied)
  }

  /// The children that are wholly known from the server or from writes, with the writes on top.
  func eventChildren(over server: TreeNode) -> TreeNode {
    if let overwrite { return overwrite.isLeaf ? .empty : overwrite.settingPriority(nil) }
    var result = server.isLeaf ? .empty : server.settingPriority(nil)
    for key in tree.keys where !key.isPriority {
      if let node = tree[key].value {
        result = result.setting(key, to: node)
      } else if let known = result.children[key] {
        result = result.setting(key, to: writes(at: key).applied(to: known))
      }
    }
    return result
  }

  /// A child with the writes on top; nil when it is neither known nor overwritten.
  func child(_ key: ChildKey, over server: CachedNode) -> TreeNode? {
    let writes = writes(at: key)
    if let node = writes.overwrite { return node }
    return server.isComplete(for: key) ? writes.applied(to: server.node[key]) : nil
  }

  /// What is at a path once the server has changed it; nil when a write hides it.
  func event(at path: TreePath, afterServer server: TreeNode) -> TreeNode? {
    let writes = writes(at: path)
    return writes.overwrite == nil ? writes.applied(to: server.node(at: path)) : nil
  }
}
