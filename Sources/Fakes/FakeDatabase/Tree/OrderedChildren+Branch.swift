import SluiceSpies

extension OrderedChildren {
  /// A child with those before and those after it; never changed once made.
  final class Branch: Sendable {
    let child: NamedNode
    let left: Branch?
    let right: Branch?
    let count: Int

    init(_ left: Branch?, _ child: NamedNode, _ right: Branch?) {
      self.left = left
      self.child = child
      self.right = right
      count = (left?.count ?? 0) + 1 + (right?.count ?? 0)
    }

    /// A balanced tree of children in order; nil for none.
    convenience init?(sorted children: ArraySlice<NamedNode>) {
      guard !children.isEmpty else { return nil }
      let middle = children.startIndex + children.count / 2
      self.init(
        Branch(sorted: children[..<middle]), children[middle],
        Branch(sorted: children[(middle + 1)...]))
    }
  }
}

extension OrderedChildren.Branch {
  /// How many times what one side holds the other may hold.
  private static let greatestRatio = 3

  /// How many times what the outer part of a heavy side holds the inner may hold for one rotation
  /// to do.
  private static let greatestInnerRatio = 2

  static func inserting(
    _ child: NamedNode, into branch: OrderedChildren.Branch?, by index: SortIndex,
    _ steps: inout Int
  ) -> OrderedChildren.Branch {
    steps += 1
    guard let branch else { return OrderedChildren.Branch(nil, child, nil) }
    switch index.order(of: child, branch.child) {
    case .same:
      return OrderedChildren.Branch(branch.left, child, branch.right)
    case .ascending:
      return balanced(
        inserting(child, into: branch.left, by: index, &steps), branch.child, branch.right)
    case .descending:
      return balanced(
        branch.left, branch.child, inserting(child, into: branch.right, by: index, &steps))
    }
  }

  static func removing(
    _ child: NamedNode, from branch: OrderedChildren.Branch?, by index: SortIndex,
    _ steps: inout Int
  ) -> OrderedChildren.Branch? {
    guard let branch else { return nil }
    steps += 1
    switch index.order(of: child, branch.child) {
    case .same:
      return joined(branch.left, branch.right, &steps)
    case .ascending:
      return balanced(
        removing(child, from: branch.left, by: index, &steps), branch.child, branch.right)
    case .descending:
      return balanced(
        branch.left, branch.child, removing(child, from: branch.right, by: index, &steps))
    }
  }

  /// The two sides of a child that was taken out, with the neighbour from the heavier one between.
  private static func joined(
    _ left: OrderedChildren.Branch?, _ right: OrderedChildren.Branch?, _ steps: inout Int
  ) -> OrderedChildren.Branch? {
    guard let left else { return right }
    guard let right else { return left }
    if left.count > right.count {
      let (rest, last) = withoutLast(left, &steps)
      return balanced(rest, last, right)
    }
    let (first, rest) = withoutFirst(right, &steps)
    return balanced(left, first, rest)
  }

  private static func withoutFirst(
    _ branch: OrderedChildren.Branch, _ steps: inout Int
  ) -> (NamedNode, OrderedChildren.Branch?) {
    steps += 1
    guard let left = branch.left else { return (branch.child, branch.right) }
    let (first, rest) = withoutFirst(left, &steps)
    return (first, balanced(rest, branch.child, branch.right))
  }

  private static func withoutLast(
    _ branch: OrderedChildren.Branch, _ steps: inout Int
  ) -> (OrderedChildren.Branch?, NamedNode) {
    steps += 1
    guard let right = branch.right else { return (branch.left, branch.child) }
    let (rest, last) = withoutLast(right, &steps)
    return (balanced(branch.left, branch.child, rest), last)
  }

  /// A branch of two sides one of which may have gained or lost a child.
  private static func balanced(
    _ left: OrderedChildren.Branch?, _ child: NamedNode, _ right: OrderedChildren.Branch?
  ) -> OrderedChildren.Branch {
    let leftCount = left?.count ?? 0
    let rightCount = right?.count ?? 0
    if leftCount + rightCount > 1 {
      if let right, rightCount > greatestRatio * leftCount {
        return leaning(left, child, on: right)
      }
      if let left, leftCount > greatestRatio * rightCount { return leaning(on: left, child, right) }
    }
    return OrderedChildren.Branch(left, child, right)
  }

  /// A branch whose right side is too heavy, turned once or twice.
  private static func leaning(
    _ left: OrderedChildren.Branch?, _ child: NamedNode, on right: OrderedChildren.Branch
  ) -> OrderedChildren.Branch {
    if let inner = right.left, inner.count >= greatestInnerRatio * (right.right?.count ?? 0) {
      return OrderedChildren.Branch(
        OrderedChildren.Branch(left, child, inner.left), inner.child,
        OrderedChildren.Branch(inner.right, right.child, right.right))
    }
    return OrderedChildren.Branch(
      OrderedChildren.Branch(left, child, right.left), right.child, right.right)
  }

  /// A branch whose left side is too heavy, turned once or twice.
  private static func leaning(
    on left: OrderedChildren.Branch, _ child: NamedNode, _ right: OrderedChildren.Branch?
  ) -> OrderedChildren.Branch {
    if let inner = left.right, inner.count >= greatestInnerRatio * (left.left?.count ?? 0) {
      return OrderedChildren.Branch(
        OrderedChildren.Branch(left.left, left.child, inner.left), inner.child,
        OrderedChildren.Branch(inner.right, child, right))
    }
    return OrderedChildren.Branch(
      left.left, left.child, OrderedChildren.Branch(left.right, child, right))
  }
}
