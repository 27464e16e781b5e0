import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("First snapshot")
struct FirstSnapshotTests {
  @Test("is never delivered inside add, and comes from the server")
  func fromServer() throws {
    try World.run { world in
      try world.put("cities/SF", ("n", 1))
      let there = world.listen("cities/SF")
      let missing = world.listen("cities/LA")
      let empty = world.listen(world.firestore.collection("towns"))
      #expect(there.news.isEmpty)
      world.settle()
      #expect(there.news == ["doc({n: 1})"])
      #expect(missing.news == ["doc(null)"])
      #expect(empty.news == ["query([], [])"])
    }
  }

  @Test("waits for the server while the cache is empty and the network is up")
  func waits() throws {
    try World.run(latency: FirestoreLatency(listen: .seconds(3))) { world in
      let listener = world.listen("cities/SF")
      world.pass(.milliseconds(2_999))
      #expect(listener.news.isEmpty)
      world.pass(.milliseconds(1))
      #expect(listener.news == ["doc(null)"])
    }
  }

  @Test("comes from the cache at once where it holds documents")
  func fromCache() throws {
    try World.run { world in
      try world.put("cities/SF", ("n", 1))
      world.listen("cities/SF").remove()
      let first = world.listen("cities/SF")
      world.settle()
      first.remove()
      world.settle()
      world.emulator.latency = FirestoreLatency(listen: .seconds(1))
      let plain = world.listen("cities/SF")
      let detailed = world.listen("cities/SF", metadata: true)
      world.settle()
      #expect(plain.news == ["doc({n: 1}, cached: true)"])
      #expect(detailed.news == ["doc({n: 1}, cached: true)"])
      world.pass(.seconds(1))
      #expect(plain.news.isEmpty)
      #expect(detailed.news == ["doc({n: 1})"])
    }
  }

  @Test("comes from an empty cache at once where the query has been in sync before")
  func syncedBefore() throws {
    try World.run { world in
      let query = world.firestore.collection("cities")
      let first = world.listen(query)
      world.settle()
      first.remove()
      world.settle()
      world.emulator.latency = FirestoreLatency(listen: .seconds(1))
      let again = world.listen(query)
      world.settle()
      #expect(again.news == ["query([], [], cached: true)"])
    }
  }

  @Test("comes from the cache alone where that is the source, and the server is not asked")
  func cacheSource() throws {
    try World.run { world in
      try world.put("cities/SF", ("n", 1))
      let listener = world.listen("cities/SF", source: .cache)
      world.pass(.seconds(20))
      #expect(listener.news == ["doc(null, cached: true)"])
    }
  }

  @Test("comes at once where the network is disabled")
  func disabled() throws {
    try World.run { world in
      world.firestore.disableNetwork()
      let listener = world.listen("cities/SF")
      world.settle()
      #expect(listener.news == ["doc(null, cached: true)"])
    }
  }

  @Test("comes when one attempt to connect has failed")
  func unreachable() throws {
    try World.run(latency: FirestoreLatency(connect: .seconds(2))) { world in
      world.emulator.setNetwork(.unreachable, of: world.firestore)
      let listener = world.listen("cities/SF")
      world.pass(.milliseconds(1_999))
      #expect(listener.news.isEmpty)
      world.pass(.milliseconds(1))
      #expect(listener.news == ["doc(null, cached: true)"])
    }
  }

  @Test("comes after exactly ten seconds without an answer")
  func silent() throws {
    try World.run { world in
      world.emulator.setNetwork(.silent, of: world.firestore)
      let listener = world.listen("cities/SF")
      world.pass(.milliseconds(9_999))
      #expect(listener.news.isEmpty)
      world.pass(.milliseconds(1))
      #expect(listener.news == ["doc(null, cached: true)"])
    }
  }

  @Test("is the view's for a listener that is added inside a callback")
  func insideCallback() throws {
    try World.run { world in
      try world.put("cities/SF", ("n", 1))
      let outer = world.listen("cities/SF")
      var inner: Recorder?
      outer.onNews = { if inner == nil { inner = world.listen("cities/SF") } }
      world.settle()
      #expect(inner?.news == ["doc({n: 1})"])
    }
  }
}
