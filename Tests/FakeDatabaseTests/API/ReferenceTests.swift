import FakeDatabase
import Foundation
import SluiceSpies
import Testing

@Suite("Database reference")
struct ReferenceTests {
  @Test("leads down, up and to the root")
  func paths() throws {
    try DatabaseWorld.run { world in
      let place = world.place("/a//b/")
      #expect(place.description == "/a/b")
      #expect(place.key == "b")
      #expect(place.parent?.key == "a")
      #expect(place.child("c/d").description == "/a/b/c/d")
      #expect(place.root == world.database.reference())
      #expect(world.database.reference().parent == nil)
      #expect(world.database.reference().key == nil)
      #expect(place.queryOrderedByKey().ref == place)
    }
  }

  @Test("names new children in the order of their making, each once")
  func childByAutoId() throws {
    try DatabaseWorld.run { world in
      var keys: [String] = []
      for _ in 0..<3 { keys.append(world.place("n").childByAutoId().key ?? "") }
      world.pass(.milliseconds(1))
      keys.append(world.place("n").childByAutoId().key ?? "")
      #expect(keys == keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
      #expect(Set(keys).count == 4)
      #expect(keys.allSatisfy { $0.count == 20 })
    }
  }

  @Test("names new children alike in every run")
  func pinnedKeys() throws {
    try DatabaseWorld.run { world in
      let keys = (0..<2).map { _ in world.place("n").childByAutoId().key ?? "" }
      #expect(keys == ["-OhqqeV-0bTAt-_pcLWy", "-OhqqeV-0bTAt-_pcLWz"])
    }
  }

  @Test("writes data, priorities and several places together")
  func writing() throws {
    try DatabaseWorld.run { world in
      let place = world.place("n")
      place.setValue(["a": 1, "list": [true, nil, "x"], "none": NSNull()] as [String: Any?])
      place.child("a").setPriority(2)
      place.updateChildValues(["b/c": 1.5, "list/0": NSNull()])
      place.child("d").setValue("text", andPriority: "p")
      place.child("e").setValue(1)
      place.child("e").removeValue { error, place in world.note("\(place) \(error == nil)") }
      #expect(world.news == ["/n/e true"])
      #expect(
        "\(world.emulator.contents(of: "n"))" == """
          {a: {".priority": 2, ".value": 1}, b: {c: 1.5}, d: {".priority": "p", ".value": "text"}, \
          list: {"2": "x"}}
          """)
    }
  }

  @Test("writes what the server decides: its time, and what is there plus a number")
  func serverValues() throws {
    try DatabaseWorld.run(latency: DatabaseLatency(write: .seconds(1))) { world in
      world.emulator.put("n", ["count": 1])
      world.listen("L", .value, to: world.place("n"))
      _ = world.news
      world.place("n").setValue(
        ["time": ServerValue.timestamp(), "count": ServerValue.increment(1.5)])
      #expect(world.news == ["L: value {count: 2.5, time: 1767225600000}"])
      world.pass(.seconds(1))
      #expect(world.news == ["L: value {count: 2.5, time: 1767225601000}"])
    }
  }

  @Test("listens to one event of any kind, and tells one cancel")
  func singleEvents() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", ["a": 1, "b": 2])
      let place = world.place("n")
      place.observeSingleEvent(of: .value) { world.note("value \($0.projected)") }
      place.observeSingleEvent(
        of: .childAdded,
        andPreviousSiblingKeyWith: { world.note("added \($0.key) \($1 ?? "first")") })
      place.observeSingleEvent(of: .childRemoved) { world.note("removed \($0.key)") }
      #expect(world.news == ["added a first", "value {a: 1, b: 2}"])
      world.emulator.put("n", ["c": 3])
      #expect(world.news == ["removed a"])
      world.emulator.put("n", ["d": 3])
      world.emulator.deny("n")
      world.place("n").observeSingleEvent(
        of: .value, with: { _ in world.note("told") },
        withCancel: { world.note(DatabaseWorld.text($0)) })
      #expect(world.news == ["error 1"])
      #expect(world.database.listenerCount == 0)
    }
  }

  @Test("lets go of those for one event, too, when all listeners are removed")
  func removingSingleEvents() throws {
    try DatabaseWorld.run { world in
      let place = world.place("n")
      let query = place.queryLimited(toFirst: 1)
      place.observeSingleEvent(of: .childAdded) { world.note("added \($0.key)") }
      query.observeSingleEvent(of: .childAdded) { world.note("first \($0.key)") }
      world.place("m").observeSingleEvent(of: .childAdded) { world.note("elsewhere \($0.key)") }
      query.removeAllObservers()
      #expect(world.news == [])
      world.emulator.put("n", ["a": 1])
      #expect(world.news == ["added a"])
      query.observeSingleEvent(of: .childChanged) { world.note("changed \($0.key)") }
      #expect(world.news == [])
      place.removeAllObservers()
      world.emulator.put("n", ["a": 2])
      world.emulator.put("m", ["b": 1])
      #expect(world.news == ["elsewhere b"])
    }
  }

  @Test("tells one event that was on its way when all listeners were removed")
  func singleEventsOnTheirWay() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", 1)
      let place = world.place("n")
      place.observe(.value) { _ in
        world.note("value")
        place.removeAllObservers()
      }
      place.observeSingleEvent(of: .value) { world.note("single \($0.projected)") }
      #expect(world.news == ["value", "single 1"])
      world.emulator.put("n", 2)
      #expect(world.news == [])
    }
  }
}

@Suite("Data snapshot")
struct DataSnapshotTests {
  @Test("reads as the SDK's does")
  func reading() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", ["b": ["x": 1], "a": true, "c": "t"] as [String: Any])
      world.emulator.put("n/b", 5)
      var seen: DataSnapshot?
      world.place("n").queryOrderedByValue().observe(.value) { seen = $0 }
      world.settle()
      let snapshot = try #require(seen)
      #expect(snapshot.key == "n")
      #expect(snapshot.ref == world.place("n"))
      #expect(snapshot.exists())
      #expect(snapshot.hasChildren())
      #expect(snapshot.childrenCount == 3)
      #expect(snapshot.hasChild("a"))
      #expect(!snapshot.hasChild("z"))
      #expect(snapshot.priority is NSNull)
      let children = snapshot.children.compactMap { ($0 as? DataSnapshot)?.key }
      #expect(children == ["a", "b", "c"])
      #expect(snapshot.childSnapshot(forPath: "b").value as? Int == 5)
      #expect(snapshot.childSnapshot(forPath: "z").value is NSNull)
      #expect((snapshot.value as? [String: Any])?["c"] as? String == "t")
    }
  }

  @Test("exports its data with priorities")
  func export() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", ["a": 1], priority: 3)
      var seen: DataSnapshot?
      world.place("n").observe(.value) { seen = $0 }
      world.settle()
      let snapshot = try #require(seen)
      let export = snapshot.valueInExportFormat() as? [String: Any]
      #expect(export?[".priority"] as? Int == 3)
      #expect(export?["a"] as? Int == 1)
      #expect(snapshot.priority as? Int == 3)
      #expect("\(snapshot.projected)" == "{\".priority\": 3, a: 1}")
    }
  }
}
