import FakeDatabase
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Awaited calls of the Realtime Database")
struct AwaitingTests {
  @Test("return when the server took a write, and not before, even if that is an hour offline")
  func writes() throws {
    try DatabaseWorld.run(latency: DatabaseLatency(write: .seconds(1))) { world in
      world.database.goOffline()
      world.settle()
      let place = world.place("n")
      world.await("writes") {
        let same = try await place.setValue(1)
        world.note("set \(same.path)")
        try await place.setValue(["a": 2], andPriority: 3)
        world.note("set with a priority")
        try await place.updateChildValues(["b": 4])
        try await place.child("b").setPriority("p")
        world.note("updated")
        try await place.removeValue()
        world.note("removed")
      }
      world.pass(.seconds(3_600))
      #expect(world.news == [])
      world.database.goOnline()
      world.pass(.milliseconds(999))
      #expect(world.news == [])
      world.pass(.milliseconds(1))
      #expect(world.news == ["set /n"])
      #expect(world.emulator.contents(of: "n") == .integer(1))
      world.pass(.seconds(1))
      #expect(world.news == ["set with a priority"])
      world.pass(.seconds(2))
      #expect(world.news == ["updated"])
      world.pass(.seconds(1))
      #expect(world.news == ["removed"])
      #expect(world.emulator.contents(of: "") == .null)
    }
  }

  @Test("throw where the server refused a write, and where the client gave it up")
  func refusedWrites() throws {
    try DatabaseWorld.run { world in
      world.emulator.deny("n", [.write])
      let place = world.place("n")
      world.await("set") { try await place.setValue(1) }
      world.await("disconnect") { try await place.onDisconnectRemoveValue() }
      #expect(world.news == ["set: error 1", "disconnect: error 1"])
      world.database.goOffline()
      world.await("given up") { try await world.place("m").setValue(1) }
      world.settle()
      world.database.purgeOutstandingWrites()
      #expect(world.news == ["given up: error 3"])
    }
  }

  @Test("run transactions, and tell whether they wrote")
  func transactions() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", 1)
      let place = world.place("n")
      world.await("transactions") {
        let (isCommitted, snapshot) = try await place.runTransactionBlock { data in
          data.value = 7
          return .success(withValue: data)
        }
        world.note("\(isCommitted) \(snapshot.projected)")
        let (isSecond, same) = try await place.runTransactionBlock { _ in .abort() }
        world.note("\(isSecond) \(same.ref.path)")
      }
      #expect(world.news == ["true 7", "false /n"])
    }
  }

  @Test("have the server note what to do at the end of the connection")
  func disconnect() throws {
    try DatabaseWorld.run { world in
      let place = world.place("n")
      world.await("notes") {
        try await place.child("a").onDisconnectSetValue(1)
        try await place.child("b").onDisconnectSetValue(2, andPriority: 3)
        try await place.onDisconnectUpdateChildValues(["c": 4, "d": 5])
        try await place.child("d").cancelDisconnectOperations()
        world.note("noted")
      }
      #expect(world.news == ["noted"])
      world.database.goOffline()
      world.settle()
      #expect(
        "\(world.emulator.contents(of: "n"))"
          == "{a: 1, b: {\".priority\": 3, \".value\": 2}, c: 4}")
    }
  }
}

@Suite("Single read of the Realtime Database")
struct SingleReadTests {
  @Test("finds what is at the server, in the order of the query")
  func server() throws {
    try DatabaseWorld.run(latency: DatabaseLatency(listen: .seconds(1))) { world in
      world.emulator.put("n", ["a": 2, "b": 1, "c": 3])
      let query = world.place("n").queryOrderedByValue().queryLimited(toFirst: 2)
      world.await("read") {
        let snapshot = try await query.getData()
        world.note(snapshot.children.compactMap { ($0 as? DataSnapshot)?.key }.joined())
      }
      world.pass(.milliseconds(999))
      #expect(world.news == [])
      world.pass(.milliseconds(1))
      #expect(world.news == ["ba"])
      world.place("missing").getData { error, snapshot in
        world.note("\(error == nil) \(snapshot?.exists() ?? true)")
      }
      world.pass(.seconds(1))
      #expect(world.news == ["true false"])
    }
  }

  @Test("is answered at once where listeners or writes keep the data known, even offline")
  func known() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", ["a": 1])
      world.listen("L", .value, to: world.place("n"))
      _ = world.news
      world.database.goOffline()
      world.place("n/b").setValue(2)
      world.place("m").setValue(3)
      _ = world.news
      world.await("read") {
        world.note("\(try await world.place("n").getData().projected)")
        world.note("\(try await world.place("m").getData().projected)")
      }
      #expect(world.news == ["{a: 1, b: 2}", "3"])
    }
  }

  @Test("is answered behind what the server told before")
  func order() throws {
    try DatabaseWorld.run(latency: DatabaseLatency(listen: .seconds(1), watch: .seconds(9))) {
      world in
      world.emulator.put("n", ["a": 1, "b": 2])
      world.listen("L", .value, to: world.place("n/a"))
      world.pass(.seconds(1))
      _ = world.news
      world.emulator.put("n/a", 7)
      world.await("read") { world.note("\(try await world.place("n").getData().projected)") }
      world.pass(.milliseconds(8_999))
      #expect(world.news == [])
      world.pass(.milliseconds(1))
      #expect(world.news == ["L: value 7", "{a: 7, b: 2}"])
    }
  }

  @Test("fails three seconds offline, waits for a connection until then, and where it is refused")
  func offline() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", 1)
      world.database.goOffline()
      world.settle()
      world.await("read") { try await world.place("n").getData() }
      world.pass(.milliseconds(2_999))
      #expect(world.news == [])
      world.pass(.milliseconds(1))
      #expect(
        world.news == ["read: the latest value of /n could not be read: Client is offline."])
      world.await("read") { world.note("\(try await world.place("n").getData().projected)") }
      world.pass(.seconds(2))
      world.database.goOnline()
      #expect(world.news == ["1"])
      world.emulator.deny("n")
      world.await("read") { try await world.place("n").getData() }
      #expect(
        world.news == ["read: the latest value of /n could not be read: permission denied"])
    }
  }

  @Test("whose answer is lost with the connection gets none, as in the SDK")
  func lost() throws {
    try DatabaseWorld.run(latency: DatabaseLatency(listen: .seconds(1))) { world in
      world.place("n").getData { _, _ in world.note("answered") }
      world.pass(.milliseconds(500))
      world.database.goOffline()
      world.settle()
      world.database.goOnline()
      world.pass(.seconds(60))
      #expect(world.news == [])
    }
  }

  @Test("is an error of the core's domain with code 1")
  func error() throws {
    try DatabaseWorld.run { world in
      world.emulator.deny("n")
      world.place("n").getData { error, _ in
        let error = error as? DatabaseReadError
        world.note("\(error?.errorCode ?? 0) \(error?.path ?? "") \(error?.reason ?? "")")
      }
      #expect(world.news == ["1 /n permission denied"])
      #expect(DatabaseReadError.errorDomain == "com.firebase.core")
    }
  }
}
