// MARK: - Listening

extension Server {
  /// Begins a listen, with everything that the client does not know of the results yet.
  ///
  /// - Parameters:
  ///   - client: Who listens.
  ///   - target: Its number at the client; a listen of that number is replaced.
  ///   - shape: What is listened to.
  ///   - resume: What the client already counts to the results, and since which version.
  /// - Returns: Everything that the client must be told.
  /// - Throws: The error of a rule, or `invalidArgument` for a query that the server does not take.
  package mutating func listen(
    _ client: ClientID, _ target: TargetID, to shape: QueryShape, resume: TargetRecord? = nil
  ) throws(FirestoreErrorCode) -> WatchSnapshot {
    unlisten(client, target)
    if let refusal = shape.refusal { throw refusal }
    if let denial = denials.first(where: { $0.refusesReading(shape) }) { throw denial.error }
    let results = results(of: shape)
    let keys = Set(results.map(\.key))
    let known = resume?.syncedKeys ?? []
    let since = resume?.resumePoint ?? 0
    var news = results.filter { $0.version > since || !known.contains($0.key) }
    news += known.subtracting(keys).sorted().map { state(of: $0) }
    if let key = shape.document, keys.isEmpty, !known.contains(key) { news.append(state(of: key)) }
    clients[client, default: []].append(Target(id: target, shape: shape, keys: keys))
    let change = TargetChange(
      added: keys, removed: known.subtracting(keys), answersListen: true)
    return WatchSnapshot(
      version: version, documents: news.sorted { $0.key < $1.key }, targets: [target: change])
  }

  /// Ends a listen; one that is not there is no mistake.
  package mutating func unlisten(_ client: ClientID, _ target: TargetID) {
    clients[client]?.removeAll { $0.id == target }
  }

  /// Ends all listens of a client whose connection is gone.
  package mutating func disconnect(_ client: ClientID) {
    clients[client] = nil
  }

  /// What the clients must be told after commits to these documents, by client.
  ///
  /// - Parameter keys: The documents that were written.
  /// - Returns: What each client must be told, those with nothing new left out.
  package mutating func snapshots(
    afterWriting keys: [DocumentKey]
  ) -> [(client: ClientID, snapshot: WatchSnapshot)] {
    let written = Set(keys)
    return clients.keys.sorted().compactMap { client in
      snapshot(for: client, afterWriting: written).map { (client, $0) }
    }
  }

  private mutating func snapshot(
    for client: ClientID, afterWriting written: Set<DocumentKey>
  ) -> WatchSnapshot? {
    var result = WatchSnapshot(version: version)
    var news: Set<DocumentKey> = []
    var targets = clients[client, default: []]
    for index in targets.indices {
      let before = targets[index].keys
      let after = Set(results(of: targets[index].shape).map(\.key))
      let added = after.subtracting(before)
      let removed = before.subtracting(after)
      let rewritten = written.intersection(before.union(after))
      let asked = targets[index].shape.document.map { written.intersection([$0]) } ?? []
      guard !(added.isEmpty && removed.isEmpty && rewritten.isEmpty && asked.isEmpty) else {
        continue
      }
      targets[index].keys = after
      result.targets[targets[index].id] = TargetChange(added: added, removed: removed)
      news.formUnion(added.union(rewritten).union(asked))
    }
    clients[client] = targets
    result.documents = news.sorted().map { state(of: $0) }
    return result.targets.isEmpty ? nil : result
  }

  /// The documents of a query in its order, cut to its limit.
  private func results(of shape: QueryShape) -> [CachedDocument] {
    var set = DocumentSet(shape: shape)
    for document in documents.values where shape.matches(document) {
      set.insert(document)
    }
    guard let limit = shape.limit else { return set.documents }
    return Array(
      limit.end == .first
        ? set.documents.prefix(limit.count) : set.documents.suffix(limit.count))
  }

  /// A document as the server has it; one that never was is missing as of now.
  private func state(of key: DocumentKey) -> CachedDocument {
    documents[key] ?? CachedDocument(key: key, version: version, contents: .missing)
  }
}
