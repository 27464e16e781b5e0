import Dispatch
import SluiceSimulation
import Synchronization
import Testing

@Suite("Crowd that waits for a lock")
struct BlockedCrowdTests {
  private final class Shared: Sendable {
    let count = Mutex(0)
    let gate = DispatchSemaphore(value: 0)

    func hold() { count.withLock { _ in gate.wait() } }
    func increment() { count.withLock { count in count += 1 } }
  }

  /// How many events are looked at until a lock, which one task holds for long, was each one's.
  private static func looks(_ crowd: Int, by scheduler: any Scheduler) -> Int {
    Simulation(scheduler: scheduler).perform { simulation in
      let shared = Shared()
      simulation.spawn("holder") { shared.hold() }
      for _ in 0..<crowd { simulation.spawn("one of many") { shared.increment() } }
      simulation.schedule("opens", after: .milliseconds(1)) { shared.gate.signal() }
      _ = simulation.settle()
      _ = simulation.advance(to: .start.advanced(by: .milliseconds(2)))
      #expect(shared.count.withLock { count in count } == crowd)
      let looks = simulation.looksAtKeptBack
      simulation.end()
      return looks
    }
  }

  @Test("compares no event with each of those that wait", arguments: [false, true])
  func crowd(isRandom: Bool) {
    let looks = [25, 50, 100].map { crowd in
      Self.looks(crowd, by: isRandom ? RandomWalk(seed: 1) : FirstInFirstOut()) / crowd
    }
    #expect(looks.allSatisfy { looks in looks <= 4 }, "\(looks)")
  }
}
