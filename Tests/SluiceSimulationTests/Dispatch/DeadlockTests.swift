import Dispatch
import Foundation
import SluiceSimulation
import Testing

@Suite("Deadlocks")
struct DeadlockTests {
  private static func first(_ kind: BlockedWait.Kind, queue: String? = nil) -> Outcome {
    .deadlocked([
      BlockedWait(event: EventName(label: "body", ordinal: 1), kind: kind, queue: queue)
    ])
  }

  /// What a deadlock leaves behind is a thread that never goes on; the next simulation runs.
  private static func goesOn() async -> Bool {
    await Simulation().run { try? await Task.sleep(for: .seconds(1)) } == .finished
  }

  @Test("a semaphore that nobody signals")
  func semaphore() async {
    let (outcome, log) = await record { log in
      wait(for: DispatchSemaphore(value: 0))
      log.append("went on")
    }
    #expect(outcome == Self.first(.semaphore))
    #expect(log.isEmpty)
    #expect(await Self.goesOn())
  }

  @Test("a call that blocks its caller comes back, too")
  func blockingCaller() {
    let outcome = Simulation().run { wait(for: DispatchSemaphore(value: 0)) }
    #expect(outcome == Self.first(.semaphore))
  }

  @Test("a group that nobody leaves, and a work item that nobody runs")
  func group() async {
    let (outcome, _) = await record { _ in
      let group = DispatchGroup()
      group.enter()
      wait(for: group)
    }
    #expect(outcome == Self.first(.group))
    let (other, _) = await record { _ in DispatchWorkItem {}.wait() }
    #expect(other == Self.first(.group))
  }

  @Test("sync on the queue that one is on, and up a chain of targets")
  func sync() async {
    let (outcome, _) = await record { _ in
      let queue = DispatchQueue(label: "mine")
      let targeting = DispatchQueue(label: "targeting", target: queue)
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        targeting.async { queue.sync { continuation.resume() } }
      }
    }
    let event = EventName(label: "body", ordinal: 2)
    #expect(
      outcome == .deadlocked([BlockedWait(event: event, kind: .sync, queue: "mine")]))
    #expect(await Self.goesOn())
  }

  @Test("sync on the main queue from the main actor")
  func mainQueue() async {
    let outcome = await Simulation().run { @MainActor in DispatchQueue.main.sync {} }
    #expect(outcome == Self.first(.sync, queue: "com.apple.main-thread"))
    let (nested, _) = await record { _ in
      let queue = DispatchQueue(label: "mine")
      queue.sync { queue.sync {} }
    }
    #expect(nested == Self.first(.sync, queue: "mine"))
  }

  @Test("two queues that wait for each other")
  func cycle() async {
    let (outcome, _) = await record { _ in
      let first = DispatchQueue(label: "first")
      let second = DispatchQueue(label: "second")
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        first.async {
          wait(seconds: 1)
          second.sync {}
          continuation.resume()
        }
        second.async {
          wait(seconds: 1)
          first.sync {}
        }
      }
    }
    guard case .deadlocked(let waits) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(waits.map(\.queue) == ["second", "first"])
    #expect(waits.map(\.event.ordinal) == [2, 3])
  }

  @Test("a block that waits for ever after the last task has ended")
  func leftBlock() async {
    let (outcome, _) = await record { _ in
      DispatchQueue.global().async {}
      DispatchQueue.global().async { wait(for: DispatchSemaphore(value: 0)) }
    }
    guard case .deadlocked(let waits) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(waits.map(\.description) == ["body#3 waits for a semaphore"])
  }

  @Test("a script goes on while one of its events waits on another thread, and can serve it")
  func servedByScript() async {
    let log = Record<String>()
    await Simulation().perform { simulation in
      let first = DispatchSemaphore(value: 0)
      let second = DispatchSemaphore(value: 0)
      simulation.spawn("outer") {
        DispatchQueue.global().async {
          second.wait()
          log.append("served \(milliseconds)")
        }
        DispatchQueue.global().async { first.signal() }
        wait(for: first)
        log.append("outer")
      }
      #expect(simulation.settle() == nil)
      #expect(simulation.blockedWaits.map(\.description) == ["outer#2 waits for a semaphore"])
      simulation.stimulus("serve") { _ = second.signal() }
      #expect(simulation.settle() == nil)
      #expect(simulation.blockedWaits.isEmpty)
      simulation.end()
    }
    #expect(log.all == ["outer", "served 0"])
  }

  @Test("a wait for a real thread is an escape, not a deadlock")
  func realThread() async {
    let (outcome, _) = await record { _ in
      Thread.detachNewThread {}
      wait(for: DispatchSemaphore(value: 0))
    }
    guard case .escaped(let escapes) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(escapes.map(\.kind) == [.thread])
  }

  @Test("many deadlocks one after another leave a process that goes on")
  func many() async {
    for _ in 0..<100 {
      let outcome = await Simulation().run {
        Task { try? await Task.sleep(for: .seconds(100_000_000)) }
        wait(for: DispatchSemaphore(value: 0))
      }
      #expect(outcome == .overLimit(.virtualTime(.seconds(30 * 86_400))))
    }
    #expect(await Self.goesOn())
  }
}

func wait(for group: DispatchGroup) { group.wait() }

/// Blocks the thread, in virtual time, while others run.
private func wait(seconds: Int) {
  _ = wait(for: DispatchSemaphore(value: 0), seconds: seconds)
}
