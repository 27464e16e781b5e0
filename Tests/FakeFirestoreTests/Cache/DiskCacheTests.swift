import FakeFirestore
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Cache on disk")
struct DiskCacheTests {
  private static func path(_ number: Int) -> ResourcePath {
    ResourcePath(segments: [Name("c\(number)")])
  }

  private static func key(_ number: Int) -> DocumentKey {
    DocumentKey(collection: path(number), id: "a")
  }

  /// A store with a document in each of so many collections, each with a query of its own that is
  /// not listened to any more, the first one for the longest time.
  private func store(_ count: Int) -> LocalStore {
    var store = LocalStore()
    for number in 0..<count {
      let record = store.target(for: QueryShape(path: Self.path(number)))
      let document = CachedDocument(
        key: Self.key(number), version: 1, contents: .found(["n": .integer(1)]))
      _ = store.apply(
        WatchSnapshot(
          version: 1, documents: [document],
          targets: [record.id: TargetChange(added: [document.key])]))
      store.release(record.id)
    }
    return store
  }

  private func kept(_ store: LocalStore, of count: Int) -> [Int] {
    (0..<count).filter { store.document(Self.key($0)).contents != .unread }
  }

  /// Has a store collected.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - percent: How many of a hundred queries are looked at; a tenth where nothing is said.
  ///   - bytes: How many bytes there have to be; any, where nothing is said.
  ///   - maximum: How many queries are looked at at most.
  /// - Returns: Whether anything was dropped.
  private func collect(
    _ store: inout LocalStore, percent: Int = 10, from bytes: Int = 0, atMost maximum: Int = 1000
  ) -> Bool {
    store.collect(
      CollectionThresholds(minimumBytes: bytes, percentile: percent, maximumCount: maximum))
  }

  @Test("drops the tenth of its queries that was used least recently, with their documents")
  func tenth() {
    var store = store(20)
    let isFirst = collect(&store)
    #expect(isFirst)
    #expect(kept(store, of: 20) == Array(2..<20))
    // Twenty queries less two are not twenty any more.
    let isSecond = collect(&store)
    #expect(isSecond)
    #expect(kept(store, of: 20) == Array(3..<20))
  }

  @Test("drops no more at a time than the thresholds say, and nothing of nine queries")
  func maximum() {
    var store = store(40)
    let isLarge = collect(&store, percent: 100, atMost: 3)
    #expect(isLarge)
    #expect(kept(store, of: 40) == Array(3..<40))
    var small = self.store(9)
    let isSmall = collect(&small)
    #expect(!isSmall)
    #expect(kept(small, of: 9) == Array(0..<9))
  }

  @Test("drops nothing while it is smaller than its size")
  func size() {
    var store = store(10)
    // Each: 3 + 2 + 16 for the name, 2 + 8 for the field, 32 besides.
    let bytes = 10 * 63
    let isTooEarly = collect(&store, percent: 100, from: bytes + 1)
    let isUsual = store.collect()
    #expect(!isTooEarly && !isUsual)
    #expect(kept(store, of: 10) == Array(0..<10))
    let isFull = collect(&store, percent: 100, from: bytes)
    #expect(isFull)
    #expect(kept(store, of: 10).isEmpty)
  }

  @Test("keeps what is listened to, and the documents with writes")
  func pins() throws {
    var store = store(4)
    _ = store.target(for: QueryShape(path: Self.path(0)))
    _ = store.write([.delete(Self.key(1))], at: second(1))
    _ = collect(&store, percent: 100)
    #expect(kept(store, of: 4) == [0, 1])
    _ = store.reject(1)
    #expect(store.document(Self.key(1)).exists)
    _ = collect(&store, percent: 100)
    #expect(kept(store, of: 4) == [0])
  }

  @Test("counts a query as used when it is let go of again")
  func use() {
    var store = store(20)
    let record = store.target(for: QueryShape(path: Self.path(0)))
    store.release(record.id)
    _ = collect(&store)
    #expect(kept(store, of: 20) == [0] + Array(3..<20))
  }

  @Test("is looked over a minute after the first step, then every five minutes")
  func schedule() {
    var schedule = CollectionSchedule()
    var count = 0
    func pass(_ seconds: Int64) -> Int {
      count = 0
      schedule.advance(to: Instant(nanoseconds: seconds * 1_000_000_000)) {
        count += 1
        return true
      }
      return count
    }
    #expect(pass(100) == 0)
    #expect(pass(159) == 0)
    #expect(pass(160) == 1)
    #expect(pass(459) == 0)
    #expect(pass(460) == 1)
    // Those at 760, 1060 and 1360 were due.
    #expect(pass(1400) == 3)
    #expect(pass(1659) == 0)
    #expect(pass(1660) == 1)
  }

  @Test("is not looked over again for nothing, and keeps to the same times")
  func idleSchedule() {
    var schedule = CollectionSchedule()
    var counts: [Int] = []
    for seconds in [0, 59, 100_000_000, 100_000_139, 100_000_140, 100_000_260] as [Int64] {
      var count = 0
      schedule.advance(to: Instant(nanoseconds: seconds * 1_000_000_000)) {
        count += 1
        return false
      }
      counts.append(count)
    }
    // From 60 on, every 300: 99_999_960, then 100_000_260.
    #expect(counts == [0, 0, 1, 0, 0, 1])
  }

  @Test("of a client is collected when that is due, and not before")
  func client() throws {
    try World.run { world in
      let settings = FirestoreSettings()
      settings.cacheSettings = PersistentCacheSettings(
        sizeBytes: NSNumber(value: 1024 * 1024))
      world.firestore.settings = settings
      let text = String(repeating: "a", count: 200_000)
      for number in 0..<10 {
        try world.emulator.put("c\(number)/a", .members([("text", .string(text))]))
        world.firestore.collection("c\(number)").getDocuments { _, _ in }
        world.settle()
      }
      #expect(world.cached("c0/a") == "found")
      world.pass(.seconds(59))
      #expect(world.cached("c0/a") == "found")
      world.pass(.seconds(1))
      #expect(world.cached("c0/a") == "unavailable")
      #expect(world.cached("c1/a") == "found")
    }
  }

  @Test("has a hundred megabytes where nothing is said, which a million bytes do not fill")
  func usualSize() throws {
    try World.run { world in
      let text = String(repeating: "a", count: 200_000)
      for number in 0..<10 {
        try world.emulator.put("c\(number)/a", .members([("text", .string(text))]))
        world.firestore.collection("c\(number)").getDocuments { _, _ in }
        world.settle()
      }
      world.pass(.seconds(3600))
      #expect(world.cached("c0/a") == "found")
    }
  }
}

extension World {
  /// What a read from the cache gives.
  func cached(_ path: String) -> String {
    var result = "nothing"
    firestore.document(path).getDocument(source: .cache) { snapshot, error in
      let code = (error as? FirestoreErrorCode)?.code
      result = snapshot.map { $0.exists ? "found" : "missing" } ?? code.map { "\($0)" } ?? "none"
    }
    settle()
    return result
  }
}
