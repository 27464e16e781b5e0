import Dispatch
import Foundation
import SluiceSimulation
import Testing

@Suite("The main thread")
struct MainThreadTests {
  @Test("is the same inside a synchronous call, and on no other queue's event")
  func identity() async {
    let (outcome, log) = await record { log in
      let queue = DispatchQueue(label: "queue")
      let above = DispatchQueue(label: "above", target: .main)
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        DispatchQueue.main.async {
          queue.sync {
            log.append("sync \(Thread.isMainThread)")
            dispatchPrecondition(condition: .onQueue(.main))
            dispatchPrecondition(condition: .onQueueAsBarrier(.main))
            dispatchPrecondition(condition: .onQueue(queue))
            dispatchPrecondition(condition: .notOnQueue(above))
            DispatchQueue.global().sync { log.append("twice \(Thread.isMainThread)") }
            MainActor.assumeIsolated { log.append("isolated") }
          }
          queue.async {
            log.append("async \(Thread.isMainThread)")
            dispatchPrecondition(condition: .notOnQueue(.main))
            DispatchQueue.main.sync { log.append("back \(Thread.isMainThread)") }
            continuation.resume()
          }
        }
      }
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        above.async {
          queue.sync {
            log.append("above \(Thread.isMainThread)")
            dispatchPrecondition(condition: .onQueue(above))
          }
          continuation.resume()
        }
      }
    }
    #expect(outcome == .finished)
    #expect(
      log == [
        "sync true", "twice true", "isolated", "async false", "back true", "above true",
      ])
  }

  @Test("keeps specifics to the queue that one is on")
  func specifics() async {
    let (outcome, log) = await record { log in
      let key = DispatchSpecificKey<String>()
      let queue = DispatchQueue(label: "queue")
      let above = DispatchQueue(label: "above", target: .main)
      above.setSpecific(key: key, value: "above")
      above.sync {
        let inside = queue.sync { DispatchQueue.getSpecific(key: key) }
        log.append("\(DispatchQueue.getSpecific(key: key) ?? "none") \(inside ?? "none")")
      }
    }
    #expect(outcome == .finished)
    #expect(log == ["above none"])
  }

  /// Runs a check on a queue that was entered from the main one.
  private static func check(_ check: @escaping @Sendable () -> Void) {
    Simulation().perform { simulation in
      simulation.spawn("body") {
        DispatchQueue.main.async { DispatchQueue(label: "queue").sync(execute: check) }
      }
      _ = simulation.settle()
      simulation.end()
    }
  }

  @Test(
    "traps a precondition that forbids the main queue, inside a synchronous call",
    .startsIdlePrograms)
  func forbidden() async {
    await #expect(processExitsWith: .success) { MainThreadTests.check {} }
    await #expect(processExitsWith: .failure) {
      MainThreadTests.check { dispatchPrecondition(condition: .notOnQueue(.main)) }
    }
  }
}
