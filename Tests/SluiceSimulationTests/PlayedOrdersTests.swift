import SluiceSimulation
import Testing

@Suite("Played orders")
struct PlayedOrdersTests {
  /// Plays tasks, and a line that may fall into a call, under a walk.
  ///
  /// - Returns: A digest of the choices.
  private static func play(
    _ walk: some Walk, tasks: Int = 2, yields: Int = 2, notingIn orders: PlayedOrders
  ) -> UInt64 {
    let recorder = RecordingScheduler(walk, seed: 0, keepsDepartures: false, notingIn: orders)
    Simulation(scheduler: recorder).perform { simulation in
      for number in 0..<tasks {
        simulation.spawn("task-\(number)") { for _ in 0..<yields { await Task.yield() } }
      }
      simulation.schedule("call") { simulation.offerInterruptions() }
      simulation.race("line") {}
      _ = simulation.settle()
      simulation.end()
    }
    orders.end()
    return recorder.digest
  }

  @Test(
    "tell of each walk whether its order was played, without playing it",
    arguments: ["random", "priorities", "turns"])
  func known(kind: String) {
    let orders = PlayedOrders()
    var digests: Set<UInt64> = []
    var repeated = 0
    for seed in 0..<400 as Range<UInt64> {
      let walk: any Walk =
        switch kind {
        case "random": RandomWalk(seed: seed)
        case "priorities": PriorityWalk(seed: seed, depth: 3, expectedChoices: 8)
        default: RoundRobin(seed: seed)
        }
      let isKnown = orders.contains(walk)
      let isNew = digests.insert(Self.play(walk, notingIn: orders)).inserted
      #expect(isKnown != isNew, "seed \(seed)")
      if isKnown { repeated += 1 }
    }
    #expect(repeated > 10)
    #expect(digests.count == 1 || repeated < 390)
  }

  @Test("know of no order before the first, and of what has no choice after it")
  func noChoice() {
    let orders = PlayedOrders()
    #expect(!orders.contains(RandomWalk(seed: 1)))
    let recorder = RecordingScheduler(
      RandomWalk(seed: 1), seed: 0, keepsDepartures: false, notingIn: orders)
    Simulation(scheduler: recorder).perform { simulation in
      simulation.schedule("a") {}
      _ = simulation.settle()
      simulation.end()
    }
    #expect(!orders.contains(RandomWalk(seed: 1)))
    orders.end()
    #expect(orders.contains(RandomWalk(seed: 2)))
  }

  @Test("know of none any more once a run was no function of its choices")
  func changing() {
    let orders = PlayedOrders()
    _ = Self.play(RandomWalk(seed: 1), notingIn: orders)
    #expect(orders.contains(RandomWalk(seed: 1)))
    _ = Self.play(RandomWalk(seed: 1), tasks: 3, notingIn: orders)
    #expect(!orders.contains(RandomWalk(seed: 1)))
    _ = Self.play(RandomWalk(seed: 1), notingIn: orders)
    #expect(!orders.contains(RandomWalk(seed: 1)))
  }

  @Test("take a run that goes on behind another's end for no function of its choices either")
  func longer() {
    let orders = PlayedOrders()
    _ = Self.play(RoundRobin(), yields: 1, notingIn: orders)
    #expect(orders.contains(RoundRobin()))
    _ = Self.play(RoundRobin(), yields: 2, notingIn: orders)
    #expect(!orders.contains(RoundRobin()))
  }

  @Test("are forgotten where they would take too much room")
  func full() {
    let orders = PlayedOrders()
    _ = Self.play(RandomWalk(seed: 1), tasks: 40, yields: 200, notingIn: orders)
    #expect(!orders.contains(RandomWalk(seed: 1)))
  }
}
