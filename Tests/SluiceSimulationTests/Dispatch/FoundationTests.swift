import Dispatch
import Foundation
import SluiceSimulation
import Testing

@Suite("Foundation")
struct FoundationTests {
  @Test("operations: dependencies, barriers, one at a time, and on the main queue")
  func operations() async {
    let (outcome, log) = await record { log in
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      queue.addOperation { log.append("1") }
      let second = BlockOperation { log.append("2") }
      let third = BlockOperation { log.append("3") }
      second.addDependency(third)
      queue.addOperation(second)
      queue.addOperation(third)
      queue.addBarrierBlock { log.append("barrier") }
      OperationQueue.main.addOperation { log.append("main \(Thread.isMainThread)") }
      try? await Task.sleep(for: .seconds(1))
      log.append("\(milliseconds)")
    }
    #expect(outcome == .finished)
    #expect(log.last == "1000")
    #expect(log.contains("main true"))
    #expect(log.filter { $0 != "main true" } == ["1", "3", "2", "barrier", "1000"])
  }

  @Test("operations are waited for")
  func waiting() async {
    let (outcome, log) = await record { log in
      let queue = OperationQueue()
      queue.addOperation { log.append("1") }
      wait(for: queue)
      log.append("all")
      let operation = BlockOperation { log.append("2") }
      add(operation, to: queue)
      log.append("waited")
    }
    #expect(outcome == .finished)
    #expect(log == ["1", "all", "2", "waited"])
  }

  @Test("observers with queues")
  func notifications() async {
    let (outcome, log) = await record { log in
      let center = NotificationCenter()
      let name = Notification.Name("name")
      let operations = OperationQueue()
      let tokens = [nil, OperationQueue.main, operations].map { queue in
        center.addObserver(forName: name, object: nil, queue: queue) { _ in
          log.append(queue === OperationQueue.main ? "main" : queue == nil ? "direct" : "own")
        }
      }
      center.post(name: name, object: nil)
      log.append("posted")
      try? await Task.sleep(for: .seconds(1))
      withExtendedLifetime(tokens) {}
    }
    #expect(outcome == .finished)
    #expect(Set(log) == ["direct", "main", "own", "posted"])
  }

  @Test("a run loop that runs: its timers, its blocks, and its limit")
  func runLoop() async {
    let (outcome, log) = await record { log in
      await MainActor.run {
        let timer = Timer(fire: Date() + 1, interval: 1, repeats: true) { _ in
          log.append("\(milliseconds)")
        }
        RunLoop.current.add(timer, forMode: .default)
        RunLoop.current.perform { log.append("performed \(milliseconds)") }
        _ = RunLoop.current.run(mode: .default, before: Date() + 0.5)
        RunLoop.current.run(until: Date() + 2)
        log.append("ran \(milliseconds)")
        timer.invalidate()
      }
    }
    #expect(outcome == .finished)
    #expect(log == ["performed 0", "1000", "2000", "ran 2500"])
  }
}

private func wait(for queue: OperationQueue) { queue.waitUntilAllOperationsAreFinished() }

private func add(_ operation: Operation, to queue: OperationQueue) {
  queue.addOperations([operation], waitUntilFinished: true)
}
