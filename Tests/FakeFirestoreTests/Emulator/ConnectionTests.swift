import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Connection")
struct ConnectionTests {
  @Test("going and coming back shows nothing without metadata, with it from-cache on and off")
  func offlineAndBack() throws {
    try World.run { world in
      try world.put("cities/SF", ("n", 1))
      let plain = world.listen("cities/SF")
      let detailed = world.listen("cities/SF", metadata: true)
      world.settle()
      _ = (plain.news, detailed.news)
      world.firestore.disableNetwork()
      world.settle()
      #expect(detailed.news == ["doc({n: 1}, cached: true)"])
      world.firestore.enableNetwork()
      world.settle()
      #expect(detailed.news == ["doc({n: 1})"])
      #expect(plain.news.isEmpty)
    }
  }

  @Test("breaking and coming back shows what was missed", arguments: [true, false])
  func missed(_ isDisabled: Bool) throws {
    try World.run { world in
      try world.put("cities/SF", ("n", 1))
      let listener = world.listen("cities/SF")
      world.settle()
      _ = listener.news
      if isDisabled {
        world.firestore.disableNetwork()
      } else {
        world.emulator.setNetwork(.unreachable, of: world.firestore)
      }
      world.settle()
      try world.put("cities/SF", ("n", 2))
      world.pass(.seconds(60))
      #expect(listener.news.isEmpty)
      if isDisabled {
        world.firestore.enableNetwork()
      } else {
        world.emulator.setNetwork(.reachable, of: world.firestore)
      }
      world.settle()
      #expect(listener.news == ["doc({n: 2})"])
    }
  }

  @Test("an offline start tells the cache first, the server when it can be reached")
  func offlineStart() throws {
    try World.run { world in
      try world.put("cities/SF", ("n", 1))
      world.emulator.setNetwork(.unreachable, of: world.firestore)
      let listener = world.listen("cities/SF")
      world.settle()
      #expect(listener.news == ["doc(null, cached: true)"])
      world.emulator.setNetwork(.reachable, of: world.firestore)
      world.settle()
      #expect(listener.news == ["doc({n: 1})"])
    }
  }

  @Test("silence that ends before ten seconds tells nothing from the cache")
  func shortSilence() throws {
    try World.run { world in
      world.emulator.setNetwork(.silent, of: world.firestore)
      let listener = world.listen("cities/SF", metadata: true)
      world.pass(.seconds(5))
      world.emulator.setNetwork(.reachable, of: world.firestore)
      world.pass(.seconds(60))
      #expect(listener.news == ["doc(null)"])
    }
  }

  @Test("a write made offline is taken when the network is back")
  func offlineWrite() throws {
    try World.run { world in
      let listener = world.listen("cities/SF", metadata: true)
      world.settle()
      _ = listener.news
      world.firestore.disableNetwork()
      let answer = Answer()
      world.firestore.document("cities/SF").setData(["n": 1]) { answer($0) }
      world.pass(.seconds(60))
      #expect(
        listener.news
          == ["doc(null, cached: true)", "doc({n: 1}, pending: true, cached: true)"])
      #expect(answer.line == "none")
      world.firestore.enableNetwork()
      world.settle()
      #expect(answer.line == "ok")
      let stored = try world.emulator.fields(of: "cities/SF")
      #expect(stored == ["n": 1])
      #expect(listener.news.last == "doc({n: 1})")
    }
  }

  @Test("documents that left the results meanwhile are looked up and go")
  func limbo() throws {
    try World.run { world in
      try world.put("cities/SF", ("big", 1))
      try world.put("cities/LA", ("big", 1))
      let all = world.listen(world.firestore.collection("cities"))
      world.settle()
      all.remove()
      world.settle()
      try world.put("cities/SF", ("big", 0))
      try world.emulator.delete("cities/LA")
      let query = world.firestore.collection("cities").whereField("big", isEqualTo: 1)
      let listener = world.listen(query, metadata: true)
      world.settle()
      let first = #"query([doc("LA", {big: 1}), doc("SF", {big: 1})], "#
      let news = listener.news
      #expect(news.first == first + #"[added("LA", 0), added("SF", 1)], cached: true)"#)
      #expect(news.last?.hasPrefix("query([], [") == true)
      #expect(news.last?.contains("cached") == false)
    }
  }
}
