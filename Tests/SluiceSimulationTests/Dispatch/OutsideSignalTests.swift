import Dispatch
import Foundation
import SluiceSimulation
import Testing

@Suite("Conditions that are signalled outside")
struct OutsideSignalTests {
  /// Has threads of a simulation wait for a condition, for so many seconds, while its script goes
  /// on.
  private static func wait(
    for condition: NSCondition, count: Int, limit: Double, _ log: Record<String>,
    script: (Simulation) -> Void
  ) {
    Simulation().perform { simulation in
      // The script's own thread is the one that waits for this.
      let gate = DispatchSemaphore(value: 0)
      simulation.spawn("waiter") {
        for number in 0..<count {
          DispatchQueue.global().async {
            condition.withLock {
              let isSignalled = condition.wait(until: Date() + limit)
              log.append("\(number) \(isSignalled) \(milliseconds)")
            }
          }
        }
        DispatchQueue.global().async { gate.signal() }
        SluiceSimulationTests.wait(for: gate)
      }
      #expect(simulation.settle() == nil)
      #expect(simulation.blockedWaits.map(\.kind) == Array(repeating: .condition, count: count))
      script(simulation)
      #expect(simulation.blockedWaits.isEmpty)
      simulation.end()
    }
  }

  @Test("are granted, each signal to one, in order, and a broadcast to all")
  func granted() {
    let outside = OutsideThread()
    let condition = NSCondition()
    let log = Record<String>()
    Self.wait(for: condition, count: 4, limit: 10, log) { simulation in
      for isForAll in [false, false, true] {
        outside.run { condition.withLock { isForAll ? condition.broadcast() : condition.signal() } }
        #expect(simulation.settle() == nil)
        log.append("settled")
      }
    }
    #expect(
      log.all == ["0 true 0", "settled", "1 true 0", "settled", "2 true 0", "3 true 0", "settled"])
  }

  @Test("are no others, and a signal that came for nobody is not kept")
  func others() {
    let outside = OutsideThread()
    let condition = NSCondition()
    let log = Record<String>()
    outside.run { condition.signal() }
    Self.wait(for: condition, count: 1, limit: 10, log) { simulation in
      let other = NSCondition()
      outside.run { other.broadcast() }
      #expect(simulation.advance(to: Instant.start.advanced(by: .seconds(20))) == nil)
    }
    #expect(log.all == ["0 false 10000"])
  }

  @Test("are left to the next one, if they come for one who has a signal from inside")
  func twoForOne() {
    let outside = OutsideThread()
    let condition = NSCondition()
    let log = Record<String>()
    Self.wait(for: condition, count: 2, limit: 10, log) { simulation in
      var isSignalled = false
      // The first one is about to go on, and still counts as one who waits.
      simulation.observe { entry in
        guard entry.event.label == "waiter", !isSignalled else { return }
        isSignalled = true
        outside.run { condition.withLock { condition.signal() } }
      }
      simulation.stimulus("signal") { condition.signal() }
      #expect(simulation.settle() == nil)
      simulation.observe(nil)
    }
    #expect(log.all == ["0 true 0", "1 true 0"])
  }

  @Test("are lost on a simulation that has ended, not on the next one")
  func ended() {
    let outside = OutsideThread()
    let condition = NSCondition()
    let log = Record<String>()
    for round in 0..<2 {
      let outcome = Simulation().perform(
        { simulation in
          simulation.spawn("waiter") {
            _ = SluiceSimulationTests.wait(for: DispatchSemaphore(value: 0), seconds: 1)
            condition.withLock { condition.wait() }
          }
          return simulation.runToEnd()
        }, ifGivenUp: \.self)
      guard case .deadlocked = outcome else {
        Issue.record("\(outcome) in round \(round)")
        return
      }
    }
    Self.wait(for: condition, count: 1, limit: 10, log) { simulation in
      outside.run { condition.signal() }
      #expect(simulation.settle() == nil)
    }
    #expect(log.all == ["0 true 0"])
  }
}
