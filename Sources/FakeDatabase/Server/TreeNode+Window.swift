extension TreeNode {
  /// The children that a query shows, in its order: those of its range, cut to its limit.
  ///
  /// It costs as much as the children that it finds, where the node carries the query's index.
  package func window(of parameters: QueryParameters) -> [NamedNode] {
    let children = children(by: parameters.index)
    var range = 0..<children.count
    if let start = parameters.start {
      let outside = children.prefixCount { !start.admits($0, asStartOf: parameters.index) }
      range = outside..<max(outside, range.upperBound)
    }
    if let end = parameters.end {
      let inside = children.prefixCount { end.admits($0, asEndOf: parameters.index) }
      range = min(range.lowerBound, inside)..<inside
    }
    switch parameters.limit {
    case .first(let count): range = range.prefix(count)
    case .last(let count): range = range.suffix(count)
    case nil: break
    }
    return range.map { children[$0] }
  }

  /// What a query's listener is told at first: all data, or the children that it shows, without a
  /// priority.
  package func answer(to parameters: QueryParameters) -> TreeNode {
    if parameters.loadsAllData { return self }
    let shown = window(of: parameters).sorted { $0.key < $1.key }
    guard !shown.isEmpty else { return .empty }
    return .children(ChildrenNode(priority: nil, children: OrderedChildren(sorted: shown)))
  }
}
