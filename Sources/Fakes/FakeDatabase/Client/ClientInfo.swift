/// What a client knows about itself: the data at `/.info`, which no server has.
///
/// Listeners of these places have a tree of their own. A place without data tells a new listener
/// nothing, unless something listens to all of `/.info`. Source:
/// `FirebaseDatabase/Sources/Core/FRepo.m` (`deferredInit`, `updateInfo:withValue:`).
struct ClientInfo: Sendable {
  /// Whether there is a connection; there is none at first.
  static let connectedPath: TreePath = [.info, "connected"]
  /// By how many milliseconds the server's clock is ahead; there are no data before the first
  /// connection.
  static let clockOffsetPath: TreePath = [.info, "serverTimeOffset"]

  /// By how many milliseconds the server's clock was ahead at the last connection.
  private(set) var clockOffset: Int64 = 0
  private var data: TreeNode
  private var sync = SyncTree()

  /// The data of a client that has not connected yet.
  init() {
    data = TreeNode.empty.setting(Self.connectedPath, to: .leaf(.boolean(false)))
  }

  /// Adds a listener, which is told of the data that are there.
  mutating func listen(_ registration: Registration, to query: QuerySpecification) -> [SyncEvent] {
    let outcome = sync.listen(to: query, registration)
    var events = outcome.events
    for case .startListening(let query, let tag) in outcome.effects {
      let node = data.node(at: query.path).answer(to: query.parameters)
      if node.isEmpty { continue }
      events += sync.serverSet(query.path, to: node, tag: tag)
      events += sync.listenCompleted(query.path, tag: tag)
    }
    return events
  }

  /// Removes a listener; one that is not there is no mistake.
  mutating func stopListening(_ id: RegistrationID, to query: QuerySpecification) {
    _ = sync.unlisten(to: query, id)
  }

  /// Notes a new connection, and the server's clock as its first message has it.
  ///
  /// - Returns: What to tell listeners: the clock first, as the SDK does.
  mutating func connected(clockOffset: Int64) -> [SyncEvent] {
    self.clockOffset = clockOffset
    return update(Self.clockOffsetPath, .integer(clockOffset))
      + update(Self.connectedPath, .boolean(true))
  }

  /// Notes the end of the connection; the server's clock stays known.
  mutating func disconnected() -> [SyncEvent] {
    update(Self.connectedPath, .boolean(false))
  }

  private mutating func update(_ path: TreePath, _ value: LeafValue) -> [SyncEvent] {
    data = data.setting(path, to: .leaf(value))
    return sync.serverSet(path, to: .leaf(value))
  }
}

extension ChildKey {
  /// The key below which a client finds what it knows about itself.
  static let info = ChildKey(".info")
}

extension TreePath {
  /// Whether this is a place of the client's own.
  package var isInfo: Bool { first == .info }

  /// Checks that something may listen here.
  ///
  /// The SDK accepts any place below `/.info`, and tells its listeners nothing for ever.
  ///
  /// - Throws: `DatabaseUsageError.unknownInfoPath`.
  package func checkForListening() throws(DatabaseUsageError) {
    let known = [[.info], ClientInfo.connectedPath, ClientInfo.clockOffsetPath]
    guard !isInfo || known.contains(self) else { throw .unknownInfoPath(description) }
  }

  /// Checks that this is a place of the server's.
  ///
  /// - Throws: `DatabaseUsageError.clientOwnPath`.
  package func checkForServer() throws(DatabaseUsageError) {
    guard !isInfo else { throw .clientOwnPath(description) }
  }
}
