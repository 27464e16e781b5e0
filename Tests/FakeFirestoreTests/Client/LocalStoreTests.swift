import FakeFirestore
import SluiceSpies
import Testing

@Suite("Cache of a Firestore client")
struct LocalStoreTests {
  private func snapshot(
    _ version: Version, _ contents: CachedDocument.Contents
  ) -> WatchSnapshot {
    WatchSnapshot(
      version: version,
      documents: [CachedDocument(key: city, version: version, contents: contents)])
  }

  @Test("forgets a document that is made up as deleted at version 0, however new it is")
  func manufacturedDelete() {
    var store = LocalStore()
    #expect(store.apply(snapshot(5, .found(["n": .integer(1)]))).map(\.exists) == [true])
    let changed = store.apply(snapshot(0, .missing))
    #expect(changed == [CachedDocument(key: city)])
    #expect(store.document(city).contents == .unread)
    // What is forgotten has no version that the server's word would have to be newer than.
    _ = store.apply(snapshot(3, .found(["n": .integer(2)])))
    #expect(store.document(city).version == 3)
  }

  @Test("knows no document that was only made up as deleted, and tells no listener of it")
  func unknownManufacturedDelete() {
    var store = LocalStore()
    #expect(store.apply(snapshot(0, .missing)) == [])
    #expect(store.document(city).contents == .unread)
  }

  @Test("keeps its own writes on a document that it forgets")
  func pendingWrite() throws {
    var store = LocalStore()
    _ = store.apply(snapshot(5, .found(["n": .integer(1)])))
    _ = try store.write([.set(city, [], merge: .replace)], at: second(1))
    let changed = store.apply(snapshot(0, .missing))
    #expect(changed.map(\.contents) == [.found([:])])
    #expect(changed.map(\.origin) == [.localWrite])
  }

  @Test("passes over a deletion that is older than what it has")
  func staleDelete() {
    var store = LocalStore()
    _ = store.apply(snapshot(5, .found(["n": .integer(1)])))
    #expect(store.apply(snapshot(4, .missing)) == [])
    #expect(store.document(city).exists)
  }
}
