import FakeFirestore
import Testing

@Suite("Change set")
struct ChangeSetTests {
  typealias Kind = ViewChange.Kind

  private static let document = CachedDocument(key: city, version: 1, contents: .found([:]))

  static let merges: [([Kind], Kind?)] = [
    ([.added], .added), ([.added, .modified], .added), ([.added, .metadata], .added),
    ([.added, .removed], nil), ([.modified, .modified], .modified),
    ([.modified, .metadata], .modified), ([.modified, .removed], .removed),
    ([.metadata, .metadata], .metadata), ([.metadata, .modified], .modified),
    ([.metadata, .removed], .removed), ([.removed, .added], .modified),
    ([.added, .removed, .added], .added), ([.removed, .added, .removed], .removed),
  ]

  @Test("keeps one change of each document, whatever becomes of it in one pass", arguments: merges)
  func merge(_ kinds: [Kind], _ result: Kind?) {
    var changes = ChangeSet()
    for kind in kinds {
      changes.add(ViewChange(kind, Self.document))
    }
    let set = DocumentSet(shape: QueryShape(path: city.collection))
    #expect(changes.sorted(by: set).map(\.kind) == (result.map { [$0] } ?? []))
  }
}

@Suite("View")
struct ViewTests {
  private let shape = QueryShape(path: city.collection)

  private func document(
    _ id: String, _ number: Int64, _ origin: CachedDocument.Origin = .server
  ) -> CachedDocument {
    CachedDocument(
      key: DocumentKey(collection: city.collection, id: Name(id)), version: 1,
      contents: .found(["n": .integer(number)]), origin: origin)
  }

  private func view(_ documents: [CachedDocument], limit: Int? = nil) throws -> View {
    var shape = try shape.ordered(by: FieldPath(["n"]), descending: false)
    if let limit { shape = try shape.limited(to: limit, .first) }
    let keys = Set(documents.map(\.key))
    var view = View(shape: shape, syncedKeys: keys)
    _ = view.apply(view.pass(over: documents), target: TargetChange(added: keys))
    return view
  }

  @Test("says nothing where nothing changed")
  func silence() throws {
    var view = try view([document("a", 1)])
    #expect(view.apply(view.pass(over: [document("a", 1)])) == nil)
    #expect(view.apply(view.pass(over: [])) == nil)
  }

  @Test("is in sync once the server told everything and nothing unknown is shown")
  func sync() throws {
    var view = try view([document("a", 1)])
    #expect(view.isCurrent)
    let snapshot = view.apply(view.pass(over: [document("b", 2)]))
    #expect(snapshot?.isFromCache == true)
    #expect(view.limbo.map(\.id) == ["b"])
    let confirmed = view.apply(
      view.pass(over: []), target: TargetChange(added: [document("b", 2).key]))
    #expect(confirmed?.isFromCache == false)
    #expect(confirmed?.syncStateChanged == true)
    #expect(confirmed?.changes.isEmpty == true)
  }

  @Test("counts local writes as known, and tells when they are not pending any more")
  func pending() throws {
    var view = try view([document("a", 1)])
    let written = view.apply(view.pass(over: [document("a", 2, .localWrite)]))
    #expect(written?.hasPendingWrites == true)
    #expect(written?.isFromCache == false)
    #expect(view.apply(view.pass(over: [document("a", 2, .acknowledgedWrite)])) == nil)
    let confirmed = view.apply(view.pass(over: [document("a", 2)]))
    #expect(confirmed?.changes.map(\.kind) == [.metadata])
    #expect(confirmed?.hasPendingWrites == false)
  }

  @Test("holds back what an acknowledgement decided until the server's own snapshot")
  func heldBack() throws {
    var view = try view([document("a", 1)])
    _ = view.apply(view.pass(over: [document("a", 2, .localWrite)]))
    #expect(view.apply(view.pass(over: [document("a", 3, .acknowledgedWrite)])) == nil)
    let confirmed = view.apply(view.pass(over: [document("a", 3)]))
    #expect(confirmed?.changes.map(\.kind) == [.modified])
  }

  @Test("asks for a refill when a full limit loses a document, and not when there was room")
  func refill() throws {
    let gone = CachedDocument(key: document("a", 1).key, version: 2, contents: .missing)
    let full = try view([document("a", 1), document("b", 2)], limit: 2)
    #expect(full.pass(over: [gone]).needsRefill)
    #expect(full.pass(over: [document("a", 9)]).needsRefill)
    #expect(!full.pass(over: [document("b", 0)]).needsRefill)
    let roomy = try view([document("a", 1)], limit: 2)
    #expect(!roomy.pass(over: [gone]).needsRefill)
  }

  @Test("turns a document that left and came back with the refill into a modified one")
  func leftAndBack() throws {
    var view = try view([document("a", 1), document("b", 2)], limit: 2)
    let first = view.pass(over: [document("a", 3)])
    #expect(first.needsRefill)
    let second = view.pass(over: [document("a", 3), document("b", 2)], after: first)
    let snapshot = view.apply(second)
    #expect(snapshot?.changes.map(\.kind) == [.modified])
    #expect(snapshot?.documents.documents.map(\.key.id) == ["b", "a"])
  }
}

@Suite("Listener gate")
struct ListenerGateTests {
  private func news(
    _ numbers: [Int64], fromCache: Bool, cachedResults: Bool = false
  ) -> ViewSnapshot? {
    let shape = QueryShape(path: city.collection)
    let documents = numbers.map { number in
      CachedDocument(
        key: DocumentKey(collection: city.collection, id: Name("\(number)")), version: 1,
        contents: .found([:]))
    }
    let keys = Set(documents.map(\.key))
    var view = View(shape: shape, syncedKeys: keys)
    let target = TargetChange(isCurrent: !fromCache, hasResumePoint: cachedResults)
    return view.apply(view.pass(over: documents), target: target)
  }

  /// Options, connection, documents, whether from the cache, synced before, and whether the first
  /// snapshot passes.
  static let firsts: [(GateOptions, OnlineState, [Int64], Bool, Bool, Bool)] = [
    (GateOptions(), .unknown, [], false, false, true),
    (GateOptions(), .unknown, [], true, false, false),
    (GateOptions(), .online, [], true, false, false),
    (GateOptions(), .offline, [], true, false, true),
    (GateOptions(), .unknown, [1], true, false, true),
    (GateOptions(), .unknown, [], true, true, true),
    (GateOptions(isCacheOnly: true), .unknown, [], true, false, true),
    (GateOptions(waitsForServer: true), .unknown, [1], true, false, false),
    (GateOptions(waitsForServer: true), .offline, [1], true, false, true),
    (GateOptions(waitsForServer: true), .unknown, [1], false, false, true),
  ]

  @Test("lets the first snapshot pass by the product's rule", arguments: firsts)
  func first(
    _ options: GateOptions, _ state: OnlineState, _ numbers: [Int64], _ fromCache: Bool,
    _ cachedResults: Bool, _ passes: Bool
  ) throws {
    var gate = ListenerGate(options: options, onlineState: state)
    let snapshot = try #require(
      news(numbers, fromCache: fromCache, cachedResults: cachedResults))
    let told = gate.pass(snapshot)
    #expect((told != nil) == passes)
    let kinds = told.map { told in told.changes.map { $0.kind } }
    #expect(kinds == (passes ? numbers.map { _ in ViewChange.Kind.added } : nil))
  }

  @Test("lets a waiting first snapshot pass when the client learns that it is offline")
  func offline() throws {
    var gate = ListenerGate(options: GateOptions(), onlineState: .unknown)
    #expect(gate.pass(try #require(news([], fromCache: true))) == nil)
    #expect(gate.pass(.online) == nil)
    #expect(gate.pass(.offline) != nil)
    #expect(gate.pass(.offline) == nil)
  }
}
