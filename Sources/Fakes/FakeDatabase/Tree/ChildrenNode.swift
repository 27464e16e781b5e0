import SluiceSpies

/// A place with children: at least one, by key and by each index that was asked for.
///
/// An index once made is carried along through every change, so that a query's next step costs as
/// little in the thousandth version as in the first.
package final class ChildrenNode: Sendable {
  /// The children in one order.
  private struct Indexed: Sendable {
    let index: SortIndex
    /// The children in this order; nil while the index finds nothing in any child, because then
    /// they stand as by key.
    let children: OrderedChildren?
  }

  package let priority: LeafValue?
  /// The children by key.
  package let children: OrderedChildren
  private let indexes: [Indexed]

  private init(priority: LeafValue?, children: OrderedChildren, indexes: [Indexed]) {
    precondition(!children.isEmpty, "a place without children is an empty one")
    self.priority = priority
    self.children = children
    self.indexes = indexes
  }

  /// A place with these children, of which there must be one.
  package convenience init(priority: LeafValue?, children: OrderedChildren) {
    self.init(priority: priority, children: children, indexes: [])
  }

  /// The same children with another priority.
  func settingPriority(_ priority: LeafValue?) -> ChildrenNode {
    ChildrenNode(priority: priority, children: children, indexes: indexes)
  }

  /// The children with one replaced, put in or, by an empty one, taken out; nil when none is left.
  func setting(_ key: ChildKey, to node: TreeNode) -> ChildrenNode? {
    let new = node.isEmpty ? nil : NamedNode(key, node)
    let old = children[key].map { NamedNode(key, $0) }
    let changed = children.replacing(old, by: new, index: .key)
    guard !changed.isEmpty else { return nil }
    let indexes = indexes.map { indexed in
      guard let ordered = indexed.children else {
        guard let new, indexed.index.isDefined(on: new.node) else { return indexed }
        return Indexed(index: indexed.index, children: changed.sorted(by: indexed.index))
      }
      return Indexed(
        index: indexed.index,
        children: ordered.replacing(old, by: new, index: indexed.index))
    }
    return ChildrenNode(priority: priority, children: changed, indexes: indexes)
  }

  /// The same place with an index that is carried along from here on.
  func indexed(by index: SortIndex) -> ChildrenNode {
    if index == .key || indexes.contains(where: { $0.index == index }) { return self }
    let children = ordered(by: index, from: children)
    return ChildrenNode(
      priority: priority, children: self.children,
      indexes: indexes + [Indexed(index: index, children: children)])
  }

  /// The children in the order of an index; made for this once if it is not carried along.
  package func children(by index: SortIndex) -> OrderedChildren {
    if index == .key { return children }
    if let indexed = indexes.first(where: { $0.index == index }) {
      return indexed.children ?? children
    }
    return ordered(by: index, from: children) ?? children
  }

  /// The children in the order of an index; nil if it finds nothing in any of them.
  private func ordered(by index: SortIndex, from children: OrderedChildren) -> OrderedChildren? {
    children.contains { index.isDefined(on: $0.node) } ? children.sorted(by: index) : nil
  }
}

extension OrderedChildren {
  /// The children with one taken out and one put in.
  fileprivate func replacing(
    _ old: NamedNode?, by new: NamedNode?, index: SortIndex
  ) -> OrderedChildren {
    switch (old, new) {
    case (nil, nil): return self
    case (let old?, nil): return removing(old, by: index)
    case (nil, let new?): return inserting(new, by: index)
    case (let old?, let new?):
      // In its old place, the child is replaced; what moves is taken out first.
      let stays = index.order(of: old, new) == .same
      return (stays ? self : removing(old, by: index)).inserting(new, by: index)
    }
  }

  /// The same children in another order.
  fileprivate func sorted(by index: SortIndex) -> OrderedChildren {
    OrderedChildren(sorted: sorted { index.order(of: $0, $1) == .ascending })
  }
}
