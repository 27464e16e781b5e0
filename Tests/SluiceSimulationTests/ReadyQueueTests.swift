import Dispatch
import SluiceSimulation
import Testing

@Suite("Choice of what is next")
struct ReadyQueueTests {
  /// How many events are looked at to find out what may run next, where so many wait on each of
  /// some queues.
  private func looks(blocks: Int, queues: Int) -> Int {
    Simulation(scheduler: RandomWalk(seed: 1)).perform { simulation in
      simulation.stimulus("blocks") {
        let lines = (0..<queues).map { number in DispatchQueue(label: "line \(number)") }
        for line in lines {
          for _ in 0..<blocks { line.async {} }
        }
      }
      #expect(simulation.settle() == nil)
      defer { simulation.end() }
      return simulation.looksAtReadyEvents
    }
  }

  @Test("looks at twice as many events where twice as many wait", arguments: [1, 3])
  func growth(_ queues: Int) {
    let few = looks(blocks: 500, queues: queues)
    let many = looks(blocks: 1_000, queues: queues)
    #expect(few >= 500 * queues)
    #expect(many <= 2 * few + 16)
  }

  /// The order in which blocks run that were put on queues in turn, and what a scheduler could
  /// choose from at most.
  private func order(seed: UInt64) -> (order: [String], widest: Int) {
    let order = Record<String>()
    let widest = Record<Int>()
    Simulation(scheduler: Wide(walk: RandomWalk(seed: seed), widest: widest))
      .perform { simulation in
        simulation.stimulus("blocks") {
          let serial = DispatchQueue(label: "serial")
          let shared = DispatchQueue(label: "shared", attributes: .concurrent)
          for number in 1...4 {
            serial.async { order.append("serial \(number)") }
            shared.async { order.append("reader \(number)") }
            shared.async { order.append("reader \(number)'") }
            shared.async(flags: .barrier) { order.append("barrier \(number)") }
          }
        }
        #expect(simulation.settle() == nil)
        simulation.end()
      }
    return (order.all, widest.all.max() ?? 0)
  }

  /// A walk that notes from how much it could choose.
  private struct Wide: Scheduler {
    var walk: RandomWalk
    let widest: Record<Int>

    mutating func begin() { walk.begin() }
    mutating func random() -> UInt64 { walk.random() }
    mutating func choose(from ready: ReadyEvents) -> Int {
      widest.append(ready.count)
      return walk.choose(from: ready)
    }
  }

  @Test("keeps the order of each queue, and lets readers overtake each other alone")
  func lanes() {
    var orders: Set<[String]> = []
    for seed in 1...20 {
      let (order, widest) = order(seed: UInt64(seed))
      orders.insert(order)
      // The first of the serial queue, and two readers.
      #expect(widest == 3)
      #expect(order.count == 16)
      #expect(
        order.filter { name in name.hasPrefix("serial") } == (1...4).map { "serial \($0)" })
      let shared = order.filter { name in !name.hasPrefix("serial") }
      for number in 1...4 {
        let part = shared[(3 * number - 3)..<(3 * number)]
        #expect(Set(part.prefix(2)) == ["reader \(number)", "reader \(number)'"])
        #expect(part.last == "barrier \(number)")
      }
    }
    #expect(orders.count > 1)
  }

  @Test("is told of every now and then while events run")
  func signsOfLife() {
    var signs = 0
    Simulation().perform { simulation in
      simulation.giveSignsOfLife { signs += 1 }
      for _ in 0..<5_000 { simulation.schedule("event") {} }
      #expect(simulation.settle() == nil)
      simulation.end()
    }
    #expect(signs == 4)
  }
}
