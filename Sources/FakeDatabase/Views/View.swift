/// One query at one client: what it knows, what it shows, and who listens.
///
/// Source: `FirebaseDatabase/Sources/Core/View/FView.m`.
struct View: Sendable {
  let query: QuerySpecification
  private let filter: NodeFilter
  private(set) var cache: ViewCache
  /// The listeners in the order in which they came.
  private(set) var registrations: [Registration] = []

  /// A view of a place.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - server: What is known of the place from the server; it stays unfiltered until the server
  ///     answers this query.
  ///   - event: The same with pending writes on top.
  init(_ query: QuerySpecification, server: CachedNode, event: CachedNode) {
    self.query = query
    filter = NodeFilter(query.parameters)
    var silent: ChildChanges?
    let known = filter.unfiltered.replacing(.empty, with: server.node, &silent)
    let shown = filter.replacing(.empty, with: event.node, &silent)
    cache = ViewCache(
      event: CachedNode(shown, isComplete: event.isComplete, isFiltered: filter.isFiltering),
      server: CachedNode(known, isComplete: server.isComplete, isFiltered: false))
  }

  /// What the server has at a path below the view, if the view knows all of it.
  func completeServerNode(at path: TreePath) -> TreeNode? {
    guard let node = cache.server.completeNode else { return nil }
    // A part of a place tells of the children that are in it and of no other.
    guard query.loadsAllData || path.first.map(node.hasChild) == true else { return nil }
    return node.node(at: path)
  }

  /// Carries an operation out, and tells what it raises.
  mutating func apply(
    _ operation: SyncOperation, _ writes: CompoundWrite, cover: TreeNode?
  ) -> [SyncEvent] {
    WorkCounter.count(1)
    var step = ViewStep(filter, writes, cover: cover)
    let old = cache
    cache = step.apply(operation, to: old)
    let changes = step.changes ?? ChildChanges()
    let pass = EventPass(
      query: query, shown: cache.event.node, changes: changes.byKey,
      hasNewValue: hasNewValue(since: old.event, changes))
    return pass.events(for: registrations)
  }

  /// Whether those who listen for the whole value must hear of it.
  private func hasNewValue(since old: CachedNode, _ changes: ChildChanges) -> Bool {
    guard cache.event.isComplete else { return false }
    let new = cache.event.node
    return !changes.byKey.isEmpty || !old.isComplete || new.priority != old.node.priority
      || ((new.isEmpty || new.isLeaf) && new != old.node)
  }

  /// Adds a listener, and tells what it is told at once.
  mutating func add(_ registration: Registration) -> [SyncEvent] {
    registrations.append(registration)
    var changes: [ChildKey: ChildChange] = [:]
    if registration.kinds.contains(.childAdded) {
      for child in cache.event.node.children { changes[child.key] = .added(child.node) }
    }
    let pass = EventPass(
      query: query, shown: cache.event.node, changes: changes,
      hasNewValue: cache.event.isComplete)
    return pass.events(for: [registration])
  }

  /// Removes listeners.
  mutating func remove(where isLeaving: (Registration) -> Bool) {
    registrations.removeAll(where: isLeaving)
  }
}
