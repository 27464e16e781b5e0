import SluiceSpies

/// Children in an order: a balanced tree whose versions share what they have in common.
///
/// Putting in, taking out, finding a child, its place and the child at a place each take as many
/// steps as the tree is high, which is the logarithm of the number of children. Balance is by
/// weight: neither side holds more than three times what the other does.
package struct OrderedChildren: Sendable {
  private let root: Branch?

  private init(root: Branch?) {
    self.root = root
  }

  /// No children.
  package init() {
    root = nil
  }

  /// Children that stand in their order already.
  package init(sorted children: [NamedNode]) {
    WorkCounter.count(children.count)
    root = Branch(sorted: children[...])
  }

  package var count: Int { root?.count ?? 0 }

  package var isEmpty: Bool { root == nil }

  package var first: NamedNode? { isEmpty ? nil : self[0] }

  package var last: NamedNode? { isEmpty ? nil : self[count - 1] }

  /// The child at a place, counted from 0.
  package subscript(position: Int) -> NamedNode {
    var offset = position
    var next = root
    var steps = 0
    defer { WorkCounter.count(steps) }
    while let branch = next {
      steps += 1
      let before = branch.left?.count ?? 0
      if offset == before { return branch.child }
      if offset < before {
        next = branch.left
      } else {
        offset -= before + 1
        next = branch.right
      }
    }
    preconditionFailure("there is no child \(position) among \(count)")
  }

  /// What the child with a key is; these children must stand in the order of their keys.
  package subscript(key: ChildKey) -> TreeNode? {
    var next = root
    var steps = 0
    defer { WorkCounter.count(steps) }
    while let branch = next {
      steps += 1
      switch key.order(against: branch.child.key) {
      case .same: return branch.child.node
      case .ascending: next = branch.left
      case .descending: next = branch.right
      }
    }
    return nil
  }

  /// How many children come first for which something holds that holds for none behind one for
  /// which it does not.
  package func prefixCount(where holds: (NamedNode) -> Bool) -> Int {
    var result = 0
    var next = root
    var steps = 0
    defer { WorkCounter.count(steps) }
    while let branch = next {
      steps += 1
      if holds(branch.child) {
        result += (branch.left?.count ?? 0) + 1
        next = branch.right
      } else {
        next = branch.left
      }
    }
    return result
  }

  /// The children with one put in, in place of one that the order holds for the same.
  package func inserting(_ child: NamedNode, by index: SortIndex) -> OrderedChildren {
    var steps = 0
    defer { WorkCounter.count(steps) }
    return OrderedChildren(root: Branch.inserting(child, into: root, by: index, &steps))
  }

  /// The children without the one that the order holds for the same.
  package func removing(_ child: NamedNode, by index: SortIndex) -> OrderedChildren {
    var steps = 0
    defer { WorkCounter.count(steps) }
    return OrderedChildren(root: Branch.removing(child, from: root, by: index, &steps))
  }

  /// Whether both are the very same tree, so that nothing needs to be compared.
  func isIdentical(to other: OrderedChildren) -> Bool {
    root === other.root
  }
}

extension OrderedChildren: Sequence {
  /// A walk over children in their order.
  package struct Iterator: IteratorProtocol {
    private var waiting: [Branch] = []

    fileprivate init(_ root: Branch?) {
      descend(root)
    }

    package mutating func next() -> NamedNode? {
      guard let branch = waiting.popLast() else { return nil }
      WorkCounter.count(1)
      descend(branch.right)
      return branch.child
    }

    private mutating func descend(_ branch: Branch?) {
      var next = branch
      while let branch = next {
        waiting.append(branch)
        next = branch.left
      }
    }
  }

  package var underestimatedCount: Int { count }

  package func makeIterator() -> Iterator {
    Iterator(root)
  }
}

/// A child: its key and what is there.
package struct NamedNode: Sendable {
  package let key: ChildKey
  package let node: TreeNode

  package init(_ key: ChildKey, _ node: TreeNode) {
    self.key = key
    self.node = node
  }
}
