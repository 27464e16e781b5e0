import SluiceSpies

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

/// What a view knows of its place, and how much of it that is.
///
/// Source: `FirebaseDatabase/Sources/Core/View/FCacheNode.m`.
struct CachedNode: Sendable {
  var node: TreeNode
  /// Whether everything is known that the view asks for, or more.
  var isComplete: Bool
  /// Whether only the query's part is here, so that what is missing may exist.
  var isFiltered: Bool

  init(_ node: TreeNode, isComplete: Bool, isFiltered: Bool) {
    self.node = node
    self.isComplete = isComplete
    self.isFiltered = isFiltered
  }

  /// The node, if everything is known that the view asks for.
  var completeNode: TreeNode? { isComplete ? node : nil }

  /// Whether all of the place is known.
  var isWhole: Bool { isComplete && !isFiltered }

  /// Whether all of a child is known.
  func isComplete(for key: ChildKey) -> Bool {
    isWhole || node.hasChild(key)
  }

  /// Whether all of what is at a path is known.
  func isComplete(for path: TreePath) -> Bool {
    path.first.map(isComplete) ?? isWhole
  }
}

/// What a view knows from the server, and what its listeners have been told.
struct ViewCache: Sendable {
  var event: CachedNode
  var server: CachedNode
}

/// The number of one listener at one client.
package typealias RegistrationID = Int

/// A listener as views know it: who it is and which events it wants.
package struct Registration: Sendable {
  package let id: RegistrationID
  package let kinds: Set<EventKind>

  /// A listener for some kinds of events.
  package init(_ id: RegistrationID, _ kinds: Set<EventKind>) {
    self.id = id
    self.kinds = kinds
  }

  /// What keeps a query in sync and wants no events.
  ///
  /// Removing all listeners of a query leaves it in place.
  package static func keepingSynced(_ id: RegistrationID) -> Registration {
    Registration(id, [])
  }

  /// Whether this only keeps the query in sync.
  package var keepsSynced: Bool { kinds.isEmpty }
}
