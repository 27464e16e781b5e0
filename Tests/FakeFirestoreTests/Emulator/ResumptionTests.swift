import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Resumption")
struct ResumptionTests {
  /// Listens to four cities, and is away for a while, in which two are deleted.
  private func afterwards(
    _ seconds: Int64, _ check: (World, Recorder) throws -> Void
  ) throws {
    try World.run { world in
      for id in ["a", "b", "c", "d"] { try world.put("cities/\(id)", ("n", 1)) }
      let listener = world.listen(world.firestore.collection("cities"), metadata: true)
      world.settle()
      world.firestore.disableNetwork()
      world.settle()
      _ = listener.news
      try world.emulator.delete("cities/b")
      try world.emulator.delete("cities/d")
      world.pass(.seconds(seconds))
      world.firestore.enableNetwork()
      world.settle()
      try check(world, listener)
    }
  }

  @Test("within ten seconds names all that is gone at once")
  func soon() throws {
    try afterwards(9) { _, listener in
      #expect(
        listener.news == [
          #"query([doc("a", {n: 1}), doc("c", {n: 1})], [removed("b", 1), removed("d", 2)])"#
        ])
    }
  }

  @Test("after ten seconds counts what is left, and what is gone is looked up piece by piece")
  func late() throws {
    try afterwards(10) { world, listener in
      #expect(
        listener.news == [
          #"query([doc("a", {n: 1}), doc("c", {n: 1}), doc("d", {n: 1})], "#
            + #"[removed("b", 1)], cached: true)"#,
          #"query([doc("a", {n: 1}), doc("c", {n: 1})], [removed("d", 2)])"#,
        ])
      #expect(world.cached("cities/b") == "missing")
    }
  }

  @Test("shows a document as gone whose lookup is refused, and then knows nothing of it")
  func refused() throws {
    var client = ClientEngine()
    client.listen(
      1, to: QueryShape(path: city.collection), options: GateOptions(includesMetadataChanges: true))
    client.streamOpened()
    let target = try #require(Self.listens(of: client.takeEffects()).first)
    let document = CachedDocument(key: city, version: 1, contents: .found([:]))
    client.receive(
      WatchSnapshot(
        version: 1, documents: [document], targets: [target: TargetChange(added: [city])]))
    _ = client.takeEffects()
    let other = BloomFilter(of: ["projects/emulated/databases/(default)/documents/cities/LA"])
    let filter = ExistenceFilter(count: 0, hint: other)
    client.receive(
      WatchSnapshot(
        version: 2, targets: [target: TargetChange()], filters: [target: filter]))
    let effects = client.takeEffects()
    #expect(Self.shown(in: effects) == ["[SF] cached"])
    client.refuse(
      try #require(Self.listens(of: effects).first), FirestoreErrorCode(.permissionDenied))
    #expect(Self.shown(in: client.takeEffects()) == ["[] synced"])
    #expect(client.store.document(city).contents == .unread)
  }

  @Test("has everything asked for again where the filter does not say what is gone")
  func unspecific() throws {
    var client = ClientEngine()
    client.listen(
      1, to: QueryShape(path: city.collection), options: GateOptions(includesMetadataChanges: true))
    client.streamOpened()
    let target = try #require(Self.listens(of: client.takeEffects()).first)
    let document = CachedDocument(key: city, version: 1, contents: .found([:]))
    client.receive(
      WatchSnapshot(
        version: 1, documents: [document], targets: [target: TargetChange(added: [city])]))
    _ = client.takeEffects()
    client.receive(
      WatchSnapshot(
        version: 2, targets: [target: TargetChange()],
        filters: [target: ExistenceFilter(count: 0, hint: nil)]))
    let effects = client.takeEffects()
    #expect(Self.shown(in: effects) == ["[SF] cached"])
    #expect(Self.listens(of: effects) == [target])
    #expect(client.store.target(target)?.resumePoint == nil)
    #expect(client.store.target(target)?.syncedKeys == [])
  }

  private static func listens(of effects: [ClientEffect]) -> [TargetID] {
    effects.compactMap { effect in
      guard case .listen(let target, _, _) = effect else { return nil }
      return target
    }
  }

  private static func shown(in effects: [ClientEffect]) -> [String] {
    effects.compactMap { effect in
      guard case .deliver(_, let snapshot) = effect else { return nil }
      let ids = snapshot.documents.documents.map(\.key.id.text).joined(separator: ", ")
      return "[\(ids)] \(snapshot.isFromCache ? "cached" : "synced")"
    }
  }
}
