import SluiceSimulation
import Testing

@globalActor
private actor Stage {
  static let shared = Stage()
}

@Suite("Script")
struct ScriptTests {
  /// Runs a script in a new simulation and returns the trace of its events.
  private func trace(
    _ scheduler: any Scheduler = FirstInFirstOut(), _ script: (Simulation) -> Void
  ) -> [String] {
    var entries: [String] = []
    Simulation(scheduler: scheduler).perform { simulation in
      simulation.observe { entry in entries.append(entry.description) }
      script(simulation)
      simulation.observe(nil)
      simulation.end()
    }
    return entries
  }

  @Test("events are named for the task they belong to, and numbered")
  func names() {
    let entries = trace { simulation in
      simulation.spawn("consumer.L") {
        await Task.yield()
        async let child: Void = Task.yield()
        await child
      }
      simulation.spawn("consumer.R") { try? await Task.sleep(for: .milliseconds(1)) }
      simulation.stimulus("stimulus.cancel") {}
      _ = simulation.settle()
      _ = simulation.advance(to: Instant(nanoseconds: 2_000_000))
    }
    #expect(
      entries.prefix(3) == [
        "1 0s stimulus.cancel#1", "2 0s consumer.L#1", "3 0s consumer.R#1",
      ])
    let left = entries.filter { $0.contains("consumer.L") }
    #expect(left.enumerated().allSatisfy { $1.hasSuffix("consumer.L#\($0 + 1)") })
    #expect(left.count > 2)
    #expect(entries.last?.contains("0.001s consumer.R#3") == true)
  }

  @Test("what a stimulus starts has its label")
  func inheritance() {
    let entries = trace { simulation in
      simulation.stimulus("cause") {
        Task { await Task { @MainActor in }.value }
        Task.detached {}
      }
      simulation.schedule("cause.later", after: .seconds(1)) { Task {} }
      _ = simulation.advance(to: Instant(nanoseconds: 1_000_000_000))
    }
    #expect(entries.allSatisfy { $0.contains("cause") })
    #expect(entries.contains("7 1s cause.later#2"))
  }

  @Test("a task that begins on an actor has events of its own name")
  func actorNames() {
    let entries = trace { simulation in
      simulation.spawn("first") { @Stage in await Task.yield() }
      simulation.spawn("second") { @Stage in await Task.yield() }
      simulation.stimulus("stimulus") {}
      _ = simulation.settle()
    }
    #expect(entries.prefix(3) == ["1 0s stimulus#1", "2 0s first#1", "3 0s second#1"])
    #expect(!entries.contains { $0.contains("script") })
  }

  @Test("timers fire in the order of deadline, then of making")
  func timers() {
    let entries = trace { simulation in
      for (label, delay) in [("a", 2), ("b", 1), ("c", 2), ("d", 1), ("e", 0), ("f", -1)] {
        simulation.schedule(label, after: .seconds(delay)) {}
      }
      _ = simulation.advance(to: Instant(nanoseconds: 5_000_000_000))
      #expect(simulation.now == Instant(nanoseconds: 5_000_000_000))
    }
    #expect(
      entries == ["1 0s e#1", "2 0s f#1", "3 1s b#1", "4 1s d#1", "5 2s a#1", "6 2s c#1"])
  }

  @Test("advancing stops at the instant asked for")
  func advancing() {
    Simulation().perform { simulation in
      simulation.spawn("sleeper") { try? await Task.sleep(for: .seconds(10)) }
      #expect(simulation.advance(to: Instant(nanoseconds: 9_999_999_999)) == nil)
      #expect(simulation.liveTasks == 1)
      #expect(simulation.nextTimer == Instant(nanoseconds: 10_000_000_000))
      #expect(simulation.advance(to: Instant(nanoseconds: 10_000_000_000)) == nil)
      #expect(simulation.liveTasks == 0)
      #expect(simulation.nextTimer == nil)
      simulation.end()
    }
  }

  @Test("the order of a thousand timers is total")
  func manyTimers() {
    var fired: [Int] = []
    let delays = (0..<1_000).map { ($0 &* 7_919) % 101 }
    Simulation().perform { simulation in
      for (index, delay) in delays.enumerated() {
        simulation.schedule("timer", after: .seconds(delay)) { fired.append(index) }
      }
      _ = simulation.advance(to: Instant(nanoseconds: 200_000_000_000))
      simulation.end()
    }
    let expected = delays.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
    #expect(fired == expected.map(\.offset))
  }

  @Test("thousands of ready events grow the ring and keep their order")
  func manyEvents() {
    var fired: [Int] = []
    Simulation().perform { simulation in
      for index in 0..<5_000 {
        simulation.schedule("event \(index % 40)") {
          fired.append(index)
          if index % 3 == 0 { simulation.schedule("more") { fired.append(-index) } }
        }
      }
      #expect(simulation.settle() == nil)
      simulation.end()
    }
    #expect(fired.filter { $0 > 0 } == Array(1..<5_000))
    #expect(fired.count == 5_000 + 1_667)
  }
}
