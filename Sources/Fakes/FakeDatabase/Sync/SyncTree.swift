import SluiceSpies

/// All that one client listens to and writes: which operations change which views, what that
/// raises, and what the server must be asked.
///
/// It is a value and does nothing by itself: every step returns what to tell listeners and what to
/// ask the server. Source: `FirebaseDatabase/Sources/Core/FSyncTree.m`.
package struct SyncTree: Sendable {
  /// The places that are listened to.
  var points = PathTree<SyncPoint>()
  /// The writes that the server has not answered.
  package private(set) var writes = WriteTree()
  /// The tags of the queries that show parts.
  var tags = QueryTags()

  package init() {}
}

extension SyncTree {
  /// Writes new contents of a place for this client's listeners.
  ///
  /// - Parameters:
  ///   - path: The place.
  ///   - node: The contents, with the server's values decided.
  ///   - id: The write's number, greater than those before.
  ///   - isVisible: Whether listeners see it before the server answers.
  /// - Returns: What to tell listeners.
  package mutating func set(
    _ path: TreePath, to node: TreeNode, id: WriteID, isVisible: Bool = true
  ) -> [SyncEvent] {
    writes.add(PendingWrite(id, at: path, .set(node), isVisible: isVisible))
    guard isVisible else { return [] }
    return apply(SyncOperation(source: .user, path: path, kind: .overwrite(node)))
  }

  /// Writes new contents of places below one for this client's listeners.
  package mutating func update(
    _ path: TreePath, with update: CompoundWrite, id: WriteID
  ) -> [SyncEvent] {
    writes.add(PendingWrite(id, at: path, .update(update)))
    return apply(SyncOperation(source: .user, path: path, kind: .merge(update)))
  }

  /// Ends a pending write, because the server answered it.
  ///
  /// - Parameters:
  ///   - id: The write's number; one that is not pending changes nothing.
  ///   - isRefused: Whether the server refused it, so that listeners see what was before.
  /// - Returns: What to tell listeners.
  package mutating func settle(_ id: WriteID, isRefused: Bool) -> [SyncEvent] {
    guard let write = writes[id], writes.remove(id) else { return [] }
    return apply(settling(write, isRefused: isRefused))
  }

  /// Ends all pending writes as refused.
  package mutating func refuseAllWrites() -> [SyncEvent] {
    let removed = writes.removeAll()
    return removed.filter(\.isVisible).flatMap { apply(settling($0, isRefused: true)) }
  }

  private func settling(_ write: PendingWrite, isRefused: Bool) -> SyncOperation {
    var places = PathTree<Void>()
    switch write.change {
    case .set: places.value = ()
    case .update(let update): update.tree.visit { place, _ in places[place] = () }
    }
    return SyncOperation(
      source: .user, path: write.path, kind: .settle(places, isRefused: isRefused))
  }

  /// Takes new contents of a place from the server, for all listeners or for a tagged query.
  package mutating func serverSet(
    _ path: TreePath, to node: TreeNode, tag: QueryTag? = nil
  ) -> [SyncEvent] {
    applyServer(path, .overwrite(node), tag)
  }

  /// Takes new contents of places below one from the server, for all listeners or for a tagged
  /// query.
  package mutating func serverMerge(
    _ path: TreePath, _ update: CompoundWrite, tag: QueryTag? = nil
  ) -> [SyncEvent] {
    applyServer(path, .merge(update), tag)
  }

  /// Takes the server's word that it has told all of a listen's first contents.
  package mutating func listenCompleted(
    _ path: TreePath, tag: QueryTag? = nil
  ) -> [SyncEvent] {
    applyServer(path, .listenComplete, tag)
  }

  private mutating func applyServer(
    _ path: TreePath, _ kind: SyncOperation.Kind, _ tag: QueryTag?
  ) -> [SyncEvent] {
    guard let tag else {
      return apply(SyncOperation(source: .server, path: path, kind: kind))
    }
    // The tag of a query that nobody listens to any more means nothing.
    guard let query = tags[tag], let path = path.relative(to: query.path) else { return [] }
    let operation = SyncOperation(source: .taggedServer, path: path, kind: kind)
    let writes = writes.visible.writes(at: query.path)
    return points.change(at: query.path) { point in
      point.value?.apply(operation, writes, cover: nil, only: query.parameters) ?? []
    }
  }

  private mutating func apply(_ operation: SyncOperation) -> [SyncEvent] {
    var events: [SyncEvent] = []
    points.apply(operation, writes.visible, cover: nil, to: &events)
    return events
  }
}

extension PathTree where Value == SyncPoint {
  /// Carries an operation out at this place and all that it concerns below, the deeper first.
  fileprivate mutating func apply(
    _ operation: SyncOperation, _ writes: CompoundWrite, cover: TreeNode?,
    to events: inout [SyncEvent]
  ) {
    WorkCounter.count(1)
    let cover = cover ?? value?.completeServerNode(at: .root)
    let concerned = operation.path.first.map { [$0] } ?? keys
    for key in concerned where children[key] != nil {
      guard let below = operation.operation(for: key) else { continue }
      change(at: [key]) { child in
        child.apply(below, writes.writes(at: key), cover: cover?[key], to: &events)
      }
    }
    events += value?.apply(operation, writes, cover: cover) ?? []
  }
}

/// What a change to the listeners leads to.
package struct SyncOutcome: Sendable {
  /// What listeners are told, in this order.
  package var events: [SyncEvent] = []
  /// What the server is asked, in this order.
  package var effects: [SyncEffect] = []
}

/// The number that stands for a query of a part of a place between client and server.
package typealias QueryTag = Int

/// Something to ask the server.
///
/// A query of a whole place goes without a tag and in no order, whatever its listeners' order is.
package enum SyncEffect: Hashable, Sendable {
  case startListening(QuerySpecification, tag: QueryTag?)
  case stopListening(QuerySpecification, tag: QueryTag?)
}

/// Something that changes what views know or show, as seen from one place of the tree.
///
/// Source: `FirebaseDatabase/Sources/Core/Operation/{FOverwrite,FMerge,FAckUserWrite,
/// FListenComplete}.m`.
struct SyncOperation: Sendable {
  /// Where an operation comes from.
  enum Source: Sendable {
    /// A write of this client that is pending now.
    case user
    /// The server, for everyone who listens.
    case server
    /// The server, for one query.
    case taggedServer
  }

  enum Kind: Sendable {
    /// New contents of the place at the path.
    case overwrite(TreeNode)
    /// New contents of places below it.
    case merge(CompoundWrite)
    /// The end of a pending write of the given places below it.
    case settle(PathTree<Void>, isRefused: Bool)
    /// The server has told all it will of the place at the path.
    case listenComplete
  }

  let source: Source
  let path: TreePath
  let kind: Kind

  /// The operation as seen from a child; nil when it does not concern that one.
  func operation(for key: ChildKey) -> SyncOperation? {
    guard path.isRoot else {
      return path.first == key
        ? SyncOperation(source: source, path: path.withoutFirst, kind: kind) : nil
    }
    switch kind {
    case .overwrite(let node):
      return SyncOperation(source: source, path: path, kind: .overwrite(node[key]))
    case .merge(let merge):
      let writes = merge.writes(at: key)
      if writes.isEmpty { return nil }
      let kind = writes.overwrite.map { Kind.overwrite($0) } ?? .merge(writes)
      return SyncOperation(source: source, path: path, kind: kind)
    case .settle(let places, let isRefused):
      if places.value != nil { return self }
      let below = places[key]
      if below.isEmpty { return nil }
      let kind = Kind.settle(below, isRefused: isRefused)
      return SyncOperation(source: source, path: path, kind: kind)
    case .listenComplete:
      return self
    }
  }
}
