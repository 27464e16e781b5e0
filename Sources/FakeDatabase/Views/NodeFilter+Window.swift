import SluiceSpies

extension NodeFilter {
  /// The order of two children, seen from the end of a window that is fixed.
  private func order(_ left: NamedNode, _ right: NamedNode) -> Ordering {
    let order = index.order(of: left, right)
    if case .last = parameters.limit { return order.reversed }
    return order
  }

  /// A full window of which a child is replaced, put in or taken out.
  ///
  /// What leaves the window makes room for the next child that the source knows; what comes in
  /// pushes the last one out. A child outside the range comes as an empty one.
  func window(
    _ node: TreeNode, setting child: NamedNode, source: ChildSource,
    _ changes: inout ChildChanges?
  ) -> TreeNode {
    let ordered = node.children(by: index)
    let isFirst = if case .last = parameters.limit { false } else { true }
    guard let boundary = isFirst ? ordered.last : ordered.first else { return node }
    let old = node[child.key]
    if old.isEmpty {
      guard !child.node.isEmpty, order(child, boundary) == .ascending else { return node }
      changes?.add(boundary.key, .removed(boundary.node))
      changes?.add(child.key, .added(child.node))
      return node.setting(boundary.key, to: .empty).setting(child.key, to: child.node)
        .indexed(by: index)
    }
    let next = nextChild(behind: boundary, besides: child.key, of: node, source: source)
    let precedesNext = next.map { order(child, $0) == .ascending } ?? true
    if !child.node.isEmpty, precedesNext {
      changes?.add(child.key, .changed(from: old, to: child.node))
      return node.setting(child.key, to: child.node).indexed(by: index)
    }
    changes?.add(child.key, .removed(old))
    var result = node.setting(child.key, to: .empty)
    if let next, parameters.admits(next) {
      changes?.add(next.key, .added(next.node))
      result = result.setting(next.key, to: next.node)
    }
    return result.indexed(by: index)
  }

  /// The first child behind the window that the source knows.
  ///
  /// One that the window shows already may be found there, when an operation has changed it and has
  /// not come to it yet; it is passed over.
  private func nextChild(
    behind boundary: NamedNode, besides key: ChildKey, of node: TreeNode, source: ChildSource
  ) -> NamedNode? {
    let known = source.children(by: index)
    let isFirst = if case .last = parameters.limit { false } else { true }
    var position =
      isFirst
      ? known.prefixCount { index.order(of: $0, boundary) != .descending }
      : known.prefixCount { index.order(of: $0, boundary) == .ascending } - 1
    while position >= 0, position < known.count {
      let next = known[position]
      if next.key != key, !node.hasChild(next.key) { return next }
      position += isFirst ? 1 : -1
    }
    return nil
  }
}
