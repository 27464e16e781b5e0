import FakeFirestore
import SluiceSpies
import Testing

@Suite("Cost of Firestore's cache")
struct CacheCostTests {
  /// The looks at documents that a snapshot about one of many documents costs.
  private func steps(of count: Int, _ collection: CacheCollection) throws -> Int {
    var client = ClientEngine(store: LocalStore(collection: collection))
    let shape = QueryShape(path: city.collection)
    client.listen(1, to: shape, options: GateOptions())
    client.streamOpened()
    var target: TargetID?
    for case .listen(let asked, _, _) in client.takeEffects() { target = asked }
    let asked = try #require(target)
    let documents = (0..<count).map { number in
      CachedDocument(
        key: DocumentKey(collection: city.collection, id: Name("d\(number)")), version: 1,
        contents: .found(["n": .integer(1)]))
    }
    client.receive(
      WatchSnapshot(
        version: 1, documents: documents,
        targets: [asked: TargetChange(added: Set(documents.map(\.key)))]))
    _ = client.takeEffects()
    // One document changes, one leaves and is gone, one comes.
    let changed = CachedDocument(
      key: documents[0].key, version: 2, contents: .found(["n": .integer(2)]))
    let gone = CachedDocument(key: documents[1].key, version: 2, contents: .missing)
    let new = CachedDocument(key: city, version: 2, contents: .found([:]))
    let snapshot = WatchSnapshot(
      version: 2, documents: [changed, gone, new],
      targets: [asked: TargetChange(added: [city], removed: [gone.key])])
    var told = 0
    let steps = WorkCounter.steps {
      client.receive(snapshot)
      for case .deliver in client.takeEffects() { told += 1 }
    }
    #expect(told == 1)
    return steps
  }

  @Test(
    "grows with the logarithm of the documents there are for a snapshot about three of them",
    arguments: [CacheCollection.eager, .leastRecentlyUsed()])
  func snapshot(_ collection: CacheCollection) throws {
    let costs = try [100, 1000, 10_000].map { count in try steps(of: count, collection) }
    #expect(costs[0] > 0)
    for (less, more) in zip(costs, costs.dropFirst()) {
      // Ten times as many are four halvings more for each place that is looked for.
      #expect(more - less <= 20, "\(costs)")
    }
  }

  @Test("is that of its documents where a query is let go of, however many others there are")
  func release() throws {
    let costs = [100, 1000, 10_000].map { count in
      var store = LocalStore(collection: .eager)
      let large = store.target(for: QueryShape(path: city.collection))
      let keys = (0..<count).map { number in
        DocumentKey(collection: city.collection, id: Name("d\(number)"))
      }
      _ = store.apply(
        WatchSnapshot(
          version: 1,
          documents: keys.map { CachedDocument(key: $0, version: 1, contents: .found([:])) },
          targets: [large.id: TargetChange(added: Set(keys))]))
      let small = store.target(for: QueryShape(document: city))
      let document = CachedDocument(key: city, version: 1, contents: .found([:]))
      _ = store.apply(
        WatchSnapshot(
          version: 1, documents: [document], targets: [small.id: TargetChange(added: [city])]))
      let steps = WorkCounter.steps { store.release(small.id) }
      #expect(!store.document(city).exists)
      return steps
    }
    #expect(costs[0] > 0)
    #expect(Set(costs).count == 1, "\(costs)")
  }
}
