import FakeFirestore
import SluiceSpies
import Testing

@Suite("Documents in limbo")
struct LimboTests {
  private var client = ClientEngine(concurrentLookups: 1)
  private let cities = QueryShape(path: city.collection)
  private var target: TargetID = 0

  /// Begins with three cities in sync, of which the server then counts none any more.
  init() throws {
    client.listen(1, to: cities, options: GateOptions())
    client.streamOpened()
    target = try #require(listens(of: client.takeEffects()).first?.target)
    let documents = ["a", "b", "c"].map { id in
      CachedDocument(
        key: DocumentKey(collection: city.collection, id: Name(id)), version: 1,
        contents: .found(["n": .integer(1)]))
    }
    let keys = Set(documents.map(\.key))
    client.receive(
      WatchSnapshot(
        version: 1, documents: documents, targets: [target: TargetChange(added: keys)]))
    _ = client.takeEffects()
    client.receive(WatchSnapshot(version: 2, targets: [target: TargetChange(removed: keys)]))
  }

  private func listens(
    of effects: [ClientEffect]
  ) -> [(target: TargetID, document: String?)] {
    effects.compactMap { effect in
      guard case .listen(let target, let shape, _) = effect else { return nil }
      return (target, shape.document?.id.text)
    }
  }

  @Test("are looked up so many at a time, the next when one is done, however it ends")
  mutating func throttling() throws {
    let first = listens(of: client.takeEffects())
    #expect(first.map(\.document) == ["a"])
    let gone = CachedDocument(
      key: DocumentKey(collection: city.collection, id: "a"), version: 3, contents: .missing)
    client.receive(
      WatchSnapshot(version: 3, documents: [gone], targets: [first[0].target: TargetChange()]))
    let second = listens(of: client.takeEffects())
    #expect(second.map(\.document) == ["b"])
    client.refuse(second[0].target, FirestoreErrorCode(.permissionDenied))
    #expect(listens(of: client.takeEffects()).map(\.document) == ["c"])
  }

  @Test("are looked up again on the next connection, also where the client was offline meanwhile")
  mutating func offline() throws {
    _ = client.takeEffects()
    client.streamFailed(retries: true)
    client.streamFailed(retries: true)
    #expect(client.onlineState == .offline)
    _ = client.write([.delete(city)], at: second(1))
    client.streamOpened()
    #expect(listens(of: client.takeEffects()).map(\.document) == [nil, "a"])
  }

  @Test("are not looked up again while nothing tells more of them after a refusal")
  mutating func refusal() throws {
    client.streamFailed(retries: true)
    client.streamFailed(retries: true)
    client.streamOpened()
    // The view is not current now, so it can't tell that the documents have left limbo.
    var asked: [String?] = []
    while let lookup = listens(of: client.takeEffects()).last, lookup.document != nil {
      asked.append(lookup.document)
      guard asked.count < 10 else { break }
      client.refuse(lookup.target, FirestoreErrorCode(.permissionDenied))
    }
    #expect(asked == ["a", "b", "c"])
  }

  @Test("are left alone once the server counts them again")
  mutating func back() throws {
    let first = try #require(listens(of: client.takeEffects()).first)
    let key = DocumentKey(collection: city.collection, id: "a")
    client.receive(WatchSnapshot(version: 3, targets: [target: TargetChange(added: [key])]))
    let effects = client.takeEffects()
    var left: [TargetID] = []
    for case .unlisten(let target) in effects { left.append(target) }
    #expect(left == [first.target])
    #expect(listens(of: effects).map(\.document) == ["b"])
  }

  @Test("are let go with the last listener")
  mutating func end() throws {
    let lookup = try #require(listens(of: client.takeEffects()).first)
    client.stopListening(1)
    var left: [TargetID] = []
    for case .unlisten(let target) in client.takeEffects() { left.append(target) }
    #expect(left.sorted() == [target, lookup.target].sorted())
  }
}
