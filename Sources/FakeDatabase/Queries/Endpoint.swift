import SluiceSpies

/// Where a query's range begins or ends: a value, perhaps a key, and whether it is inside itself.
package struct Endpoint: Hashable, Sendable {
  /// What the order's value is compared with; nil for null.
  package let value: LeafValue?
  /// The key that decides between equal values, if one was given.
  package let key: ChildKey?
  /// Whether what equals the endpoint is inside.
  package let isInclusive: Bool

  package init(_ value: LeafValue?, key: ChildKey? = nil, isInclusive: Bool = true) {
    self.value = value
    self.key = key
    self.isInclusive = isInclusive
  }

  /// Whether a child is inside a range that begins here.
  ///
  /// Without a key, all children with the value are inside, or of an exclusive endpoint none.
  package func admits(_ child: NamedNode, asStartOf index: SortIndex) -> Bool {
    let order = order(of: child, by: index)
    return order == .descending || (isInclusive && order == .same)
  }

  /// Whether a child is inside a range that ends here.
  package func admits(_ child: NamedNode, asEndOf index: SortIndex) -> Bool {
    let order = order(of: child, by: index)
    return order == .ascending || (isInclusive && order == .same)
  }

  /// The order of a child against the endpoint, as far as this one says something.
  private func order(of child: NamedNode, by index: SortIndex) -> Ordering {
    if index == .key {
      guard case .string(let text) = value else { return .same }
      return child.key.order(against: ChildKey(text))
    }
    let value = self.value.map { TreeNode.leaf($0) } ?? .empty
    let order = index.value(of: child.node).order(against: value)
    return key.map { key in order.then(child.key.order(against: key)) } ?? order
  }
}
