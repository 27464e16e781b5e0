/// New contents for some places, none of them below another; what an update writes, and what all
/// pending writes together make.
///
/// Source: `FirebaseDatabase/Sources/Core/View/FCompoundWrite.m`.
package struct CompoundWrite: Sendable {
  /// The new contents by place; nothing stands below a place that has some.
  package private(set) var tree = PathTree<TreeNode>()

  /// No write.
  package init() {}

  /// A write of this whole place.
  package init(_ node: TreeNode) {
    tree.value = node
  }

  private init(tree: PathTree<TreeNode>) {
    self.tree = tree
  }

  package var isEmpty: Bool { tree.isEmpty }

  /// What this whole place is overwritten with, if it is.
  package var overwrite: TreeNode? { tree.value }

  /// Adds new contents for a place, on top of what is there.
  package mutating func add(_ node: TreeNode, at path: TreePath) {
    tree.add(node, at: path)
  }

  /// Adds all of another write, meant for what is below a place.
  package mutating func add(_ other: CompoundWrite, at path: TreePath) {
    other.tree.visit(below: path) { place, node in add(node, at: place) }
  }

  /// Takes out what is written at a place and below it, where nothing above is overwritten.
  package mutating func remove(at path: TreePath) {
    tree.change(at: path) { $0 = PathTree() }
  }

  /// What a place has been completely overwritten with; nil if it has not been.
  package func overwrite(at path: TreePath) -> TreeNode? {
    var found: TreeNode?
    tree.visit(on: path) { rest, node in found = node.node(at: rest) }
    return found
  }

  /// The writes that concern a place and what is below it.
  package func writes(at path: TreePath) -> CompoundWrite {
    if path.isRoot { return self }
    if let node = overwrite(at: path) { return CompoundWrite(node) }
    return CompoundWrite(tree: tree.subtree(at: path))
  }

  /// The writes that concern a child and what is below it.
  package func writes(at key: ChildKey) -> CompoundWrite {
    if let overwrite { return CompoundWrite(overwrite[key]) }
    return CompoundWrite(tree: tree[key])
  }

  /// The children that are completely overwritten, with what they are overwritten with.
  package var completeChildren: [NamedNode] {
    if let overwrite { return Array(overwrite.children) }
    return tree.keys.compactMap { key in
      key.isPriority ? nil : tree[key].value.map { NamedNode(key, $0) }
    }
  }

  /// A node with the writes on top.
  package func applied(to node: TreeNode) -> TreeNode {
    tree.isEmpty ? node : tree.applied(to: node)
  }
}

extension PathTree where Value == TreeNode {
  fileprivate mutating func add(_ node: TreeNode, at path: TreePath) {
    if let old = value {
      value = old.setting(path, to: node)
    } else if path.isRoot {
      self = PathTree(node)
    } else {
      // Down to where the place itself or one above it is overwritten already.
      let key = path.keys[path.keys.startIndex]
      change(at: [key]) { $0.add(node, at: path.withoutFirst) }
    }
  }

  fileprivate func applied(to node: TreeNode) -> TreeNode {
    if let value { return value }
    var result = node
    for key in keys where !key.isPriority {
      result = result.setting(key, to: self[key].applied(to: result[key]))
    }
    // Last, because nothing has no priority, and only now it is known what is there.
    if let priority = self[.priority].value, !result.isEmpty {
      result = result.setting(.priority, to: priority)
    }
    return result
  }
}
