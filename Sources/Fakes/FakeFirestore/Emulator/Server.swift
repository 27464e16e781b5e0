package import FakeCore
package import SluiceSimulation
import SluiceSpies

/// The number of a client at the server.
package typealias ClientID = Int

/// The server that all clients share: the documents, the rules, and who listens to what.
///
/// A pure state machine without time: whoever drives it decides when a request arrives and when an
/// answer does. Each commit gets the next version; a write that changes nothing keeps the old one,
/// as in the product.
package struct Server: Sendable {
  /// A listen that the server ended.
  package struct Refusal: Equatable, Sendable {
    package let client: ClientID
    package let target: TargetID
    package let error: FirestoreErrorCode
  }

  /// The last commit.
  package private(set) var version: Version = 0
  private var documents = DocumentTable()
  private var denials: [Denial] = []
  private var clients: [ClientID: [TargetID: Target]] = [:]
  private var listens = 0
  /// The time of the next request, by which the server knows how long ago a client left a query.
  package var now = Instant.start
  /// When each client left the queries that it may resume.
  private var departures: [Watcher: Instant] = [:]
  private var watchers = Watchers<Watcher>()
  /// Whose token each client has shown last.
  private var users: [ClientID: String] = [:]

  /// One target of a client's.
  private struct Watcher: Hashable, Sendable {
    let client: ClientID
    let target: TargetID
  }

  /// How long the server follows a query that its client left, so that it can name what left the
  /// results.
  ///
  /// Source: `Firestore/Example/Tests/Integration/API/FIRQueryTests.mm`, which waits for as long.
  private static let followsFor = Duration.seconds(10)

  package init() {}

  /// Whether some rule makes a difference between users.
  package var wantsUsers: Bool { denials.contains { denial in denial.spared != .nobody } }

  /// The fields of a document; nil where it does not exist.
  package func fields(of key: DocumentKey) -> Fields? {
    documents[key]?.fields
  }

  /// The targets that a client listens to, in the order of their listens.
  package func targets(of client: ClientID) -> [TargetID] {
    inOrder(client).map(\.id)
  }

  private func inOrder(_ client: ClientID) -> [Target] {
    (clients[client] ?? [:]).values.sorted { one, other in one.order < other.order }
  }
}

// MARK: - Rules

extension Server {
  /// Adds a rule, and ends the listens that it refuses, by client and in the order of their
  /// listens.
  package mutating func deny(_ denial: Denial) -> [Refusal] {
    denials.append(denial)
    return clients.keys.sorted().flatMap { client in endRefused(of: client) }
  }

  /// Takes in whose token a client shows, and ends the listens that are refused to that user.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - uid: The user; nil for nobody.
  /// - Returns: What the client must be told, in the order of its listens.
  package mutating func identify(_ client: ClientID, as uid: String?) -> [Refusal] {
    users[client] = uid
    return endRefused(of: client)
  }

  private mutating func endRefused(of client: ClientID) -> [Refusal] {
    var refusals: [Refusal] = []
    for target in inOrder(client) {
      guard let denial = refusal(of: target.shape, to: client) else { continue }
      refusals.append(Refusal(client: client, target: target.id, error: denial.error))
      unlisten(client, target.id)
    }
    return refusals
  }

  private func refusal(of shape: QueryShape, to client: ClientID) -> Denial? {
    denials.first { denial in
      denial.refusesReading(shape) && !denial.spared.includes(users[client])
    }
  }

  /// Takes back every rule at exactly this path.
  package mutating func allow(_ path: ResourcePath) {
    denials.removeAll { $0.path == path }
  }
}

// MARK: - Listening

extension Server {
  /// Begins a listen, with everything that the client does not know of the results yet.
  ///
  /// - Parameters:
  ///   - client: Who listens.
  ///   - target: Its number at the client; a listen of that number is replaced.
  ///   - shape: What is listened to.
  ///   - resume: What the client already counts to the results, and since which version.
  /// - Returns: Everything that the client must be told. What left the results of a query that the
  ///   server stopped following is not named: a filter counts what is left.
  /// - Throws: The error of a rule, or `invalidArgument` for a query that the server does not take.
  package mutating func listen(
    _ client: ClientID, _ target: TargetID, to shape: QueryShape, resume: TargetRecord? = nil
  ) throws(FirestoreErrorCode) -> WatchSnapshot {
    let isFollowed = isFollowed(client, target)
    unlisten(client, target)
    departures[Watcher(client: client, target: target)] = nil
    if let refusal = shape.refusal { throw refusal }
    if let denial = refusal(of: shape, to: client) { throw denial.error }
    let found = found(by: shape)
    let results = found.withinLimit
    let keys = Set(results.map(\.key))
    let known = resume?.syncedKeys ?? []
    let since = resume?.resumePoint ?? 0
    let isCounted = since > 0 && !isFollowed && shape.document == nil
    let gone = isCounted ? [] : known.subtracting(keys)
    var news = results.filter { $0.version > since || !known.contains($0.key) }
    news += gone.sorted().map { state(of: $0) }
    if let key = shape.document, keys.isEmpty, !known.contains(key) { news.append(state(of: key)) }
    listens += 1
    clients[client, default: [:]][target] = Target(
      id: target, order: listens, shape: shape, found: found)
    watchers.add(Watcher(client: client, target: target), to: shape)
    let change = TargetChange(added: keys, removed: gone, answersListen: true)
    return WatchSnapshot(
      version: version, documents: news.sorted { $0.key < $1.key }, targets: [target: change],
      filters: isCounted ? [target: ExistenceFilter(of: keys, in: .emulated)] : [:])
  }

  /// Whether a client listens to a target, or has done so until a moment ago.
  private func isFollowed(_ client: ClientID, _ target: TargetID) -> Bool {
    if clients[client]?[target] != nil { return true }
    guard let departure = departures[Watcher(client: client, target: target)] else { return false }
    return departure.duration(to: now) < Self.followsFor
  }

  /// Ends a listen; one that is not there is no mistake.
  package mutating func unlisten(_ client: ClientID, _ target: TargetID) {
    guard let shape = clients[client]?.removeValue(forKey: target)?.shape else { return }
    leave(Watcher(client: client, target: target), shape)
  }

  /// Ends all listens of a client whose connection is gone.
  package mutating func disconnect(_ client: ClientID) {
    for target in (clients.removeValue(forKey: client) ?? [:]).values {
      leave(Watcher(client: client, target: target.id), target.shape)
    }
  }

  private mutating func leave(_ watcher: Watcher, _ shape: QueryShape) {
    watchers.remove(watcher, from: shape)
    if shape.document == nil { departures[watcher] = now }
  }

  /// What the clients must be told after commits to these documents, by client.
  ///
  /// - Parameter keys: The documents that were written.
  /// - Returns: What each client must be told, those with nothing new left out.
  package mutating func snapshots(
    afterWriting keys: [DocumentKey]
  ) -> [(client: ClientID, snapshot: WatchSnapshot)] {
    let written = Set(keys)
    var concerned: [ClientID: Set<TargetID>] = [:]
    for watcher in watchers.concerned(by: written) {
      concerned[watcher.client, default: []].insert(watcher.target)
    }
    return concerned.keys.sorted().compactMap { client in
      snapshot(for: client, at: concerned[client] ?? [], afterWriting: written).map { (client, $0) }
    }
  }

  private mutating func snapshot(
    for client: ClientID, at targets: Set<TargetID>, afterWriting written: Set<DocumentKey>
  ) -> WatchSnapshot? {
    var result = WatchSnapshot(version: version)
    var news: Set<DocumentKey> = []
    for target in targets {
      WorkCounter.looked()
      guard let (change, told) = clients[client]?[target]?.keepUp(with: written, of: documents)
      else { continue }
      result.targets[target] = change
      news.formUnion(told)
    }
    result.documents = news.sorted().map { state(of: $0) }
    return result.targets.isEmpty ? nil : result
  }

  /// What a query finds, its limit aside.
  private func found(by shape: QueryShape) -> DocumentSet {
    guard let key = shape.document else { return DocumentSet(shape: shape, of: documents.values) }
    return DocumentSet(shape: shape, of: [documents[key]].compactMap(\.self))
  }

  /// A document as the server has it; one that never was is missing as of now.
  private func state(of key: DocumentKey) -> CachedDocument {
    documents[key] ?? CachedDocument(key: key, version: version, contents: .missing)
  }
}

// MARK: - Writes

extension Server {
  /// Takes writes together, or none of them.
  ///
  /// - Parameters:
  ///   - mutations: The writes, in order.
  ///   - time: The server's time, for server timestamps.
  ///   - client: Who writes; nil for nobody who has shown a token.
  ///   - isTrusted: Whether the rules are passed over, as for an administrator.
  /// - Returns: What was decided for each write.
  /// - Throws: The error of a rule, `notFound` for an update of what does not exist,
  ///   `alreadyExists` for the opposite.
  package mutating func commit(
    _ mutations: [Mutation], at time: Timestamp, by client: ClientID? = nil,
    isTrusted: Bool = false
  ) throws(FirestoreErrorCode) -> CommitResult {
    var outcomes: [CommitResult.Outcome] = []
    var earlier: [(key: DocumentKey, document: CachedDocument?)] = []
    do throws(FirestoreErrorCode) {
      for mutation in mutations {
        if !isTrusted, let denial = refusal(ofWriting: mutation.key, to: client) {
          throw denial.error
        }
        let there = documents[mutation.key]
        let before = there ?? CachedDocument(key: mutation.key, contents: .missing)
        try mutation.checkPrecondition(on: before)
        let (contents, transformed) = mutation.committed(on: before.fields, at: time)
        if contents != before.contents {
          earlier.append((mutation.key, there))
          documents[mutation.key] = CachedDocument(
            key: mutation.key, version: version + 1, contents: contents)
        }
        outcomes.append(
          CommitResult.Outcome(
            version: documents[mutation.key]?.version ?? 0, transformed: transformed))
      }
    } catch {
      // A copy of all documents to begin with would cost more the more there are.
      for (key, document) in earlier.reversed() { documents[key] = document }
      throw error
    }
    version += 1
    return CommitResult(outcomes: outcomes)
  }

  private func refusal(ofWriting key: DocumentKey, to client: ClientID?) -> Denial? {
    let user = client.flatMap { client in users[client] }
    return denials.first { denial in
      denial.refusesWriting(key) && !denial.spared.includes(user)
    }
  }
}

extension Mutation {
  fileprivate func checkPrecondition(
    on document: CachedDocument
  ) throws(FirestoreErrorCode) {
    guard case .exists(let expected) = precondition, document.exists != expected else { return }
    throw expected
      ? FirestoreErrorCode(.notFound, message: "no document to update: \(key)")
      : FirestoreErrorCode(.alreadyExists, message: "the document already exists: \(key)")
  }

  /// The contents after the write and its transforms, which read the fields that the write left.
  fileprivate func committed(
    on before: Fields?, at time: Timestamp
  ) -> (CachedDocument.Contents, [DocumentValue]) {
    guard var fields = contents(over: before ?? Fields()) else { return (.missing, []) }
    var transformed: [DocumentValue] = []
    for transform in transforms {
      let value = transform.transform.serverResult(previous: fields[transform.field], at: time)
      fields[transform.field] = value
      transformed.append(value)
    }
    return (.found(fields), transformed)
  }
}

/// One query that a client listens to.
private struct Target: Sendable {
  let id: TargetID
  /// How many listens there were before it.
  let order: Int
  let shape: QueryShape
  /// What the query finds, its limit aside, kept up with each write: so a write costs no look at
  /// documents that it leaves alone.
  var found: DocumentSet

  /// Takes in writes.
  ///
  /// - Parameters:
  ///   - written: The documents that were written.
  ///   - documents: All documents as they are now.
  /// - Returns: What became of the target, and the documents whose state its client is told; nil
  ///   where it is told nothing.
  mutating func keepUp(
    with written: Set<DocumentKey>, of documents: DocumentTable
  ) -> (change: TargetChange, news: Set<DocumentKey>)? {
    // Who asks for a document is told of each write to it.
    let asked = shape.document.map { key in written.intersection([key]) } ?? []
    let before = shape.limit == nil ? [] : Set(found.withinLimit.map(\.key))
    var change = TargetChange()
    var touched: Set<DocumentKey> = []
    for key in written {
      let isThere = found[key] != nil
      if let document = documents[key], shape.matches(document) {
        found.insert(document)
        if !isThere { change.added.insert(key) }
      } else if isThere {
        found.remove(key)
        change.removed.insert(key)
      } else {
        continue
      }
      touched.insert(key)
    }
    if shape.limit != nil {
      let after = Set(found.withinLimit.map(\.key))
      change.added = after.subtracting(before)
      change.removed = before.subtracting(after)
      touched.formIntersection(before.union(after))
    }
    let news = change.added.union(touched).union(asked)
    return news.isEmpty && change.removed.isEmpty ? nil : (change, news)
  }
}

/// A rule of the server that refuses operations below a path.
package struct Denial: Equatable, Sendable {
  package let operations: [FirestoreOperation]
  package let path: ResourcePath
  package let error: FirestoreErrorCode
  /// Whom it does not refuse.
  package let spared: Spared

  package init(
    _ operations: [FirestoreOperation] = FirestoreOperation.allCases, below path: ResourcePath,
    error: FirestoreErrorCode = FirestoreErrorCode(.permissionDenied),
    sparing spared: Spared = .nobody
  ) {
    self.operations = operations
    self.path = path
    self.spared = spared
    self.error = error
  }

  /// Whether a write to this document is refused.
  func refusesWriting(_ key: DocumentKey) -> Bool {
    operations.contains(.write) && path.isPrefix(of: key.path)
  }

  /// Whether a query is refused: rules are no filters, so one document that could be among the
  /// results is enough.
  func refusesReading(_ shape: QueryShape) -> Bool {
    guard operations.contains(.read) else { return false }
    if path.isPrefix(of: shape.path) { return true }
    if shape.document != nil { return false }
    if shape.group != nil { return shape.path.isPrefix(of: path) }
    return path.isDocument && path.parent == shape.path
  }
}

/// The operations that a rule of the server can refuse.
public enum FirestoreOperation: Hashable, Sendable, CaseIterable {
  /// Listening and reading once.
  case read
  /// Setting, updating and deleting.
  case write
}
