extension ViewStep {
  mutating func userOverwrite(
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
  mutating func userMerge(
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
