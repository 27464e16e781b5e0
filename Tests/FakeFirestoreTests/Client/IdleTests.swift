import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Idle connection")
struct IdleTests {
  @Test("is given up after a minute without listeners, and nothing is known of it then")
  func minute() throws {
    var client = ClientEngine()
    client.listen(1, to: QueryShape(path: city.path), options: GateOptions())
    client.streamOpened()
    client.hear()
    #expect(client.onlineState == .online)
    client.stopListening(1)
    #expect(client.takeEffects().contains { if case .startIdleTimer = $0 { true } else { false } })
    #expect(client.onlineState == .online)
    client.idleTimerFired()
    #expect(client.onlineState == .unknown)
    #expect(client.takeEffects().contains { if case .disconnect = $0 { true } else { false } })
  }

  @Test("is kept where somebody listens within the minute")
  func inTime() throws {
    try World.run(latency: FirestoreLatency(connect: .seconds(1))) { world in
      let first = world.listen("cities/SF")
      world.pass(.seconds(1))
      #expect(first.news == ["doc(null)"])
      first.remove()
      world.pass(.seconds(59))
      let second = world.listen("cities/LA")
      world.settle()
      #expect(second.news == ["doc(null)"])
      world.pass(.seconds(120))
      let third = world.listen("cities/NY")
      world.settle()
      #expect(third.news == ["doc(null)"])
    }
  }

  @Test("that is given up is made anew for the next listener, which waits for it")
  func tooLate() throws {
    try World.run(latency: FirestoreLatency(connect: .seconds(1))) { world in
      let first = world.listen("cities/SF")
      world.pass(.seconds(1))
      first.remove()
      world.pass(.seconds(61))
      let second = world.listen("cities/LA")
      world.settle()
      #expect(second.news.isEmpty)
      world.pass(.seconds(1))
      #expect(second.news == ["doc(null)"])
    }
  }

  @Test("that breaks before the server said anything makes nobody offline, either")
  func unheard() {
    var client = ClientEngine()
    client.listen(1, to: QueryShape(path: city.path), options: GateOptions())
    client.streamOpened()
    client.stopListening(1)
    client.streamFailed(retries: false)
    #expect(client.onlineState == .unknown)
    let stops = client.takeEffects().filter { if case .stopIdleTimer = $0 { true } else { false } }
    #expect(stops.count == 1)
  }

  @Test("that breaks makes nobody offline: the next listener waits for the server")
  func broken() throws {
    try World.run(latency: FirestoreLatency(connect: .seconds(1))) { world in
      let first = world.listen("cities/SF")
      world.pass(.seconds(1))
      first.remove()
      world.settle()
      world.emulator.setNetwork(.unreachable, of: world.firestore)
      world.settle()
      world.emulator.setNetwork(.reachable, of: world.firestore)
      world.settle()
      let second = world.listen("cities/LA")
      world.settle()
      #expect(second.news.isEmpty)
      world.pass(.seconds(1))
      #expect(second.news == ["doc(null)"])
    }
  }
}
