/// One operation's way through one view.
///
/// Source: `FirebaseDatabase/Sources/Core/View/FViewProcessor.m`.
struct ViewStep {
  let filter: NodeFilter
  /// The pending writes, as seen from the view's place.
  let writes: CompoundWrite
  /// All of the view's place as others know it from the server.
  let cover: TreeNode?
  /// What has become of the children that listeners see.
  private(set) var changes: ChildChanges? = ChildChanges()

  init(_ filter: NodeFilter, _ writes: CompoundWrite, cover: TreeNode?) {
    self.filter = filter
    self.writes = writes
    self.cover = cover
  }

  /// What a view knows and shows after an operation.
  mutating func apply(_ operation: SyncOperation, to cache: ViewCache) -> ViewCache {
    let path = operation.path
    switch (operation.kind, operation.source) {
    case (.overwrite(let node), .user):
      return userOverwrite(cache, at: path, node)
    case (.overwrite(let node), let source):
      // New contents of the whole place that are meant for everyone end its being filtered.
      let filters = source == .taggedServer || (cache.server.isFiltered && !path.isRoot)
      return serverOverwrite(cache, at: path, node, filters: filters)
    case (.merge(let merge), .user):
      return userMerge(cache, at: path, merge)
    case (.merge(let merge), let source):
      let filters = source == .taggedServer || cache.server.isFiltered
      return serverMerge(cache, at: path, merge, filters: filters)
    case (.settle(let places, isRefused: false), _):
      return acknowledgement(cache, at: path, of: places)
    case (.settle(_, isRefused: true), _):
      return refusal(cache, at: path)
    case (.listenComplete, _):
      return listenComplete(cache, at: path)
    }
  }

  /// A view's cache with new contents that listeners see.
  func showing(_ node: TreeNode, isComplete: Bool, in cache: ViewCache) -> ViewCache {
    var cache = cache
    cache.event = CachedNode(node, isComplete: isComplete, isFiltered: filter.isFiltering)
    return cache
  }

  /// What is shown when all contents are replaced.
  mutating func replacing(_ old: TreeNode, with new: TreeNode) -> TreeNode {
    filter.replacing(old, with: new, &changes)
  }

  /// What is shown when one child is replaced.
  ///
  /// A place that shows its first child, since pending writes hid all others, shows the priority
  /// that it has on the server as well. The vendor's client forgets that.
  mutating func setting(
    _ key: ChildKey, of node: TreeNode, to child: TreeNode, changedAt path: TreePath,
    source: ChildSource, server: TreeNode
  ) -> TreeNode {
    let result = filter.setting(
      key, of: node, to: child, changedAt: path, source: source, &changes)
    guard
      node.isEmpty, !result.isEmpty, server.priority != nil,
      let priority = writes.event(at: [.priority], afterServer: server)
    else { return result }
    return filter.settingPriority(priority.leafValue, of: result)
  }
}

// MARK: - The user's writes

extension ViewStep {
  private mutating func userOverwrite(
    _ cache: ViewCache, at path: TreePath, _ node: TreeNode
  ) -> ViewCache {
    let shown = cache.event
    guard let key = path.first else {
      return showing(replacing(shown.node, with: node), isComplete: true, in: cache)
    }
    if key.isPriority {
      let node = filter.settingPriority(node.leafValue, of: shown.node)
      return showing(node, isComplete: shown.isComplete, in: cache)
    }
    let source = ChildSource(writes, cache, cover: cover)
    let rest = path.withoutFirst
    let child = newChild(key, at: rest, node, source)
    if shown.node[key] == child { return cache }
    let result = setting(
      key, of: shown.node, to: child, changedAt: rest, source: source, server: cache.server.node)
    return showing(result, isComplete: shown.isComplete, in: cache)
  }

  /// A child after a user's write below it; empty where the rest of it is not known.
  private func newChild(
    _ key: ChildKey, at path: TreePath, _ node: TreeNode, _ source: ChildSource
  ) -> TreeNode {
    if path.isRoot { return node }
    guard let child = source.child(key) else { return .empty }
    if path.last?.isPriority == true, let parent = path.parent, child.node(at: parent).isEmpty {
      // What exists on the server only comes with this priority later.
      return child
    }
    return child.setting(path, to: node)
  }

  /// Writes what is in view first, because what leaves a window makes room for the rest.
  private mutating func userMerge(
    _ cache: ViewCache, at path: TreePath, _ merge: CompoundWrite
  ) -> ViewCache {
    var places: [(path: TreePath, node: TreeNode)] = []
    merge.tree.visit(below: path) { places.append(($0, $1)) }
    let isShown = { (place: TreePath) in
      place.first.map { cache.event.isComplete(for: $0) } ?? true
    }
    var result = cache
    for place in places where isShown(place.path) {
      result = userOverwrite(result, at: place.path, place.node)
    }
    for place in places where !isShown(place.path) {
      result = userOverwrite(result, at: place.path, place.node)
    }
    return result
  }
}

// MARK: - The ends of writes

extension ViewStep {
  /// The end of a write that the server took: what it covered shows the server's data again.
  mutating func acknowledgement(
    _ cache: ViewCache, at path: TreePath, of places: PathTree<Void>
  ) -> ViewCache {
    if writes.overwrite(at: path) != nil { return cache }
    let server = cache.server
    if places.value == nil {
      var known = CompoundWrite()
      places.visit { place, _ in
        let whole = path.appending(place)
        if server.isComplete(for: whole) { known.add(server.node.node(at: whole), at: place) }
      }
      return serverMerge(cache, at: path, known, filters: server.isFiltered)
    }
    if path.isRoot ? server.isComplete : server.isComplete(for: path) {
      let node = server.node.node(at: path)
      return serverOverwrite(cache, at: path, node, filters: server.isFiltered)
    }
    if path.isRoot {
      // The whole place was written, and only some children of it are known from the server.
      var known = CompoundWrite()
      for child in server.node.children { known.add(child.node, at: [child.key]) }
      return serverMerge(cache, at: path, known, filters: server.isFiltered)
    }
    return cache
  }

  /// The end of a write that the server refused: what it covered shows what is below it again, be
  /// that an earlier pending write.
  mutating func refusal(_ cache: ViewCache, at path: TreePath) -> ViewCache {
    let server = cache.server
    var shown = cache.event.node
    if let key = path.first, !key.isPriority {
      let source = ChildSource(writes, cache, cover: cover)
      var child = writes.child(key, over: server)
      if child == nil, shown.hasChild(key) { child = .empty }
      if let child {
        shown = setting(
          key, of: shown, to: child, changedAt: path.withoutFirst, source: source,
          server: server.node)
      }
      if shown.isEmpty, server.isComplete, wholeEvent(of: server).isLeaf {
        shown = replacing(shown, with: wholeEvent(of: server))
      }
    } else {
      shown = replacing(shown, with: wholeEvent(of: server))
    }
    let isComplete = server.isComplete || writes.overwrite != nil
    return showing(shown, isComplete: isComplete, in: cache)
  }
}
