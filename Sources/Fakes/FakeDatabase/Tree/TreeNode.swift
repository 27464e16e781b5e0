package import SluiceSpies

/// What is at one place of the tree: nothing, a leaf or children.
///
/// It is never changed once made. Source:
/// `FirebaseDatabase/Sources/Snapshot/{FLeafNode,FChildrenNode}.m`.
package enum TreeNode: Sendable {
  case empty
  indirect case leaf(LeafValue, priority: LeafValue?)
  case children(ChildrenNode)

  /// A leaf without a priority.
  package static func leaf(_ value: LeafValue) -> TreeNode { .leaf(value, priority: nil) }

  package var isEmpty: Bool {
    if case .empty = self { return true }
    return false
  }

  package var isLeaf: Bool { leafValue != nil }

  /// The value of a leaf; nil for anything else.
  package var leafValue: LeafValue? {
    if case .leaf(let value, _) = self { return value }
    return nil
  }

  package var priority: LeafValue? {
    switch self {
    case .empty: nil
    case .leaf(_, let priority): priority
    case .children(let node): node.priority
    }
  }

  /// The children by key; none for a leaf.
  package var children: OrderedChildren {
    if case .children(let node) = self { return node.children }
    return OrderedChildren()
  }

  package var childCount: Int { children.count }

  /// The children in the order of an index; none for a leaf.
  package func children(by index: SortIndex) -> OrderedChildren {
    if case .children(let node) = self { return node.children(by: index) }
    return OrderedChildren()
  }

  /// The child with a key, or the priority as a leaf; empty where there is none.
  package subscript(key: ChildKey) -> TreeNode {
    if key.isPriority { return priority.map { .leaf($0) } ?? .empty }
    return children[key] ?? .empty
  }

  package func hasChild(_ key: ChildKey) -> Bool { !self[key].isEmpty }

  /// What is at a path from here.
  package func node(at path: TreePath) -> TreeNode {
    var result = self
    for key in path.keys {
      if result.isEmpty { break }
      result = result[key]
    }
    return result
  }
}

extension TreeNode {
  /// The node with its priority replaced; nothing has none.
  package func settingPriority(_ priority: LeafValue?) -> TreeNode {
    switch self {
    case .empty: .empty
    case .leaf(let value, _): .leaf(value, priority: priority)
    case .children(let node): .children(node.settingPriority(priority))
    }
  }

  /// The node with a child replaced, put in or, by an empty one, taken out.
  ///
  /// A leaf that gets a child stops being one and keeps its priority. Of the key `.priority`, the
  /// priority is replaced.
  package func setting(_ key: ChildKey, to child: TreeNode) -> TreeNode {
    if key.isPriority { return settingPriority(child.leafValue) }
    switch self {
    case .empty, .leaf:
      guard !child.isEmpty else { return self }
      let children = OrderedChildren(sorted: [NamedNode(key, child)])
      return .children(ChildrenNode(priority: priority, children: children))
    case .children(let node):
      return node.setting(key, to: child).map { .children($0) } ?? .empty
    }
  }

  /// The node with what is at a path from here replaced.
  package func setting(_ path: TreePath, to node: TreeNode) -> TreeNode {
    guard let key = path.first else { return node }
    return setting(key, to: self[key].setting(path.withoutFirst, to: node))
  }

  /// The node with an index over its children that is carried along through changes.
  package func indexed(by index: SortIndex) -> TreeNode {
    if case .children(let node) = self { return .children(node.indexed(by: index)) }
    return self
  }
}

extension TreeNode: Equatable {
  /// Whether both hold the same values and priorities; 1 and 1.0 are the same value.
  package static func == (left: TreeNode, right: TreeNode) -> Bool {
    switch (left, right) {
    case (.empty, .empty): true
    case (.leaf(let left, let leftPriority), .leaf(let right, let rightPriority)):
      left == right && leftPriority == rightPriority
    case (.children(let left), .children(let right)):
      left === right
        || left.priority == right.priority && left.children == right.children
    default: false
    }
  }

  /// The order of two values: nothing, leaves by their values, then all that have children.
  package func order(against other: TreeNode) -> Ordering {
    switch (self, other) {
    case (.leaf(let left, _), .leaf(let right, _)): left.order(against: right)
    default: Ordering(rank, other.rank)
    }
  }

  private var rank: Int {
    switch self {
    case .empty: 0
    case .leaf: 1
    case .children: 2
    }
  }
}

extension OrderedChildren: Equatable {
  /// Whether both hold equal children under equal keys, in the same order.
  package static func == (left: OrderedChildren, right: OrderedChildren) -> Bool {
    left.isIdentical(to: right)
      || left.count == right.count
        && zip(left, right).allSatisfy { $0.key == $1.key && $0.node == $1.node }
  }
}
