import SluiceSimulation
import Testing

@Suite("Many choices inside calls")
struct CallGrowthTests {
  /// A scheduler under which nothing falls into a call, and what could is left for last.
  private struct Patient: Scheduler {
    mutating func begin() {}
    mutating func random() -> UInt64 { 0 }
    mutating func choose(from ready: ReadyEvents) -> Int {
      !ready.isInsideCall && ready.isInterrupting(at: 0) ? 1 : 0
    }
  }

  /// How many looks at ready events each of so many calls costs that are ready at once.
  private func looks(_ calls: Int, racing lines: Int, under scheduler: any Scheduler) -> Int {
    Simulation(scheduler: scheduler).perform { simulation in
      simulation.stimulus("all") {
        for number in 0..<lines { simulation.race("line \(number)") {} }
        for number in 0..<calls {
          simulation.schedule("call \(number)") { simulation.offerInterruptions() }
        }
      }
      #expect(simulation.settle() == nil)
      defer { simulation.end() }
      return simulation.looksAtReadyEvents / calls
    }
  }

  private static let sizes = [100, 400, 1_600]

  private func expectSlow(_ looks: [Int]) {
    #expect(looks[0] >= 1)
    // Four times as many are two halvings more wherever something is searched for.
    #expect(looks[1] <= looks[0] + 24 && looks[2] <= looks[1] + 24, "\(looks)")
  }

  @Test("look at what may fall into the call, however many other events are ready")
  func others() {
    expectSlow(Self.sizes.map { count in looks(count, racing: 1, under: Patient()) })
  }

  @Test("look at a few of those that may fall into it, however many, under each walk")
  func lines() {
    expectSlow(
      Self.sizes.map { count in looks(count, racing: count, under: RandomWalk(seed: 1)) })
    expectSlow(
      Self.sizes.map { count in
        let walk = PriorityWalk(seed: 1, depth: 3, expectedChoices: count)
        return looks(count, racing: count, under: walk)
      })
  }
}
