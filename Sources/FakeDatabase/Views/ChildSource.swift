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
