import FakeFirestore
import SluiceSpies
import Testing

@Suite("Cache in memory")
struct EagerCacheTests {
  private let cities = QueryShape(path: city.collection)

  private func engine() -> ClientEngine {
    ClientEngine(store: LocalStore(collection: .eager))
  }

  private func document(_ id: Name, _ number: Int64, version: Version) -> CachedDocument {
    CachedDocument(
      key: DocumentKey(collection: city.collection, id: id), version: version,
      contents: .found(["n": .integer(number)]))
  }

  /// Has a client listen, and the server say what there is.
  private func listen(
    _ client: inout ClientEngine, _ id: ListenerID, to shape: QueryShape,
    finding documents: [CachedDocument]
  ) throws -> TargetID {
    client.listen(id, to: shape, options: GateOptions())
    client.streamOpened()
    var target: TargetID?
    for case .listen(let asked, _, _) in client.takeEffects() { target = asked }
    let change = TargetChange(added: Set(documents.map(\.key)))
    client.receive(
      WatchSnapshot(version: 9, documents: documents, targets: [try #require(target): change]))
    _ = client.takeEffects()
    return try #require(target)
  }

  private func isKnown(_ client: ClientEngine, _ id: Name) -> Bool {
    let key = DocumentKey(collection: city.collection, id: id)
    return client.store.document(key).contents != .unread
  }

  @Test("drops a query and its documents with the last listener; the cache on disk keeps them")
  func release() throws {
    for (collection, isKept) in [(CacheCollection.eager, false), (.leastRecentlyUsed(), true)] {
      var client = ClientEngine(store: LocalStore(collection: collection))
      let target = try listen(&client, 1, to: cities, finding: [document("SF", 1, version: 1)])
      #expect(isKnown(client, "SF"))
      client.stopListening(1)
      #expect(isKnown(client, "SF") == isKept)
      #expect((client.store.target(target) != nil) == isKept)
    }
  }

  @Test("keeps what another query finds, and what its own listener still needs")
  func otherQuery() throws {
    var client = engine()
    let documents = [document("SF", 1, version: 1), document("LA", 2, version: 1)]
    _ = try listen(&client, 1, to: cities, finding: documents)
    _ = try listen(&client, 2, to: QueryShape(document: city), finding: [documents[0]])
    client.stopListening(1)
    #expect(isKnown(client, "SF"))
    #expect(!isKnown(client, "LA"))
    client.stopListening(2)
    #expect(!isKnown(client, "SF"))
  }

  @Test("keeps a document that waits for the server with a write, whoever has written it")
  func pendingWrite() throws {
    var client = engine()
    _ = try listen(&client, 1, to: cities, finding: [document("SF", 1, version: 1)])
    let batch = client.write([try .set(city, [("n", .value(.integer(2)))])], at: second(1))
    client.changeUser(to: "ada")
    client.stopListening(1)
    // Another user's write is not shown, and keeps what it is a write to.
    #expect(client.store.document(city).fields == ["n": .integer(1)])
    client.changeUser(to: nil)
    client.reject(batch, FirestoreErrorCode(.permissionDenied))
    #expect(!isKnown(client, "SF"))
  }

  @Test("drops a document with the acknowledgement of its write where no view shows it")
  func acknowledgement() throws {
    var client = engine()
    let batch = client.write([try .set(city, [("n", .value(.integer(2)))])], at: second(1))
    #expect(isKnown(client, "SF"))
    client.acknowledge(batch, CommitResult(outcomes: [CommitResult.Outcome(version: 3)]))
    #expect(!isKnown(client, "SF"))
  }

  @Test("keeps an acknowledged write as long as a view shows it")
  func shownAcknowledgement() throws {
    var client = engine()
    _ = try listen(&client, 1, to: cities, finding: [])
    let batch = client.write([try .set(city, [("n", .value(.integer(2)))])], at: second(1))
    client.acknowledge(batch, CommitResult(outcomes: [CommitResult.Outcome(version: 10)]))
    #expect(isKnown(client, "SF"))
    client.stopListening(1)
    #expect(!isKnown(client, "SF"))
  }

  @Test("drops what has left the results once no view shows it, and what was looked up in vain")
  func leaving() throws {
    var client = engine()
    let documents = [document("SF", 1, version: 1), document("LA", 2, version: 1)]
    let target = try listen(&client, 1, to: cities, finding: documents)
    client.receive(
      WatchSnapshot(version: 10, targets: [target: TargetChange(removed: [documents[1].key])]))
    // It is in limbo: shown, and looked up.
    #expect(isKnown(client, "LA"))
    var lookup: TargetID?
    for case .listen(let asked, _, _) in client.takeEffects() { lookup = asked }
    let gone = CachedDocument(key: documents[1].key, version: 10, contents: .missing)
    client.receive(
      WatchSnapshot(
        version: 11, documents: [gone], targets: [try #require(lookup): TargetChange()]))
    #expect(!isKnown(client, "LA"))
    #expect(isKnown(client, "SF"))
  }

  @Test("keeps nothing that the server says of a document of no query")
  func stranger() {
    var store = LocalStore(collection: .eager)
    let changed = store.apply(
      WatchSnapshot(version: 1, documents: [document("SF", 1, version: 1)]))
    // Views are told what it was before the end of the step.
    #expect(changed.map(\.exists) == [true])
    #expect(store.document(city).contents == .unread)
  }

  @Test("fills no limit with what it has dropped, however much that is", arguments: [3, 40])
  func limit(_ count: Int) throws {
    var client = engine()
    let documents = (0..<count).map { number in
      document(Name("d\(number + 10)"), Int64(number), version: 1)
    }
    _ = try listen(&client, 1, to: cities, finding: documents)
    let first = try cities.ordered(by: FieldPath(["n"]), descending: false).limited(to: 1, .first)
    let target = try listen(&client, 2, to: first, finding: [documents[0]])
    client.stopListening(1)
    let gone = CachedDocument(key: documents[0].key, version: 12, contents: .missing)
    client.receive(
      WatchSnapshot(
        version: 12, documents: [gone],
        targets: [target: TargetChange(removed: [documents[0].key])]))
    var shown: [Int] = []
    for case .deliver(2, let snapshot) in client.takeEffects() {
      shown.append(snapshot.documents.count)
    }
    #expect(shown == [0])
  }

  @Test("is empty after a start of the client")
  func restart() throws {
    var client = engine()
    _ = try listen(&client, 1, to: cities, finding: [document("SF", 1, version: 1)])
    #expect(!isKnown(ClientEngine(store: client.store), "SF"))
  }
}
