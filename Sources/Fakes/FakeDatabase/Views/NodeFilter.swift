import SluiceSpies

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

// MARK: - Windows

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

/// Where a filter finds children that its view does not show: the server's data with pending writes
/// on top.
///
/// Source: `FirebaseDatabase/Sources/Core/View/FViewProcessor.m`.
struct ChildSource: Sendable {
  private let writes: CompoundWrite
  private let event: CachedNode?
  private let server: CachedNode?

  /// A source in which nothing is found.
  static let none = ChildSource()

  private init() {
    writes = CompoundWrite()
    event = nil
    server = nil
  }

  /// What a view knows, and beyond it what others know of the place.
  ///
  /// Where the view knows the whole place itself, that is newer than what listeners above it know:
  /// those hear of a change last.
  init(_ writes: CompoundWrite, _ cache: ViewCache, cover: TreeNode?) {
    self.writes = writes
    event = cache.event
    server =
      cache.server.isWhole
      ? cache.server
      : cover.map { CachedNode($0, isComplete: true, isFiltered: false) } ?? cache.server
  }

  /// A child, if all of it is known.
  func child(_ key: ChildKey) -> TreeNode? {
    guard let event, let server else { return nil }
    return event.isComplete(for: key) ? event.node[key] : writes.child(key, over: server)
  }

  /// Whether all of a child is known from the server or from pending writes.
  func knows(_ key: ChildKey) -> Bool {
    server.map { writes.child(key, over: $0) != nil } ?? false
  }

  /// All children of which everything is known, in the order of an index.
  func children(by index: SortIndex) -> OrderedChildren {
    guard let server else { return OrderedChildren() }
    let node = server.isWhole ? writes.event(over: server.node) : nil
    return (node ?? writes.eventChildren(over: server.completeNode ?? .empty)).children(by: index)
  }
}
