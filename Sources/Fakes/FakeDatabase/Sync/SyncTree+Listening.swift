extension SyncTree {
  /// Adds a listener to a query.
  ///
  /// The server is asked only if nobody listens to the whole place or one above it; who listened to
  /// something below it then does so through this.
  package mutating func listen(
    to query: QuerySpecification, _ registration: Registration
  ) -> SyncOutcome {
    let isCovered = hasWholeView(on: query.path)
    let isNew = points[query.path]?[query.parameters] == nil
    if isNew, !query.loadsAllData { tags.add(query) }
    let view = isNew ? SyncPoint.view(query, knowledge(of: query.path)) : nil
    var outcome = SyncOutcome()
    outcome.events = points.change(at: query.path) { tree in
      if tree.value == nil { tree.value = SyncPoint() }
      if let view { tree.value?.add(view) }
      return tree.value?.add(registration, to: query.parameters) ?? []
    }
    if isNew, !isCovered {
      outcome.effects.append(.startListening(query.listened, tag: tags[query]))
      if query.loadsAllData {
        let below = points.subtree(at: query.path)
        outcome.effects += (below.value?.partQueries ?? []).map(stopping)
        for key in below.keys { outcome.effects += below[key].listens.map(stopping) }
      }
    }
    return outcome
  }

  /// Removes a listener from a query; from a plain reference, from all queries of its place.
  package mutating func unlisten(
    to query: QuerySpecification, _ id: RegistrationID
  ) -> [SyncEffect] {
    remove(from: query, isRefused: false) { $0.id == id }
  }

  /// Removes all listeners from a query, a plain reference standing for all queries of its place;
  /// what keeps it in sync stays.
  package mutating func unlistenAll(to query: QuerySpecification) -> [SyncEffect] {
    remove(from: query, isRefused: false) { !$0.keepsSynced }
  }

  /// Ends a query that the server refused: all its listeners are told and removed.
  package mutating func cancel(_ query: QuerySpecification) -> SyncOutcome {
    let leaving = points[query.path]?.registrations(of: query) ?? []
    let events = leaving.filter { !$1.keepsSynced }.map { SyncEvent.cancelled($1.id, $0) }
    let effects = remove(from: query, isRefused: true) { _ in true }
    return SyncOutcome(events: events, effects: effects)
  }

  private mutating func remove(
    from query: QuerySpecification, isRefused: Bool, where isLeaving: (Registration) -> Bool
  ) -> [SyncEffect] {
    guard points[query.path] != nil else { return [] }
    let removed = points.change(at: query.path) { tree in
      let removed = tree.value?.remove(from: query, where: isLeaving) ?? []
      if tree.value?.isEmpty == true { tree.value = nil }
      return removed
    }
    defer { for query in removed { tags.remove(query) } }
    guard !removed.isEmpty, !hasWholeView(on: query.path) else { return [] }
    let removesWhole = removed.contains(where: \.loadsAllData)
    // What was listened to through the whole place is listened to by itself from here on.
    var effects =
      removesWhole
      ? points.subtree(at: query.path).listens
        .map { SyncEffect.startListening($0.listened, tag: tags[$0]) }
      : []
    // A listen that the server refused has ended there already. Besides the whole place's, its
    // other queries were not listened to.
    if !isRefused {
      effects += removesWhole ? [stopping(QuerySpecification(query.path))] : removed.map(stopping)
    }
    return effects
  }

  private func stopping(_ query: QuerySpecification) -> SyncEffect {
    .stopListening(query.listened, tag: tags[query])
  }

  /// Whether somebody listens to all of a place or of one above it.
  private func hasWholeView(on path: TreePath) -> Bool {
    var result = false
    points.visit(on: path) { _, point in result = result || point.wholeView != nil }
    return result
  }

  /// What is known of a place, from listeners to it, above it or to its children.
  private func knowledge(of path: TreePath) -> SyncPoint.Knowledge {
    let writes = writes.visible.writes(at: path)
    if let server = knownServerNode(at: path) {
      return SyncPoint.Knowledge(server: server, isComplete: true, writes: writes)
    }
    let tree = points.subtree(at: path)
    var server = TreeNode.empty
    for key in tree.keys {
      if let child = tree[key].value?.completeServerNode(at: .root) {
        server = server.setting(key, to: child)
      }
    }
    return SyncPoint.Knowledge(server: server, isComplete: false, writes: writes)
  }

  /// What the server has at a place, if somebody there or above knows all of it.
  private func knownServerNode(at path: TreePath) -> TreeNode? {
    var result: TreeNode?
    points.visit(on: path) { rest, point in
      result = result ?? point.completeServerNode(at: rest)
    }
    return result
  }

  /// What a place is with pending writes on top, as far as this client knows; hidden writes count.
  ///
  /// A transaction starts from it.
  ///
  /// - Parameters:
  ///   - path: The place.
  ///   - excluded: Writes that don't count.
  /// - Returns: What is there; empty when nothing is known.
  package func latest(
    at path: TreePath, excluding excluded: Set<WriteID> = []
  ) -> TreeNode {
    writes.latest(at: path, over: knownServerNode(at: path), excluding: excluded)
  }

  /// What a query shows at present; nil when not all of it is known.
  package func shownNode(of query: QuerySpecification) -> TreeNode? {
    let view =
      points[query.path]?[query.parameters]
      ?? SyncPoint.view(query, knowledge(of: query.path))
    return view.cache.event.completeNode
  }
}

extension PathTree where Value == SyncPoint {
  /// The queries that the server is asked for at this place and below, if nobody above covers them.
  fileprivate var listens: [QuerySpecification] {
    if let whole = value?.wholeView { return [whole.query] }
    return (value?.partQueries ?? []) + keys.flatMap { self[$0].listens }
  }
}

/// The tags of the queries that show parts of places, counted from 1 and never used twice.
struct QueryTags: Sendable {
  private var tags: [QuerySpecification: QueryTag] = [:]
  private var queries: [QueryTag: QuerySpecification] = [:]
  private var last: QueryTag = 0

  /// The tag of a query; nil for one without.
  subscript(query: QuerySpecification) -> QueryTag? { tags[query] }

  /// The query with a tag; nil when nobody listens to it.
  subscript(tag: QueryTag) -> QuerySpecification? { queries[tag] }

  mutating func add(_ query: QuerySpecification) {
    precondition(tags[query] == nil, "the query at \(query.path) has a tag already")
    last += 1
    tags[query] = last
    queries[last] = query
  }

  mutating func remove(_ query: QuerySpecification) {
    if let tag = tags.removeValue(forKey: query) { queries[tag] = nil }
  }
}
