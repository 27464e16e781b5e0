import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Local write")
struct WriteTests {
  let slow = FirestoreLatency(write: .seconds(1), watch: .seconds(1))

  @Test("shows at once as pending; its acknowledgement shows nothing, the server's snapshot does")
  func latencyCompensation() throws {
    try World.run(latency: slow) { world in
      let plain = world.listen("cities/SF")
      let detailed = world.listen("cities/SF", metadata: true)
      world.settle()
      _ = (plain.news, detailed.news)
      let answer = Answer()
      world.firestore.document("cities/SF").setData(["n": 1]) { answer($0) }
      world.settle()
      #expect(plain.news == ["doc({n: 1}, pending: true)"])
      #expect(detailed.news == ["doc({n: 1}, pending: true)"])
      world.pass(.seconds(1))
      #expect(answer.line == "ok")
      #expect(detailed.news.isEmpty)
      world.pass(.seconds(1))
      #expect(detailed.news == ["doc({n: 1})"])
      #expect(plain.news.isEmpty)
    }
  }

  @Test("with a server timestamp shows twice: pending, then decided")
  func serverTimestamp() throws {
    try World.run(latency: slow) { world in
      let listener = world.listen("cities/SF")
      world.settle()
      _ = listener.news
      world.firestore.document("cities/SF").setData(["at": FieldValue.serverTimestamp()])
      world.settle()
      #expect(listener.news == ["doc({at: serverTimestamp()}, pending: true)"])
      world.pass(.seconds(60))
      #expect(listener.news == [#"doc({at: timestamp("2026-01-01T00:00:01Z")})"#])
    }
  }

  @Test("that is refused shows the state without it again, and says why")
  func rejected() throws {
    try World.run(latency: slow) { world in
      try world.put("cities/SF", ("n", 1))
      try world.emulator.deny("cities/SF", [.write])
      let listener = world.listen("cities/SF")
      world.settle()
      _ = listener.news
      let answer = Answer()
      world.firestore.document("cities/SF").updateData(["n": 2]) { answer($0) }
      world.settle()
      #expect(listener.news == ["doc({n: 2}, pending: true)"])
      world.pass(.seconds(1))
      #expect(answer.line == "permission-denied")
      #expect(listener.news == ["doc({n: 1})"])
    }
  }

  @Test("that deletes shows a missing document without pending")
  func delete() throws {
    try World.run(latency: slow) { world in
      try world.put("cities/SF", ("n", 1))
      let listener = world.listen("cities/SF", metadata: true)
      world.settle()
      _ = listener.news
      world.firestore.document("cities/SF").delete()
      world.settle()
      #expect(listener.news == ["doc(null)"])
      world.pass(.seconds(60))
      #expect(listener.news.isEmpty)
    }
  }

  @Test("that updates a missing document is refused as not found and shows nothing")
  func notFound() throws {
    try World.run { world in
      let listener = world.listen("cities/SF", metadata: true)
      world.settle()
      _ = listener.news
      let answer = Answer()
      world.firestore.document("cities/SF").updateData(["n": 2]) { answer($0) }
      world.settle()
      #expect(answer.line == "not-found")
      #expect(listener.news.isEmpty)
    }
  }

  @Test("adds up increments once, whatever another client does meanwhile")
  func increments() throws {
    try World.run(latency: slow) { world in
      try world.put("cities/SF", ("n", 1))
      let listener = world.listen("cities/SF")
      world.settle()
      world.firestore.document("cities/SF").updateData(["n": FieldValue.increment(Int64(10))])
      world.settle()
      try world.put("cities/SF", ("n", 100))
      world.pass(.seconds(60))
      #expect(listener.news.first == "doc({n: 1})")
      let stored = try world.emulator.fields(of: "cities/SF")
      #expect(stored == ["n": 110])
    }
  }

  @Test("in a batch is taken as a whole or not at all")
  func batch() throws {
    try World.run { world in
      let answer = Answer()
      let cities = world.firestore.collection("cities")
      let query = world.listen(cities)
      world.settle()
      _ = query.news
      world.firestore.batch().setData(["n": 1], forDocument: cities.document("a"))
        .updateData(["n": 1], forDocument: cities.document("b")).commit { answer($0) }
      world.settle()
      #expect(answer.line == "not-found")
      let stored = try world.emulator.fields(of: "cities/a")
      #expect(stored == nil)
      #expect(
        query.news == [
          #"query([doc("a", {n: 1})], [added("a", 0)], pending: true)"#,
          #"query([], [removed("a", 0)])"#,
        ])
    }
  }

  @Test("of a second client arrives after the latencies of both")
  func secondClient() throws {
    try World.run(latency: slow) { world in
      let other = world.emulator.makeFirestore(
        spy: Spy(log: world.log), name: "firestore.other")
      let listener = world.listen("cities/SF")
      world.settle()
      other.document("cities/SF").setData(["n": 1])
      world.pass(.milliseconds(1_999))
      #expect(listener.news == ["doc(null)"])
      world.pass(.milliseconds(1))
      #expect(listener.news == ["doc({n: 1})"])
    }
  }
}
