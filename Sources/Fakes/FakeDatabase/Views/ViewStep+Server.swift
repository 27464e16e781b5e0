extension ViewStep {
  mutating func serverOverwrite(
    _ cache: ViewCache, at path: TreePath, _ node: TreeNode, filters: Bool
  ) -> ViewCache {
    let filter = filters ? filter : filter.unfiltered
    let server = cache.server
    var silent: ChildChanges?
    let new: TreeNode
    if path.isRoot {
      new = filter.replacing(server.node, with: node, &silent)
    } else if filter.isFiltering, !server.isFiltered {
      // What has been kept whole is filtered from here on.
      new = filter.replacing(server.node, with: server.node.setting(path, to: node), &silent)
    } else {
      if path.count > 1, !server.isComplete(for: path) {
        // It was meant for another listener, and what is around it is not known here.
        return cache
      }
      new = serverNode(server.node, at: path, node, filter)
    }
    var result = cache
    result.server = CachedNode(
      new, isComplete: server.isComplete || path.isRoot, isFiltered: filter.isFiltering)
    let source = ChildSource(writes, result, cover: cover)
    return withoutUnknown(showingServer(result, at: path, source))
  }

  /// A window without children that it only shows because a write made them known that has ended.
  ///
  /// The server does not tell what becomes of them. The vendor's client leaves them until something
  /// pushes them out of the window, and shows them for ever if nothing does.
  private mutating func withoutUnknown(_ cache: ViewCache) -> ViewCache {
    guard filter.parameters.limit != nil, cache.server.isComplete, cache.server.isFiltered else {
      return cache
    }
    var node = cache.event.node
    let source = ChildSource(writes, cache, cover: cover)
    for child in node.children where !source.knows(child.key) {
      node = setting(
        child.key, of: node, to: .empty, changedAt: .root, source: source,
        server: cache.server.node)
    }
    return showing(node, isComplete: cache.event.isComplete, in: cache)
  }

  private func serverNode(
    _ server: TreeNode, at path: TreePath, _ node: TreeNode, _ filter: NodeFilter
  ) -> TreeNode {
    guard let key = path.first else { return node }
    if key.isPriority { return filter.settingPriority(node.leafValue, of: server) }
    var silent: ChildChanges?
    let rest = path.withoutFirst
    return filter.setting(
      key, of: server, to: server[key].setting(rest, to: node), changedAt: rest,
      source: .none, &silent)
  }

  /// Changes children that are known first, because what leaves a window makes room for the rest.
  mutating func serverMerge(
    _ cache: ViewCache, at path: TreePath, _ merge: CompoundWrite, filters: Bool
  ) -> ViewCache {
    if cache.server.node.isEmpty, !cache.server.isComplete {
      // It was meant for an earlier listen here; the contents are on their way.
      return cache
    }
    var whole = CompoundWrite()
    whole.add(merge, at: path)
    let known = cache.server
    let keys = whole.overwrite == nil ? whole.tree.keys : []
    var result = cache
    for key in keys where known.node.hasChild(key) {
      result = serverMerge(result, whole, into: key, of: known.node, filters: filters)
    }
    for key in keys where !known.node.hasChild(key) {
      let writes = whole.writes(at: key)
      let isUnknownDepth = !known.isComplete(for: key) && writes.overwrite == nil
      if isUnknownDepth { continue }
      result = serverMerge(result, whole, into: key, of: known.node, filters: filters)
    }
    return result
  }

  private mutating func serverMerge(
    _ cache: ViewCache, _ merge: CompoundWrite, into key: ChildKey, of known: TreeNode,
    filters: Bool
  ) -> ViewCache {
    let child = merge.writes(at: key).applied(to: known[key])
    return serverOverwrite(cache, at: [key], child, filters: filters)
  }

  mutating func listenComplete(_ cache: ViewCache, at path: TreePath) -> ViewCache {
    var result = cache
    result.server.isComplete = cache.server.isComplete || path.isRoot
    return showingServer(result, at: path, .none)
  }

  /// Shows what the server changed at a path, with pending writes on top.
  private mutating func showingServer(
    _ cache: ViewCache, at path: TreePath, _ source: ChildSource
  ) -> ViewCache {
    guard let path = uncovered(path, cache) else { return cache }
    let shown = cache.event
    guard let key = path.first else {
      let whole = wholeEvent(of: cache.server)
      return showing(replacing(shown.node, with: whole), isComplete: true, in: cache)
    }
    var node = shown.node
    if key.isPriority {
      if let priority = writes.event(at: path, afterServer: cache.server.node) {
        node = filter.settingPriority(priority.leafValue, of: node)
      }
    } else if let child = serverChild(key, at: path, cache) {
      node = setting(
        key, of: node, to: child, changedAt: path.withoutFirst, source: source,
        server: cache.server.node)
    }
    return showing(node, isComplete: shown.isComplete, in: cache)
  }

  /// The place of a change that listeners may see; nil when a pending write hides it.
  ///
  /// A write that hides the change does not hide that a leaf above it has become a place with
  /// children. The vendor's client shows such a leaf on.
  private func uncovered(_ path: TreePath, _ cache: ViewCache) -> TreePath? {
    guard writes.overwrite(at: path) != nil else { return path }
    let above = (0..<path.count).lazy.map { TreePath(path.keys.prefix($0)) }
    return above.first { place in
      cache.event.node.node(at: place).isLeaf && !cache.server.node.node(at: place).isLeaf
        && writes.overwrite(at: place) == nil
    }
  }

  /// A child after the server changed something below it; nil if it is not wholly known.
  private func serverChild(_ key: ChildKey, at path: TreePath, _ cache: ViewCache) -> TreeNode? {
    guard cache.event.isComplete(for: key) else { return writes.child(key, over: cache.server) }
    if cache.server.isFiltered, !cache.server.node.hasChild(key) {
      // It left the part that the server tells of and may exist, so that what is written below it
      // does not make it known.
      return writes.child(key, over: cache.server) ?? .empty
    }
    let old = cache.event.node[key]
    guard let changed = writes.event(at: path, afterServer: cache.server.node) else { return old }
    return old.setting(path.withoutFirst, to: changed)
  }

  /// All that can be shown of the place: of filtered contents, only children that are wholly known.
  func wholeEvent(of server: CachedNode) -> TreeNode {
    let whole = server.isFiltered ? nil : writes.event(over: server.completeNode)
    return whole ?? writes.eventChildren(over: server.node)
  }
}
