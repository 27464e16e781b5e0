/// What a query keeps of a place, step by step as the place changes.
///
/// Sources: `FirebaseDatabase/Sources/Core/View/Filter/FIndexedFilter.m`, `FRangedFilter.m`,
/// `FLimitedFilter.m`.
struct NodeFilter: Sendable {
  let parameters: QueryParameters

  init(_ parameters: QueryParameters) {
    self.parameters = parameters
  }

  var index: SortIndex { parameters.index }

  /// Whether anything may be left out.
  var isFiltering: Bool { !parameters.loadsAllData }

  /// The filter that keeps everything, in the same order.
  var unfiltered: NodeFilter {
    var parameters = QueryParameters()
    parameters.explicitIndex = self.parameters.explicitIndex
    return NodeFilter(parameters)
  }

  /// What is kept of a place whose contents are all replaced.
  ///
  /// - Parameters:
  ///   - old: What was kept before.
  ///   - new: The new contents.
  ///   - changes: Where the difference goes; nil if nobody needs it.
  /// - Returns: What is kept now.
  func replacing(
    _ old: TreeNode, with new: TreeNode, _ changes: inout ChildChanges?
  ) -> TreeNode {
    let kept = (isFiltering ? part(of: new) : new).indexed(by: index)
    if changes != nil { NodeFilter.compare(old.children, kept.children, &changes) }
    return kept
  }

  /// What is kept of a place of which one child is replaced.
  ///
  /// - Parameters:
  ///   - key: The child's key.
  ///   - node: What was kept before.
  ///   - child: Its new contents; empty when it went.
  ///   - path: The place below the child where they differ from the old ones.
  ///   - source: Where further children are found when this one leaves a window.
  ///   - changes: Where the difference goes; nil if nobody needs it.
  /// - Returns: What is kept now.
  func setting(
    _ key: ChildKey, of node: TreeNode, to child: TreeNode, changedAt path: TreePath,
    source: ChildSource, _ changes: inout ChildChanges?
  ) -> TreeNode {
    let isKept = !isFiltering || parameters.admits(NamedNode(key, child))
    let child = isKept ? child : .empty
    if let limit = parameters.limit, node.childCount >= limit.count {
      if node[key] == child { return node }
      return window(node, setting: NamedNode(key, child), source: source, &changes)
    }
    let old = node[key]
    // Where the child came or went, the place below it may be empty before and after.
    if old.isEmpty == child.isEmpty, old.node(at: path) == child.node(at: path) { return node }
    if child.isEmpty {
      if !old.isEmpty { changes?.add(key, .removed(old)) }
    } else {
      changes?.add(key, old.isEmpty ? .added(child) : .changed(from: old, to: child))
    }
    return node.setting(key, to: child).indexed(by: index)
  }

  /// What is kept of a place whose priority is replaced; a part of one has none.
  func settingPriority(_ priority: LeafValue?, of node: TreeNode) -> TreeNode {
    isFiltering ? node : node.settingPriority(priority)
  }

  /// The part of a place that is in the range and the window.
  private func part(of node: TreeNode) -> TreeNode {
    let ordered = node.children(by: index)
    var first = ordered.prefixCount { parameters.start?.admits($0, asStartOf: index) == false }
    var end = ordered.prefixCount { parameters.end?.admits($0, asEndOf: index) != false }
    switch parameters.limit {
    case nil: break
    case .first(let count): end = min(end, first + count)
    case .last(let count): first = max(first, end - count)
    }
    if end <= first { return .empty }
    if first == 0, end == ordered.count { return node.settingPriority(nil) }
    let kept = (first..<end).map { ordered[$0] }.sorted { $0.key < $1.key }
    return .children(ChildrenNode(priority: nil, children: OrderedChildren(sorted: kept)))
  }

  /// Tells the difference between two lots of children by key.
  private static func compare(
    _ old: OrderedChildren, _ new: OrderedChildren, _ changes: inout ChildChanges?
  ) {
    if old.isIdentical(to: new) { return }
    for child in old where new[child.key] == nil {
      changes?.add(child.key, .removed(child.node))
    }
    for child in new {
      if let before = old[child.key] {
        guard before != child.node else { continue }
        changes?.add(child.key, .changed(from: before, to: child.node))
      } else {
        changes?.add(child.key, .added(child.node))
      }
    }
  }
}
