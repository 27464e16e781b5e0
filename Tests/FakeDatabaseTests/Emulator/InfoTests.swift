import FakeDatabase
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("What a database client knows about itself")
struct InfoTests {
  @Test("is whether it is connected, told at once and with each change")
  func connected() throws {
    try DatabaseWorld.run(latency: DatabaseLatency(connect: .seconds(1))) { world in
      world.listen("C", .value, to: world.place(".info/connected"))
      #expect(world.news == ["C: value false"])
      world.pass(.milliseconds(999))
      #expect(world.news == [])
      world.pass(.milliseconds(1))
      #expect(world.news == ["C: value true"])
      world.listen("late", .value, to: world.place(".info/connected"))
      #expect(world.news == ["late: value true"])
      world.database.goOffline()
      world.database.goOffline()
      #expect(world.news == ["C: value false", "late: value false"])
      world.database.goOnline()
      world.pass(.seconds(1))
      #expect(world.news == ["C: value true", "late: value true"])
      world.emulator.setNetwork(.unreachable, of: world.database)
      #expect(world.news == ["C: value false", "late: value false"])
    }
  }

  @Test("is by how much the server's clock is ahead, once there was a connection")
  func serverTimeOffset() throws {
    try DatabaseWorld.run { world in
      world.emulator.clockOffset = 1_500
      world.database.goOffline()
      world.listen("O", .value, to: world.place(".info/serverTimeOffset"))
      #expect(world.news == [])
      world.database.goOnline()
      #expect(world.news == ["O: value 1500"])
      world.emulator.clockOffset = -20
      #expect(world.news == [])
      world.database.goOffline()
      world.database.goOnline()
      #expect(world.news == ["O: value -20"])
      world.database.goOffline()
      world.database.goOnline()
      #expect(world.news == [])
    }
  }

  @Test("comes before what the server answers, the clock first")
  func order() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", 1)
      world.listen("N", .value, to: world.place("n"))
      world.listen("C", .value, to: world.place(".info/connected"))
      world.listen("O", .value, to: world.place(".info/serverTimeOffset"))
      #expect(world.news == ["C: value false", "O: value 0", "C: value true", "N: value 1"])
    }
  }

  @Test("can be listened to as a whole")
  func whole() throws {
    try DatabaseWorld.run { world in
      world.listen("I", .value, to: world.place(".info"))
      world.listen("A", .childAdded, to: world.place(".info").queryOrderedByKey())
      #expect(
        world.news == [
          "I: value {connected: false}", "A: added connected=false",
          "I: value {connected: false, serverTimeOffset: 0}",
          "A: added serverTimeOffset=0 after connected",
          "I: value {connected: true, serverTimeOffset: 0}",
        ])
    }
  }

  @Test("is told of the lost connection before what was left for its end")
  func onDisconnect() throws {
    try DatabaseWorld.run { world in
      world.listen("N", .value, to: world.place("n"))
      world.listen("C", .value, to: world.place(".info/connected"))
      world.place("n").onDisconnectSetValue("gone")
      _ = world.news
      world.database.goOffline()
      #expect(world.news == ["C: value false", "N: value \"gone\""])
    }
  }

  @Test("is no part of the tree, asks no rule, and ends with its listeners")
  func local() throws {
    try DatabaseWorld.run { world in
      world.emulator.deny("", code: .permissionDenied)
      let handle = world.listen("C", .value, to: world.place(".info/connected"))
      world.place(".info/connected").observeSingleEvent(of: .value) { snapshot in
        world.note("once \(snapshot.value as? Bool == false)")
      }
      #expect(world.news == ["C: value false", "once true", "C: value true"])
      world.place(".info/connected").removeObserver(withHandle: handle)
      world.database.goOffline()
      #expect(world.news == [])
      #expect(world.emulator.contents(of: "") == .null)
    }
  }

  @Test("has the client guess the server's time, and name its children by it")
  func guessedTime() throws {
    try DatabaseWorld.run(latency: DatabaseLatency(write: .seconds(1))) { world in
      world.emulator.clockOffset = 5_000
      world.listen("N", .value, to: world.place("n"))
      _ = world.news
      world.place("n").setValue(ServerValue.timestamp())
      #expect(world.news == ["N: value 1767225605000"])
      world.pass(.seconds(1))
      #expect(world.news == ["N: value 1767225606000"])
    }
  }

  @Test(
    "can't be written, kept in sync or looked up at the server",
    arguments: [".info", ".info/connected", ".info/any/place"])
  func readOnly(_ text: String) throws {
    let path = try TreePath(parsing: text)
    #expect(throws: DatabaseUsageError.clientOwnPath("/\(text)")) { try path.checkForServer() }
    #expect(
      DatabaseUsageError.clientOwnPath("/.info").description
        == "/.info is the client's own: it can be listened to, and can't be written, kept in sync "
        + "or found at the server")
  }

  @Test(
    "refuses to be listened to at a place that is unknown",
    arguments: [".info/authenticated", ".info/connected/since"])
  func unknown(_ text: String) throws {
    let path = try TreePath(parsing: text)
    #expect(throws: DatabaseUsageError.unknownInfoPath("/\(text)")) { try path.checkForListening() }
    #expect(
      DatabaseUsageError.unknownInfoPath("/.info/x").description
        == "/.info/x is unknown: a client can listen to /.info, /.info/connected and "
        + "/.info/serverTimeOffset")
  }

  @Test("stops the process with the reason where it is written", .startsIdlePrograms)
  func written() async {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.use { place in place.child(".info/connected").setValue(true) }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.use { place in place.child(".info").updateChildValues(["connected": true]) }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.use { place in place.child(".info/connected").runTransactionBlock { _ in .abort() } }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.use { place in place.child(".info/connected").onDisconnectRemoveValue() }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.use { place in place.child(".info/connected").keepSynced(true) }
      },
    ]
    for result in results {
      let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(words.contains("is the client's own"), "\(words)")
    }
  }

  @Test("stops the process with the reason where an unknown place is observed", .startsIdlePrograms)
  func observed() async {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.use { place in place.child(".info/other").observe(.value) { _ in } }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.use { place in place.child(".info/other").observeSingleEvent(of: .value) { _ in } }
      },
    ]
    for result in results {
      let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(words.contains("/.info/other is unknown"), "\(words)")
    }
  }

  private static func use(_ action: (DatabaseReference) -> Void) {
    Simulation().perform { simulation in
      let spy = Spy(log: EventLog(of: simulation))
      action(DatabaseEmulator(in: simulation).makeDatabase(spy: spy).reference())
    }
  }
}
