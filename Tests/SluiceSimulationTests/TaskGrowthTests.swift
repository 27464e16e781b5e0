import SluiceSimulation
import Testing

@Suite("Many tasks")
struct TaskGrowthTests {
  /// How many looks at tasks it takes until so many have slept, each for a time of its own.
  private static func looks(_ count: Int) -> Int {
    Simulation().perform { simulation in
      for number in 0..<count {
        simulation.spawn("sleeper") {
          try? await Task.sleep(for: .milliseconds(1 + number * 7 % count))
        }
      }
      _ = simulation.settle()
      _ = simulation.advance(to: .start.advanced(by: .seconds(100)))
      #expect(simulation.liveTasks == 0)
      let looks = simulation.looksAtTasks
      simulation.end()
      return looks
    }
  }

  @Test("that end one by one cost a few looks each, however many there are")
  func sleepers() {
    let looks = [100, 1_000, 10_000].map { count in Self.looks(count) / count }
    #expect(looks.allSatisfy { looks in looks <= 64 }, "\(looks)")
    #expect(looks[2] <= looks[1], "\(looks)")
  }

  @Test("are let go of when they end, whichever ends first, and while others are made")
  func released() {
    final class Held: Sendable {}
    Simulation().perform { simulation in
      weak let probe: Held?
      do {
        let held = Held()
        probe = held
        for number in 0..<500 {
          let own = number == 250 ? held : nil
          simulation.spawn("sleeper") {
            try? await Task.sleep(for: .milliseconds(number == 250 ? 5 : 50 + number))
            withExtendedLifetime(own) {}
          }
        }
      }
      _ = simulation.settle()
      _ = simulation.advance(to: .start.advanced(by: .milliseconds(4)))
      #expect(probe != nil)
      for _ in 0..<300 { simulation.spawn("other") { await Task.yield() } }
      _ = simulation.advance(to: .start.advanced(by: .milliseconds(6)))
      #expect(probe == nil)
      #expect(simulation.liveTasks == 499)
      _ = simulation.advance(to: .start.advanced(by: .seconds(1)))
      #expect(simulation.liveTasks == 0)
      simulation.end()
    }
  }
}
