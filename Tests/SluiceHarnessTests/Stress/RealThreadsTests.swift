import Foundation
import SluiceHarness
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

@Suite("Real threads")
struct RealThreadsTests {
  private static func make() -> RealThreads {
    RealThreads(seed: 1, time: { .zero })
  }

  @Test("draw the numbers of SplitMix64 from their seed")
  func jitter() {
    let threads = Self.make()
    #expect(
      (0..<3).map { _ in threads.random() } == [
        0x910A_2DEC_8902_5CC1, 0xBEEB_8DA1_658E_EC67, 0xF893_A2EE_FB32_555E,
      ])
  }

  @Test("run what is due first before what was handed over first")
  func dueOrder() async {
    let queue = Self.make().makeQueue(.generic)
    let order = Mutex<[Int]>([])
    // Holds the queue until everything is handed over, however long the machine takes for that.
    let gate = DispatchSemaphore(value: 0)
    queue.asyncAfter(.zero) { gate.wait() }
    await withCheckedContinuation { continuation in
      queue.asyncAfter(.seconds(3600)) {
        order.withLock { order in order.append(3) }
        continuation.resume()
      }
      queue.asyncAfter(.seconds(60)) { order.withLock { order in order.append(2) } }
      queue.asyncAfter(.zero) { order.withLock { order in order.append(1) } }
      gate.signal()
    }
    #expect(order.withLock { order in order } == [1, 2, 3])
  }

  @Test("carry a fake's queue, a task and a timer, and nobody simulates there")
  func nobodySimulates() async {
    let simulation = Simulation(on: Self.make())
    let queue = CallbackQueue(in: simulation)
    let isSimulated = await withCheckedContinuation { continuation in
      queue.async("deliver") { continuation.resume(returning: Simulation.current != nil) }
    }
    #expect(!isSimulated)
    let wasSimulated = Mutex(true)
    await simulation.spawn("consumer") {
      await Task.yield()
      try? await Task.sleep(for: .nanoseconds(1))
      wasSimulated.withLock { was in was = Simulation.current != nil }
    }.value
    #expect(wasSimulated.withLock { was in was } == false)
    await withCheckedContinuation { continuation in
      simulation.schedule("busy", after: .seconds(1)) { continuation.resume() }
    }
  }

  @Test("keep the real clock: nothing is virtual where nobody simulates")
  func realClock() async {
    let simulation = Simulation(on: Self.make())
    let year = Mutex(0)
    await simulation.spawn("consumer") {
      // A simulation's calendar begins with the year 2000.
      let seconds = Date().timeIntervalSince1970
      year.withLock { year in year = 1970 + Int(seconds / 31_556_952) }
    }.value
    #expect(year.withLock { year in year } > 2020)
  }

  @Test("stamp a log's entries as their own")
  func stamps() async {
    let log = EventLog(of: Simulation(on: Self.make()))
    log.append(.quiescent)
    #expect(log.foreignEntries == 0)
    #expect(log.entries.map(\.instant) == [.start])
  }

  @Test("are led by one that is not the caller's")
  func ownDriver() async {
    let platform = Self.make()
    let isOther = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let caller = ObjectIdentifier(Thread.current)
        let isOther = Mutex(false)
        platform.drive {
          let driver = ObjectIdentifier(Thread.current)
          isOther.withLock { other in other = driver != caller }
        }
        continuation.resume(returning: isOther.withLock { other in other })
      }
    }
    #expect(isOther)
  }
}
