import FakeRemoteConfig
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Error of a config update listener")
struct ErrorTests {
  @Test("does not end it: updates follow", arguments: ["message-invalid", "not-fetched"])
  func goesOn(_ name: String) throws {
    try ConfigWorld.run { world in
      let listener = world.listen()
      world.settle()
      if name == "message-invalid" {
        world.emulator.sendInvalidMessage()
        world.settle()
      } else {
        world.emulator.setStale(true)
        world.publish(("size", "1"))
        world.emulator.setStale(false)
      }
      #expect(listener.news == [name])
      #expect(world.config.listenerCount == 1)
      world.publish(("color", "red"))
      let keys = name == "not-fetched" ? #"update("color", "size")"# : #"update("color")"#
      #expect(listener.news == [keys])
    }
  }

  @Test("has the code of its kind", arguments: RemoteConfigUpdateError.Code.allCases)
  func codes(_ code: RemoteConfigUpdateError.Code) throws {
    let numbers = ["stream-error": 8_001, "not-fetched": 8_002, "message-invalid": 8_003]
    let error = RemoteConfigUpdateError(code)
    #expect(error.errorCode == numbers["\(error.projected)"] ?? 8_004)
    #expect("\(error.projected)" == code.scenarioName)
    #expect(RemoteConfigUpdateError.Code(scenarioName: code.scenarioName) == code)
  }

  @Test("says that a template was announced that three fetches did not find")
  func notFetched() throws {
    let latency = RemoteConfigLatency(fetch: .seconds(1))
    try ConfigWorld.run(latency: latency) { world in
      let listener = world.listen()
      world.settle()
      world.emulator.setStale(true)
      world.publish(("color", "red"))
      world.pass(.milliseconds(2_999))
      #expect(listener.news.isEmpty)
      world.pass(.milliseconds(1))
      #expect(listener.news == ["not-fetched"])
    }
  }

  @Test("says that the network went while a template was fetched")
  func offlineFetch() throws {
    try ConfigWorld.run(latency: RemoteConfigLatency(fetch: .seconds(1))) { world in
      let listener = world.listen()
      world.settle()
      world.publish(("color", "red"))
      world.emulator.setOnline(false, of: world.config)
      world.pass(.seconds(1))
      #expect(listener.news == ["not-fetched"])
    }
  }

  @Test("says that the server announces nothing at present; who wants it anew gets it later")
  func unavailable() throws {
    try ConfigWorld.run { world in
      let listener = world.listen()
      world.settle()
      world.emulator.setAvailable(false)
      world.settle()
      #expect(listener.news == ["unavailable"])
      #expect(world.emulator.connection(of: world.config) == "refused")
      let other = world.listen()
      world.settle()
      #expect(listener.news == ["unavailable"])
      #expect(other.news == ["unavailable"])
      world.emulator.setAvailable(true)
      world.publish(("color", "red"))
      #expect(listener.news.isEmpty)
      world.emulator.setInForeground(true, of: world.config)
      world.settle()
      #expect(listener.news == [#"update("color")"#])
      #expect(other.news == [#"update("color")"#])
    }
  }
}

@Suite("Connection of a configuration")
struct ConnectionTests {
  private func phase(_ world: ConfigWorld) -> String {
    world.emulator.connection(of: world.config)
  }

  /// The pauses before the attempts of an app that never gets through, until it gives up.
  private func pauses(seed: UInt64) throws -> [Duration] {
    var pauses: [Duration] = []
    try ConfigWorld.run(seed: seed) { world in
      world.emulator.setOnline(false, of: world.config)
      let listener = world.listen()
      world.settle()
      var last = world.simulation.now
      while phase(world) == "waiting", let next = world.simulation.nextTimer, pauses.count < 20 {
        world.pass(world.simulation.now.duration(to: next))
        pauses.append(last.duration(to: world.simulation.now))
        last = world.simulation.now
      }
      #expect(listener.news == ["stream-error"])
      #expect(phase(world) == "exhausted")
    }
    return pauses
  }

  @Test("is tried again seven times, after 120 s and its doubles, each a half more or less")
  func retries() throws {
    let pauses = try pauses(seed: 7)
    #expect(pauses.count == 7)
    for (number, pause) in pauses.enumerated() {
      let base = Duration.seconds(120 << number)
      #expect(pause == base / 2 || pause == base + base / 2)
    }
  }

  @Test("pauses by the simulation's random numbers: the same for a seed, others for others")
  func seeds() throws {
    let first = try pauses(seed: 1)
    #expect(try pauses(seed: 1) == first)
    #expect(try (2...9).contains { seed in try pauses(seed: seed) != first })
  }

  @Test("pauses for about four hours at most")
  func longestPause() throws {
    try ConfigWorld.run { world in
      world.emulator.setOnline(false, of: world.config)
      let listener = world.listen()
      world.pass(.seconds(24 * 3600))
      #expect(listener.news == ["stream-error"])
      for _ in 0..<3 {
        world.emulator.setInForeground(true, of: world.config)
        world.settle()
        let start = world.simulation.now
        #expect(phase(world) == "waiting")
        let pause = world.simulation.nextTimer.map { next in start.duration(to: next) }
        #expect(pause == .seconds(2 * 3600) || pause == .seconds(6 * 3600))
        world.pass(.seconds(6 * 3600))
        #expect(listener.news == ["stream-error"])
      }
    }
  }

  @Test("begins again with seven retries and short pauses once it stood")
  func reset() throws {
    try ConfigWorld.run { world in
      let listener = world.listen()
      world.settle()
      for _ in 0..<3 {
        #expect(phase(world) == "open")
        world.emulator.setOnline(false, of: world.config)
        world.settle()
        #expect(phase(world) == "waiting")
        let pause = world.simulation.nextTimer.map { next in
          world.simulation.now.duration(to: next)
        }
        #expect(pause == .seconds(60) || pause == .seconds(180))
        world.emulator.setOnline(true, of: world.config)
        world.pass(.seconds(180))
      }
      #expect(listener.news.isEmpty)
    }
  }

  @Test("brings what was missed when it stands again")
  func missed() throws {
    try ConfigWorld.run { world in
      let listener = world.listen()
      world.settle()
      world.emulator.setOnline(false, of: world.config)
      world.publish(("color", "red"))
      world.publish(("size", "1"))
      world.emulator.setOnline(true, of: world.config)
      world.settle()
      #expect(listener.news.isEmpty)
      world.pass(.seconds(180))
      #expect(listener.news == [#"update("color", "size")"#])
    }
  }

  @Test("stands while there are listeners and the app is in the foreground")
  func wanted() throws {
    try ConfigWorld.run { world in
      #expect(phase(world) == "closed")
      let first = world.listen()
      let second = world.listen()
      world.settle()
      first.remove()
      #expect(phase(world) == "open")
      world.emulator.setInForeground(false, of: world.config)
      #expect(phase(world) == "closed")
      world.publish(("color", "red"))
      #expect(second.news.isEmpty)
      world.emulator.setInForeground(true, of: world.config)
      world.settle()
      #expect(second.news == [#"update("color")"#])
      second.remove()
      #expect(phase(world) == "closed")
      world.emulator.setInForeground(true, of: world.config)
      #expect(phase(world) == "closed")
    }
  }

  @Test("that is let go of while it is made or waits for its retry does nothing any more")
  func abandoned() throws {
    try ConfigWorld.run(latency: RemoteConfigLatency(connect: .seconds(1))) { world in
      world.listen().remove()
      world.pass(.seconds(1))
      #expect(phase(world) == "closed")
      world.emulator.setOnline(false, of: world.config)
      let listener = world.listen()
      world.pass(.seconds(1))
      #expect(phase(world) == "waiting")
      listener.remove()
      world.pass(.seconds(3600))
      #expect(phase(world) == "closed")
      #expect(listener.news.isEmpty)
    }
  }

  @Test("hears what the server says in its order, whatever the latencies")
  func messageOrder() throws {
    let latency = RemoteConfigLatency(message: .seconds(2))
    try ConfigWorld.run(latency: latency) { world in
      let listener = world.listen()
      world.settle()
      world.emulator.sendInvalidMessage()
      world.emulator.latency.message = .zero
      world.publish(("color", "red"))
      #expect(listener.news.isEmpty)
      world.pass(.seconds(2))
      #expect(listener.news == ["message-invalid", #"update("color")"#])
    }
  }
}
