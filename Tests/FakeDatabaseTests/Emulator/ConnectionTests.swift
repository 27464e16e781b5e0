import FakeDatabase
import SluiceSpies
import Testing

@Suite("Database connection")
struct ConnectionTests {
  @Test("that is not there keeps writes, which show at once and are sent in their order")
  func offlineWrites() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", 1)
      world.listen("L", .value, to: world.place("n"))
      _ = world.news
      world.database.goOffline()
      world.place("n").setValue(2) { _, _ in world.note("first") }
      world.place("n").setValue(ServerValue.increment(1)) { _, _ in world.note("second") }
      #expect(world.news == ["L: value 2", "L: value 3"])
      #expect(world.emulator.contents(of: "n") == .integer(1))
      world.database.goOnline()
      #expect(world.news == ["first", "second"])
      #expect(world.emulator.contents(of: "n") == .integer(3))
    }
  }

  @Test("brings what was missed as one difference")
  func missed() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", ["a": 1, "b": 2])
      world.listen("L", .childAdded, to: world.place("n"))
      world.listen("L", .childRemoved, to: world.place("n"))
      _ = world.news
      world.database.goOffline()
      world.settle()
      world.emulator.put("n", ["b": 2, "c": 3])
      world.emulator.put("n/d", 4)
      #expect(world.news == [])
      world.database.goOnline()
      #expect(
        world.news == ["L: removed a=1", "L: added c=3 after b", "L: added d=4 after c"])
    }
  }

  @Test("that ends has the server write what was left for it, once")
  func onDisconnect() throws {
    try DatabaseWorld.run { world in
      let second = world.makeSecond()
      world.emulator.put("n", ["a": 1, "b": 2, "c": 3])
      world.listen("L", .value, to: world.place("n"))
      _ = world.news
      let place = second.reference(withPath: "n")
      place.child("a").onDisconnectSetValue("gone", andPriority: 1)
      place.child("b").onDisconnectRemoveValue()
      place.onDisconnectUpdateChildValues(["c": ServerValue.increment(4), "d/e": 5])
      place.child("d").cancelDisconnectOperations { error, _ in world.note("noted") }
      #expect(world.news == ["noted"])
      second.goOffline()
      let expected = "{a: {\".priority\": 1, \".value\": \"gone\"}, c: 7}"
      #expect(world.news.last == "L: value \(expected)")
      second.goOnline()
      second.goOffline()
      #expect(world.news == [])
    }
  }

  @Test("that ends shows the client's own listeners what the server will have written")
  func ownDisconnect() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", ["a": true])
      world.listen("L", .value, to: world.place("n"))
      world.place("n/a").onDisconnectSetValue(false)
      _ = world.news
      world.database.goOffline()
      #expect(world.news == ["L: value {a: false}"])
    }
  }

  @Test("refuses to note what the rules refuse to write")
  func deniedOnDisconnect() throws {
    try DatabaseWorld.run { world in
      world.emulator.deny("n", [.write])
      world.place("n").onDisconnectSetValue(1) { error, _ in
        world.note(error.map { DatabaseWorld.text($0) } ?? "none")
      }
      #expect(world.news == ["error 1"])
    }
  }

  @Test("takes its time, by the kind of what is asked")
  func latency() throws {
    let latency = DatabaseLatency(
      connect: .seconds(1), listen: .seconds(2), write: .seconds(4), watch: .seconds(8))
    try DatabaseWorld.run(latency: latency) { world in
      world.listen("L", .value, to: world.place("n"))
      world.pass(.milliseconds(2999))
      #expect(world.news == [])
      world.pass(.milliseconds(1))
      #expect(world.news == ["L: value null"])
      world.makeSecond().reference(withPath: "n").setValue(1)
      world.pass(.milliseconds(12999))
      #expect(world.news == [])
      world.pass(.milliseconds(1))
      #expect(world.news == ["L: value 1"])
    }
  }

  @Test("is not needed for what is kept in sync")
  func keepSynced() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", 1)
      world.place("n").keepSynced(true)
      world.settle()
      world.emulator.put("n", 2)
      world.settle()
      world.database.goOffline()
      let handle = world.listen("L", .value, to: world.place("n"))
      #expect(world.news == ["L: value 2"])
      world.place("n").removeObserver(withHandle: handle)
      world.place("n").removeAllObservers()
      world.place("n").keepSynced(false)
      world.settle()
      world.listen("L", .value, to: world.place("n"))
      #expect(world.news == [])
    }
  }

  @Test("that is purged of writes reverts them, and fails them with code 3")
  func purge() throws {
    try DatabaseWorld.run { world in
      world.listen("L", .value, to: world.place("n"))
      _ = world.news
      world.database.goOffline()
      world.place("n").setValue(1) { error, _ in
        world.note(error.map { DatabaseWorld.text($0) } ?? "none")
      }
      #expect(world.news == ["L: value 1"])
      world.database.purgeOutstandingWrites()
      #expect(world.news == ["L: value null", "error 3"])
    }
  }
}
