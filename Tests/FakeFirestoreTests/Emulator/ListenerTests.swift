import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Snapshot listener")
struct ListenerTests {
  @Test("fires in the order of the adds within one query")
  func order() throws {
    try World.run { world in
      var order: [Int] = []
      for number in 1...4 {
        let listener = world.listen("cities/SF")
        listener.onNews = { order.append(number) }
      }
      world.settle()
      try world.put("cities/SF", ("n", 1))
      world.settle()
      #expect(order == [1, 2, 3, 4, 1, 2, 3, 4])
    }
  }

  @Test("is not told what was queued when it was removed")
  func muted() throws {
    try World.run { world in
      let first = world.listen("cities/SF")
      let second = world.listen("cities/SF")
      first.onNews = { second.remove() }
      world.settle()
      #expect(first.news == ["doc(null)"])
      #expect(second.news.isEmpty)
      #expect(world.firestore.listenerCount == 1)
    }
  }

  @Test("may remove itself inside a callback, and again later")
  func removedInside() throws {
    try World.run { world in
      let listener = world.listen("cities/SF")
      listener.onNews = { listener.remove() }
      world.settle()
      try world.put("cities/SF", ("n", 1))
      world.settle()
      #expect(listener.news == ["doc(null)"])
      listener.remove()
      #expect(world.firestore.listenerCount == 0)
    }
  }

  @Test("of a denied document gets one error and nothing after it, however often it listens")
  func deniedBefore() throws {
    try World.run { world in
      try world.emulator.deny("cities")
      let listener = world.listen("cities/SF")
      world.settle()
      #expect(listener.news == ["error permission-denied"])
      try world.emulator.allow("cities")
      try world.put("cities/SF", ("n", 1))
      world.settle()
      #expect(listener.news.isEmpty)
      listener.remove()
      let later = world.listen("cities/SF")
      world.settle()
      #expect(later.news == ["doc({n: 1})"])
    }
  }

  @Test("of every kind gets the error when a rule revokes its listen", arguments: 1...16)
  func revoked(_ number: Int) throws {
    let code = try #require(FirestoreErrorCode.Code(rawValue: number))
    try World.run { world in
      let document = world.listen("cities/SF")
      let query = world.listen(world.firestore.collection("cities"))
      let group = world.listen(world.firestore.collectionGroup("cities"))
      let elsewhere = world.listen("towns/X")
      world.settle()
      _ = (document.news, query.news, group.news, elsewhere.news)
      try world.emulator.deny("cities/SF", code: code)
      try world.put("cities/SF", ("n", 1))
      world.settle()
      #expect(document.news == ["error \(code.scenarioName)"])
      #expect(query.news == ["error \(code.scenarioName)"])
      #expect(group.news == ["error \(code.scenarioName)"])
      #expect(elsewhere.news.isEmpty)
    }
  }

  @Test("of a query that the server refuses gets invalid-argument")
  func refusedQuery() throws {
    try World.run { world in
      let cities = world.firestore.collection("cities")
      let listener = world.listen(cities.whereField("n", in: Array(0...30)))
      world.settle()
      #expect(listener.news == ["error invalid-argument"])
    }
  }

  @Test("is recorded with its options")
  func options() throws {
    try World.run { world in
      _ = world.listen("cities/SF")
      _ = world.listen("cities/SF", metadata: true, source: .cache)
      let options = world.log.entries.compactMap { entry in
        if case .addCalled(_, by: _, let options) = entry.event { options.description } else { nil }
      }
      #expect(
        options == [
          "{includeMetadataChanges: false, source: default}",
          "{includeMetadataChanges: true, source: cache}",
        ])
    }
  }

  @Test("leaves nothing alive behind it")
  func memory() throws {
    try World.run { world in
      weak var weakFirestore: Firestore?
      do {
        let firestore = world.emulator.makeFirestore(spy: Spy(log: world.log), name: "other")
        weakFirestore = firestore
        let registration = firestore.document("a/b").addSnapshotListener { _, _ in }
        world.settle()
        registration.remove()
        world.pass(.seconds(11))
      }
      #expect(weakFirestore == nil)
    }
  }

  @Test("names its events after its client")
  func names() throws {
    try World.run { world in
      var names: [String] = []
      world.simulation.observe { names.append($0.event.label) }
      _ = world.listen("cities/SF")
      world.settle()
      #expect(names.contains("firestore.deliver"))
    }
  }
}

@Suite("Single read")
struct FetchTests {
  @Test("asks the server, else the cache, else says that it is offline")
  func document() throws {
    try World.run { world in
      try world.put("cities/SF", ("n", 1))
      let city = world.firestore.document("cities/SF")
      #expect(read(city, .cache, world) == "error unavailable")
      #expect(read(city, .default, world) == "doc({n: 1})")
      #expect(read(city, .cache, world) == "doc({n: 1}, cached: true)")
      try world.put("cities/SF", ("n", 2))
      #expect(read(city, .server, world) == "doc({n: 2})")
      world.firestore.disableNetwork()
      #expect(read(city, .server, world) == "error unavailable")
      #expect(read(city, .default, world) == "doc({n: 2}, cached: true)")
      let unknown = world.firestore.document("cities/LA")
      #expect(read(unknown, .default, world) == "error unavailable")
    }
  }

  @Test("of a query finds what its source has, and leaves no listener")
  func query() throws {
    try World.run { world in
      try world.put("cities/SF", ("n", 1))
      let recorder = Recorder(world.simulation)
      let cities = world.firestore.collection("cities")
      for source in [FirestoreSource.cache, .default, .cache] {
        cities.getDocuments(source: source) { recorder.note($0?.projected, $1) }
        world.settle()
      }
      let found = #"query([doc("SF", {n: 1})], [added("SF", 0)]"#
      #expect(
        recorder.news == ["query([], [], cached: true)", found + ")", found + ", cached: true)"])
      #expect(world.firestore.listenerCount == 0)
    }
  }

  private func read(
    _ document: DocumentReference, _ source: FirestoreSource, _ world: World
  ) -> String {
    let recorder = Recorder(world.simulation)
    document.getDocument(source: source) { recorder.note($0?.projected, $1) }
    world.settle()
    return recorder.news.joined(separator: ", ")
  }
}

@Suite("Memory of a snapshot listener")
struct ListenerMemoryTests {
  @Test("holds its closure until it is removed, and no snapshot that the listener does not keep")
  func removed() throws {
    try World.run { world in
      var kept: DocumentSnapshot?
      let registration = world.firestore.document("a/b").addSnapshotListener { snapshot, _ in
        kept = snapshot
      }
      world.settle()
      #expect(world.log.livingSentinels == [.owner, .fixture, .handle(1), .element(1)])
      #expect(kept?.exists == false)
      kept = nil
      registration.remove()
      world.settle()
      #expect(world.log.livingSentinels == [.owner, .handle(1)])
    }
  }

  @Test("ends with an error, whoever keeps the handle")
  func failed() throws {
    try World.run { world in
      try world.emulator.deny("a")
      let listener = world.listen("a/b")
      world.settle()
      #expect(world.log.livingSentinels == [.owner, .handle(1)])
      #expect(listener.news == ["error permission-denied"])
    }
  }

  @Test("is flat over a thousand listeners that came and went")
  func churn() throws {
    try World.run { world in
      for _ in 0..<1_000 {
        let listener = world.listen("a/b")
        world.settle()
        listener.remove()
      }
      world.pass(.seconds(20))
      #expect(world.log.livingSentinels == [.owner])
    }
  }
}
