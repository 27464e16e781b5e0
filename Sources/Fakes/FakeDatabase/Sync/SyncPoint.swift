import SluiceSpies

/// All queries of one place that are listened to.
///
/// Source: `FirebaseDatabase/Sources/Core/FSyncPoint.m`.
struct SyncPoint: Sendable {
  /// The views by what they ask for.
  private var views: [QueryParameters: View] = [:]
  /// What is asked for, in the order in which it came.
  private var order: [QueryParameters] = []

  /// What is known of a place when a query comes to it.
  struct Knowledge {
    /// What the server has; of an incomplete one, children that are known.
    var server: TreeNode
    var isComplete: Bool
    var writes: CompoundWrite
  }

  var isEmpty: Bool { order.isEmpty }

  subscript(parameters: QueryParameters) -> View? { views[parameters] }

  /// A view that shows the whole place; the first if there are several.
  var wholeView: View? {
    order.lazy.compactMap { views[$0] }.first { $0.query.loadsAllData }
  }

  /// The queries that show parts, in the order in which they came.
  var partQueries: [QuerySpecification] {
    order.compactMap { views[$0]?.query }.filter { !$0.loadsAllData }
  }

  /// What the server has at a path from here, if a view knows all of it.
  func completeServerNode(at path: TreePath) -> TreeNode? {
    WorkCounter.count(order.count)
    return order.lazy.compactMap { views[$0]?.completeServerNode(at: path) }.first
  }

  /// Carries an operation out in all views, or in that of one query.
  mutating func apply(
    _ operation: SyncOperation, _ writes: CompoundWrite, cover: TreeNode?,
    only parameters: QueryParameters? = nil
  ) -> [SyncEvent] {
    if let parameters {
      return views[parameters]?.apply(operation, writes, cover: cover) ?? []
    }
    return order.flatMap { views[$0]?.apply(operation, writes, cover: cover) ?? [] }
  }

  /// Adds the view of a query that had none.
  mutating func add(_ view: View) {
    order.append(view.query.parameters)
    views[view.query.parameters] = view
  }

  /// Adds a listener to the view of a query.
  mutating func add(
    _ registration: Registration, to parameters: QueryParameters
  ) -> [SyncEvent] {
    views[parameters]?.add(registration) ?? []
  }

  /// Removes listeners of a query, a plain reference standing for all queries of the place.
  ///
  /// - Returns: The queries that nobody listens to any more, one of the whole place only with the
  ///   last of its kind.
  mutating func remove(
    from query: QuerySpecification, where isLeaving: (Registration) -> Bool
  ) -> [QuerySpecification] {
    let hadWhole = wholeView != nil
    var removed: [QuerySpecification] = []
    for parameters in query.isDefault ? order : [query.parameters] {
      views[parameters]?.remove(where: isLeaving)
      guard let view = views[parameters], view.registrations.isEmpty else { continue }
      views[parameters] = nil
      order.removeAll { $0 == parameters }
      if !view.query.loadsAllData { removed.append(view.query) }
    }
    if hadWhole, wholeView == nil { removed.append(QuerySpecification(query.path)) }
    return removed
  }

  /// The listeners of a query, a plain reference standing for all queries of the place.
  func registrations(of query: QuerySpecification) -> [(QuerySpecification, Registration)] {
    (query.isDefault ? order : [query.parameters]).flatMap { parameters in
      views[parameters].map { view in view.registrations.map { (view.query, $0) } } ?? []
    }
  }

  /// A view of what is known.
  static func view(_ query: QuerySpecification, _ knowledge: Knowledge) -> View {
    let server = knowledge.server
    let whole = knowledge.writes.event(over: knowledge.isComplete ? server : nil)
    let shown = whole ?? knowledge.writes.eventChildren(over: server)
    return View(
      query,
      server: CachedNode(server, isComplete: knowledge.isComplete, isFiltered: false),
      event: CachedNode(shown, isComplete: whole != nil, isFiltered: false))
  }
}
