/// How a listener wants to be told.
package struct GateOptions: Equatable, Sendable {
  /// Whether changes of metadata alone are told.
  package var includesMetadataChanges: Bool
  /// Whether the server is left alone.
  package var isCacheOnly: Bool
  /// Whether the first snapshot waits for the server while the client may be online, whatever the
  /// cache holds.
  package var waitsForServer: Bool

  package init(
    includesMetadataChanges: Bool = false, isCacheOnly: Bool = false, waitsForServer: Bool = false
  ) {
    self.includesMetadataChanges = includesMetadataChanges
    self.isCacheOnly = isCacheOnly
    self.waitsForServer = waitsForServer
  }
}

/// What a client knows of its connection.
package enum OnlineState: Equatable, Sendable {
  /// It is trying, or has no reason to.
  case unknown
  /// The server has spoken on the present connection.
  case online
  /// The network is disabled, an attempt failed, or ten seconds passed without an answer.
  case offline
}

/// The decision, for one listener, which snapshots of its query's view it is told.
///
/// Source: `Firestore/core/src/core/query_listener.cc`.
package struct ListenerGate: Sendable {
  package let options: GateOptions
  private var onlineState: OnlineState
  private var isFirstTold = false
  private var last: ViewSnapshot?

  package init(options: GateOptions, onlineState: OnlineState) {
    self.options = options
    self.onlineState = onlineState
  }

  /// What the listener is told of a new state of the view; nil for nothing.
  package mutating func pass(_ snapshot: ViewSnapshot) -> ViewSnapshot? {
    let snapshot = options.includesMetadataChanges ? snapshot : snapshot.withoutMetadataChanges
    defer { last = snapshot }
    if isFirstTold { return isWorthTelling(snapshot) ? snapshot : nil }
    return first(of: snapshot)
  }

  /// What the listener is told because the connection changed; nil for nothing.
  package mutating func pass(_ state: OnlineState) -> ViewSnapshot? {
    onlineState = state
    guard let last, !isFirstTold else { return nil }
    return first(of: last)
  }

  private mutating func first(of snapshot: ViewSnapshot) -> ViewSnapshot? {
    guard mayBeFirst(snapshot) else { return nil }
    isFirstTold = true
    return snapshot.initial
  }

  /// The rule of the first snapshot.
  private func mayBeFirst(_ snapshot: ViewSnapshot) -> Bool {
    if !snapshot.isFromCache || options.isCacheOnly { return true }
    if options.waitsForServer, onlineState != .offline { return false }
    return !snapshot.documents.isEmpty || snapshot.hasCachedResults || onlineState == .offline
  }

  /// The rule of the later ones.
  private func isWorthTelling(_ snapshot: ViewSnapshot) -> Bool {
    if !snapshot.changes.isEmpty { return true }
    let pendingChanged = last.map { $0.hasPendingWrites != snapshot.hasPendingWrites } ?? false
    return options.includesMetadataChanges && (snapshot.syncStateChanged || pendingChanged)
  }
}
