import Foundation
import SluiceSimulation
import Synchronization
import Testing

@Suite("Run loops that no thread runs")
struct IdleRunLoopTests {
  @Test("are named when somebody waits for their timers")
  func timer() async {
    let outcome = await Simulation().run { @MainActor in
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let timer = Timer.scheduledTimer(withTimeInterval: 3, repeats: false) { _ in
          continuation.resume()
        }
        withExtendedLifetime(timer) {}
      }
    }
    guard case .stuck(let waiters) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(waiters.map(\.label) == ["body", "body"])
    #expect(
      waiters.last?.backtrace == ["a timer that is due at 3s, of a run loop that no thread runs"])
  }

  @Test("are named when somebody waits for their blocks")
  func block() async {
    let keep = Keep()
    let outcome = await Simulation().run {
      await withCheckedContinuation { continuation in
        keep.put(continuation)
        RunLoop.main.perform { keep.resumeAll() }
      }
    }
    guard case .stuck(let waiters) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(
      waiters.last?.backtrace == ["a block that was handed to a run loop that no thread runs"])
    keep.resumeAll()
  }

  @Test("say who gave them work, and where, until it is done")
  func work() {
    Simulation().perform { simulation in
      simulation.stimulus("timer") { IdleRunLoopTests.setTimer() }
      simulation.stimulus("block") { IdleRunLoopTests.handBlock() }
      let idle = simulation.idleWork
      #expect(idle.map(\.label) == ["timer", "block"])
      #expect(idle.map(\.kind) == [.timer(due: Instant(nanoseconds: 3_000_000_000)), .block])
      let places = idle.map { work in work.place ?? "" }
      #expect(places.first?.contains("IdleRunLoopTests.setTimer()") == true, "\(places)")
      #expect(places.last?.contains("IdleRunLoopTests.handBlock()") == true, "\(places)")
      simulation.stimulus("run") { _ = RunLoop.current.run(mode: .default, before: Date() + 5) }
      simulation.stimulus("run") { RunLoop.current.run(until: Date() + 5) }
      #expect(simulation.idleWork.isEmpty)
      simulation.end()
    }
  }

  @Test("are found empty by the next simulation, whatever the one before left there")
  func leftovers() {
    let calls = CallCount()
    for _ in 0..<2 {
      Simulation().perform { simulation in
        simulation.stimulus("leave") { IdleRunLoopTests.leaveWork(for: calls) }
        #expect(simulation.idleWork.count == 2)
        simulation.end()
      }
      Simulation().perform { simulation in
        simulation.stimulus("run") { RunLoop.current.run(until: Date() + 5) }
        #expect(simulation.idleWork.isEmpty)
        simulation.end()
      }
    }
    #expect(calls.value == 0)
  }

  @Test("let go of a block that was never performed when its simulation ends")
  func release() {
    let released = Record<String>()
    Simulation().perform { simulation in
      simulation.stimulus("leave") { IdleRunLoopTests.leaveBlock(released) }
      #expect(simulation.idleWork.count == 1)
      #expect(released.all == [])
      simulation.end()
      // The run loop still has it, and what the first one's release handed over.
      #expect(released.all == ["first", "second"])
      #expect(simulation.idleWork.isEmpty)
    }
  }

  private static func leaveBlock(_ released: Record<String>) {
    let sentinel = Sentinel {
      released.append("first")
      let sentinel = Sentinel { released.append("second") }
      RunLoop.current.perform { withExtendedLifetime(sentinel) {} }
    }
    RunLoop.current.perform { withExtendedLifetime(sentinel) {} }
  }

  private static func leaveWork(for calls: CallCount) {
    _ = Timer.scheduledTimer(withTimeInterval: 3, repeats: false) { _ in calls.add() }
    RunLoop.current.perform { calls.add() }
  }

  private static func setTimer() {
    _ = Timer.scheduledTimer(withTimeInterval: 3, repeats: false) { _ in }
  }

  private static func handBlock() {
    RunLoop.current.perform {}
  }
}

/// How often something was called.
private final class CallCount: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  func add() { count.add(1, ordering: .relaxed) }
}
