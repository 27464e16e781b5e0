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
