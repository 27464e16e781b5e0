package import SluiceSpies

/// What the children of a place are ordered by; the key decides between equals.
///
/// Sources: `FirebaseDatabase/Sources/{FKeyIndex,FPathIndex,FPriorityIndex,FValueIndex}.m`.
package enum SortIndex: Hashable, Sendable {
  case key
  case priority
  case value
  /// What is at a path below each child.
  case child(TreePath)

  /// What of a child decides; always empty for the key.
  package func value(of node: TreeNode) -> TreeNode {
    switch self {
    case .key: .empty
    case .priority: node[.priority]
    case .value: node
    case .child(let path): node.node(at: path)
    }
  }

  /// Whether a child has anything that decides.
  package func isDefined(on node: TreeNode) -> Bool {
    !value(of: node).isEmpty
  }

  /// The order of two children.
  package func order(of left: NamedNode, _ right: NamedNode) -> Ordering {
    let byKey = { left.key.order(against: right.key) }
    return switch self {
    case .key: byKey()
    case .priority: LeafValue.order(left.node.priority, right.node.priority).then(byKey())
    case .value, .child:
      value(of: left.node).order(against: value(of: right.node)).then(byKey())
    }
  }

  /// Whether a child that changed may stand elsewhere, so that it counts as moved.
  ///
  /// By value, children that differ at all count, even where neither comes first.
  package func isMove(from old: TreeNode, to new: TreeNode) -> Bool {
    switch self {
    case .key: false
    case .priority: old.priority != new.priority
    case .value: old != new
    case .child: value(of: old).order(against: value(of: new)) != .same
    }
  }
}
