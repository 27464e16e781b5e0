import FakeDatabase
import SluiceSpies
import Testing

@Suite("Database transaction")
struct TransactionTests {
  private static func increment(_ data: MutableData) -> TransactionResult {
    data.value = (data.value as? Int ?? 0) + 1
    return .success(withValue: data)
  }

  private static func run(
    _ world: DatabaseWorld, localEvents: Bool = true,
    _ block: @escaping (MutableData) -> TransactionResult
  ) {
    world.place("n").runTransactionBlock(
      block,
      andCompletionBlock: { error, isCommitted, snapshot in
        let value = snapshot.map { "\($0.projected)" } ?? "none"
        world.note("\(error.map { DatabaseWorld.text($0) } ?? "\(isCommitted)") \(value)")
      }, withLocalEvents: localEvents)
  }

  @Test("is run on nothing first, and again with the data that the server has")
  func unknownData() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", 5)
      Self.run(world) { data in
        world.note("saw \(data.value as? Int ?? -1)")
        return Self.increment(data)
      }
      #expect(world.news == ["saw -1", "saw 5", "true 6"])
      #expect(world.emulator.contents(of: "n") == .integer(6))
    }
  }

  @Test("that gives up writes nothing")
  func abort() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", 5)
      world.listen("L", .value, to: world.place("n"))
      _ = world.news
      Self.run(world) { _ in .abort() }
      #expect(world.news == ["false 5"])
    }
  }

  @Test("fails after 25 attempts at data that change each time")
  func retries() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", 0)
      world.listen("L", .value, to: world.place("n"))
      world.settle()
      var runs = 0
      world.place("n").runTransactionBlock(
        { data in
          runs += 1
          world.emulator.put("n", "changed \(runs)")
          data.value = runs
          return .success(withValue: data)
        },
        andCompletionBlock: { error, isCommitted, _ in
          world.note("\((error as? DatabaseError)?.message ?? "none") \(isCommitted)")
        }, withLocalEvents: false)
      #expect(world.news.filter { !$0.hasPrefix("L:") } == ["maxretry false"])
      #expect(runs == 25)
    }
  }

  @Test("shows nothing before the server has it, where local events are off")
  func hidden() throws {
    try DatabaseWorld.run(latency: DatabaseLatency(write: .seconds(1))) { world in
      world.emulator.put("n", 1)
      world.listen("L", .value, to: world.place("n"))
      _ = world.news
      Self.run(world, localEvents: false, Self.increment)
      #expect(world.news == [])
      world.pass(.seconds(1))
      #expect(world.news == ["L: value 2", "true 2"])
      Self.run(world, localEvents: true, Self.increment)
      #expect(world.news == ["L: value 3"])
      world.pass(.seconds(1))
      #expect(world.news == ["true 3"])
    }
  }

  @Test("waits for the one before it, whose result it goes on from")
  func queue() throws {
    try DatabaseWorld.run(latency: DatabaseLatency(write: .seconds(1))) { world in
      world.emulator.put("n", 1)
      world.listen("L", .value, to: world.place("n"))
      _ = world.news
      Self.run(world, Self.increment)
      Self.run(world, Self.increment)
      #expect(world.news == ["L: value 2", "L: value 3"])
      world.pass(.seconds(1))
      #expect(world.news == ["true 2"])
      world.pass(.seconds(1))
      #expect(world.news == ["true 3"])
      #expect(world.emulator.contents(of: "n") == .integer(3))
    }
  }

  @Test("is ended by a write to its place, whatever the server says to it")
  func overridden() throws {
    try DatabaseWorld.run(latency: DatabaseLatency(write: .seconds(1))) { world in
      world.emulator.put("n", 1)
      world.listen("L", .value, to: world.place("n"))
      _ = world.news
      Self.run(world, Self.increment)
      Self.run(world, Self.increment)
      _ = world.news
      world.place("n").setValue(10)
      #expect(world.news == ["L: value 10", "error 9999 none"])
      world.emulator.put("n", 99)
      world.pass(.seconds(5))
      #expect(world.news == ["error 9999 none"])
      #expect(world.emulator.contents(of: "n") == .integer(10))
    }
  }

  @Test("changes parts and priorities, and leaves no listener behind")
  func parts() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", ["a": 1, "b": ["c": 2]])
      Self.run(world) { data in
        guard data.hasChildren() else { return .success(withValue: data) }
        #expect(data.childrenCount == 2)
        #expect(data.hasChild(atPath: "b/c"))
        let part = data.childData(byAppendingPath: "b/c")
        part.value = 3
        part.priority = "high"
        #expect(part.key == "c")
        return .success(withValue: data)
      }
      let expected = "{a: 1, b: {c: {\".priority\": \"high\", \".value\": 3}}}"
      #expect(world.news == ["true \(expected)"])
      #expect("\(world.emulator.contents(of: "n"))" == expected)
      #expect(world.database.listenerCount == 0)
    }
  }
}
