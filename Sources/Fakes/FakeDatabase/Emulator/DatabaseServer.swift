package import FakeCore
import SluiceSpies

/// The number of a client at the server.
package typealias DatabaseClientID = Int

/// The server that all clients share: the tree, the rules, who listens to what, and what is to be
/// written when a client goes.
///
/// A pure state machine without time: whoever drives it decides when a request arrives and when an
/// answer does.
package struct DatabaseServer: Sendable {
  /// What one client must be told.
  package typealias Message = (client: DatabaseClientID, news: ServerNews)

  /// The whole tree.
  package private(set) var root = TreeNode.empty
  private var denials: [DatabaseDenial] = []
  private var listens = ServerListens()
  /// What each client has left behind for the end of its connection.
  private var deferred: [DatabaseClientID: DeferredWrites] = [:]
  /// Whose token each client has shown last.
  private var users: [DatabaseClientID: String] = [:]

  package init() {}

  /// Whether some rule makes a difference between users.
  package var wantsUsers: Bool { denials.contains { denial in denial.spared != .nobody } }

  private func check(
    _ operation: DatabaseOperation, at places: [TreePath], by client: DatabaseClientID?
  ) throws(DatabaseError) {
    let user = client.flatMap { client in users[client] }
    for denial in denials where !denial.spared.includes(user) {
      if places.contains(where: { denial.refuses(operation, at: $0) }) { throw denial.error }
    }
  }
}

// MARK: - Rules

extension DatabaseServer {
  /// Adds a rule, and ends the listens that it refuses.
  package mutating func deny(_ denial: DatabaseDenial) -> [Message] {
    denials.append(denial)
    return listens.clients.flatMap { client in revokeRefused(of: client) }
  }

  /// Takes in whose token a client shows, and ends the listens that are refused to that user.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - uid: The user; nil for nobody.
  /// - Returns: What the client must be told, in the order of its listens.
  package mutating func identify(_ client: DatabaseClientID, as uid: String?) -> [Message] {
    users[client] = uid
    return revokeRefused(of: client)
  }

  private mutating func revokeRefused(of client: DatabaseClientID) -> [Message] {
    var messages: [Message] = []
    for listen in listens.listens(of: client) {
      do throws(DatabaseError) {
        try check(.read, at: [listen.query.path], by: client)
      } catch {
        listens.remove(listen.query, of: client)
        messages.append((client, .revoked(listen.query, error)))
      }
    }
    return messages
  }

  /// Takes back every rule at exactly this path.
  package mutating func allow(_ path: TreePath) {
    denials.removeAll { $0.path == path }
  }
}

// MARK: - Listening

extension DatabaseServer {
  /// Begins a listen.
  ///
  /// - Parameters:
  ///   - client: Who listens.
  ///   - query: What is listened to.
  ///   - tag: By what the client knows the query, where it does not load all data.
  /// - Returns: What the query shows now.
  /// - Throws: The error of a rule.
  package mutating func listen(
    _ client: DatabaseClientID, to query: QuerySpecification, tag: QueryTag?
  ) throws(DatabaseError) -> TreeNode {
    try check(.read, at: [query.path], by: client)
    listens.add(query, tag: tag, of: client)
    if !query.loadsAllData {
      root = root.setting(query.path, to: root.node(at: query.path).indexed(by: query.index))
    }
    return root.node(at: query.path).answer(to: query.parameters)
  }

  /// What a query shows now.
  ///
  /// - Throws: The error of a rule.
  package func read(
    _ query: QuerySpecification, by client: DatabaseClientID
  ) throws(DatabaseError) -> TreeNode {
    try check(.read, at: [query.path], by: client)
    return root.node(at: query.path).answer(to: query.parameters)
  }

  /// Ends a listen; one that is not there is no mistake.
  package mutating func unlisten(_ client: DatabaseClientID, from query: QuerySpecification) {
    listens.remove(query, of: client)
  }
}

// MARK: - Writes

extension DatabaseServer {
  /// Takes a write.
  ///
  /// - Parameters:
  ///   - write: The write, with values in it that are decided now.
  ///   - milliseconds: The server's time.
  ///   - expected: What the place must hold for the write to be taken; nil: anything.
  ///   - client: Who writes; nil for nobody who has shown a token.
  ///   - isTrusted: Whether the rules are passed over, as for an administrator.
  /// - Returns: What the clients must be told before the writer has its answer.
  /// - Throws: `staleData` where the place holds something else, or the error of a rule.
  package mutating func write(
    _ write: DatabaseWrite, milliseconds: Int64, expecting expected: TreeNode? = nil,
    by client: DatabaseClientID? = nil, isTrusted: Bool = false
  ) throws(DatabaseError) -> [Message] {
    let changes = write.changes
    if !isTrusted { try check(.write, at: changes.map(\.path), by: client) }
    if let expected, root.node(at: write.path) != expected { throw .staleData }
    return apply(
      changes.map { path, node in
        let existing = root.node(at: path)
        return (path, node.resolved(milliseconds: milliseconds, over: existing))
      }, of: write.path)
  }

  /// Remembers a write for the end of a connection.
  ///
  /// - Throws: The error of a rule.
  package mutating func remember(
    _ write: DatabaseWrite, for client: DatabaseClientID
  ) throws(DatabaseError) {
    try check(.write, at: write.changes.map(\.path), by: client)
    for (path, node) in write.changes {
      deferred[client, default: DeferredWrites()].remember(node, at: path)
    }
  }

  /// Forgets what was to be written at a path and below it.
  package mutating func forget(at path: TreePath, for client: DatabaseClientID) {
    deferred[client]?.forget(at: path)
  }

  /// Ends a connection: its listens are gone, and what it has left behind is written.
  ///
  /// What the rules refuse by now is left out.
  package mutating func disconnect(
    _ client: DatabaseClientID, milliseconds: Int64
  ) -> [Message] {
    listens.removeAll(of: client)
    var messages: [Message] = []
    deferred.removeValue(forKey: client)?.visit { path, node in
      let news = try? write(.set(path, node), milliseconds: milliseconds, by: client)
      messages += news ?? []
    }
    return messages
  }

  private mutating func apply(
    _ changes: [(path: TreePath, node: TreeNode)], of place: TreePath
  ) -> [Message] {
    let before = root
    for (path, node) in changes { root = root.setting(path, to: node) }
    let real = changes.map(\.path).filter { before.node(at: $0) != root.node(at: $0) }
    return listens.concerned(by: real).compactMap { listen, changed in
      WorkCounter.count(changed.count)
      let news =
        listen.tag == nil
        ? allData(at: listen.query.path, after: changed, of: place)
        : window(of: listen, since: before, after: changed)
      return news.map { news in (listen.client, news) }
    }
  }

  /// What a listen to all data of a place is told of changes.
  private func allData(
    at path: TreePath, after changed: [TreePath], of place: TreePath
  ) -> ServerNews? {
    if changed.contains(where: { $0.contains(path) }) {
      return .overwrite(path, root.node(at: path), tag: nil)
    }
    let inside = changed.filter { path.contains($0) }
    guard let first = inside.first else { return nil }
    if inside.count == 1 { return .overwrite(first, root.node(at: first), tag: nil) }
    let top = path.contains(place) ? place : path
    let merge = inside.compactMap { change in
      change.relative(to: top).map { ($0, root.node(at: change)) }
    }
    return .merge(top, Dictionary(merge, uniquingKeysWith: { _, last in last }), tag: nil)
  }

  /// What a query's listen is told: the children that left its window, came in, or changed.
  private func window(
    of listen: ServerListens.Listen, since before: TreeNode, after changed: [TreePath]
  ) -> ServerNews? {
    let (path, parameters) = (listen.query.path, listen.query.parameters)
    let (before, after) = (before.node(at: path), root.node(at: path))
    let children = changed.compactMap { place in place.relative(to: path)?.first }
    let (old, new): ([NamedNode], [NamedNode])
    if parameters.limit == nil, children.count == changed.count {
      // In a range each child is by itself: those that were not written are what they were.
      let keys = Set(children).filter { key in !key.isPriority }
      old = before.children(keys, of: parameters)
      new = after.children(keys, of: parameters)
    } else {
      (old, new) = (before.window(of: parameters), after.window(of: parameters))
    }
    var merge: [TreePath: TreeNode] = [:]
    for child in old { merge[TreePath([child.key])] = .empty }
    let shown = Dictionary(uniqueKeysWithValues: old.map { child in (child.key, child.node) })
    for child in new {
      WorkCounter.count(1)
      merge[TreePath([child.key])] = shown[child.key] == child.node ? nil : child.node
    }
    return merge.isEmpty ? nil : .merge(path, merge, tag: listen.tag)
  }
}

extension DatabaseWrite {
  /// The places that are written, with their new contents, in the order of the places.
  package var changes: [(path: TreePath, node: TreeNode)] {
    switch self {
    case .set(let path, let node): [(path, node)]
    case .update(let path, let nodes):
      nodes.map { (path.appending($0.key), $0.value) }.sorted { $0.0 < $1.0 }
    }
  }
}

/// What the server tells one client by itself.
package enum ServerNews: Sendable {
  /// New contents of a place, for everyone there or for one query.
  case overwrite(TreePath, TreeNode, tag: QueryTag?)
  /// New contents of places below one.
  case merge(TreePath, [TreePath: TreeNode], tag: QueryTag?)
  /// The end of a listen.
  case revoked(QuerySpecification, DatabaseError)
}

/// A rule of the server that refuses operations at a path, below it and above it: what may be read
/// or written as a whole has no part that may not.
package struct DatabaseDenial: Equatable, Sendable {
  package let operations: [DatabaseOperation]
  package let path: TreePath
  package let error: DatabaseError
  /// Whom it does not refuse.
  package let spared: Spared

  package init(
    _ operations: [DatabaseOperation] = DatabaseOperation.allCases, at path: TreePath,
    error: DatabaseError = DatabaseError(.permissionDenied), sparing spared: Spared = .nobody
  ) {
    self.operations = operations
    self.path = path
    self.spared = spared
    self.error = error
  }

  /// Whether an operation on a place is refused.
  func refuses(_ operation: DatabaseOperation, at place: TreePath) -> Bool {
    operations.contains(operation) && (path.contains(place) || place.contains(path))
  }
}

/// The operations that a rule of the server can refuse.
public enum DatabaseOperation: Hashable, Sendable, CaseIterable {
  /// Listening.
  case read
  /// Setting, updating and removing, at once or at the end of a connection.
  case write
}

// MARK: - What a query shows

extension TreeNode {
  /// The children that a query shows, in its order: those of its range, cut to its limit.
  ///
  /// It costs as much as the children that it finds, where the node carries the query's index.
  package func window(of parameters: QueryParameters) -> [NamedNode] {
    let children = children(by: parameters.index)
    var range = 0..<children.count
    if let start = parameters.start {
      let outside = children.prefixCount { !start.admits($0, asStartOf: parameters.index) }
      range = outside..<max(outside, range.upperBound)
    }
    if let end = parameters.end {
      let inside = children.prefixCount { end.admits($0, asEndOf: parameters.index) }
      range = min(range.lowerBound, inside)..<inside
    }
    switch parameters.limit {
    case .first(let count): range = range.prefix(count)
    case .last(let count): range = range.suffix(count)
    case nil: break
    }
    return range.map { children[$0] }
  }

  /// Those of some children that are within a query's range.
  fileprivate func children(
    _ keys: Set<ChildKey>, of parameters: QueryParameters
  ) -> [NamedNode] {
    keys.compactMap { key in children[key].map { node in NamedNode(key, node) } }
      .filter(parameters.admits)
  }

  /// What a query's listener is told at first: all data, or the children that it shows, without a
  /// priority.
  package func answer(to parameters: QueryParameters) -> TreeNode {
    if parameters.loadsAllData { return self }
    let shown = window(of: parameters).sorted { $0.key < $1.key }
    guard !shown.isEmpty else { return .empty }
    return .children(ChildrenNode(priority: nil, children: OrderedChildren(sorted: shown)))
  }
}
