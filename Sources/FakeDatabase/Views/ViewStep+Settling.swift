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
