import Dispatch
import SluiceSimulation
import Testing

@Suite("Synchronous calls")
struct SynchronousTests {
  @Test("a free queue is entered at once, in place")
  func free() async {
    let (outcome, log) = await record { log in
      DispatchQueue.global().async { log.append("other") }
      let queue = DispatchQueue(label: "serial")
      let result = queue.sync {
        dispatchPrecondition(condition: .onQueue(queue))
        return 5
      }
      log.append("\(result)")
      DispatchQueue.global().sync { log.append("global") }
      DispatchQueue.main.sync {
        dispatchPrecondition(condition: .onQueue(.main))
        log.append("main")
      }
      dispatchPrecondition(condition: .notOnQueue(queue))
    }
    #expect(outcome == .finished)
    #expect(log == ["5", "global", "main"] || log == ["5", "global", "main", "other"])
  }

  @Test("what was put on the queue before runs first", arguments: [false, true])
  func inLine(isLastFirst: Bool) async {
    let scheduler: any Scheduler = isLastFirst ? LastFirst() : FirstInFirstOut()
    let (outcome, log) = await record(scheduler: scheduler) { log in
      let queue = DispatchQueue(label: "serial")
      queue.async { log.append("1") }
      queue.async {
        log.append("2")
        queue.async { log.append("later") }
      }
      queue.sync { log.append("sync") }
      log.append("returned")
    }
    #expect(outcome == .finished)
    #expect(log.prefix(4) == ["1", "2", "sync", "returned"])
  }

  @Test("on the main queue from the background, behind what waits there")
  func mainQueue() async {
    let (outcome, log) = await record { log in
      DispatchQueue.main.async { log.append("main") }
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          DispatchQueue.main.async { log.append("second") }
          DispatchQueue.main.sync { log.append("sync \(Simulation.current != nil)") }
          continuation.resume()
        }
      }
    }
    #expect(outcome == .finished)
    #expect(log == ["main", "second", "sync true"])
  }

  @Test("a barrier holds back no reader that came before it", arguments: [false, true])
  func readerBeforeBarrier(isOtherWorkReady: Bool) async {
    let (outcome, log) = await record { log in
      let queue = DispatchQueue(label: "wide", attributes: .concurrent)
      let gate = DispatchSemaphore(value: 0)
      queue.async {
        gate.wait()
        log.append("reader 1")
      }
      // Runs between the readers, so that what is ready is sifted while the barrier is set aside.
      if isOtherWorkReady { DispatchQueue.global().async { log.append("other") } }
      queue.async {
        log.append("reader 2")
        gate.signal()
      }
      queue.async(flags: .barrier) { log.append("barrier") }
    }
    #expect(outcome == .finished)
    #expect(log.filter { $0 != "other" } == ["reader 2", "reader 1", "barrier"])
  }

  @Test("a barrier waits for readers, and holds back those behind it")
  func barrier() async {
    let (outcome, log) = await record { log in
      let queue = DispatchQueue(label: "wide", attributes: .concurrent)
      let gate = DispatchSemaphore(value: 0)
      queue.async {
        gate.wait()
        log.append("reader \(milliseconds)")
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
        queue.async { log.append("behind \(milliseconds)") }
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 2) { gate.signal() }
      await Task.yield()
      queue.sync { log.append("free \(milliseconds)") }
      queue.sync(flags: .barrier) {
        dispatchPrecondition(condition: .onQueueAsBarrier(queue))
        log.append("barrier \(milliseconds)")
      }
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(outcome == .finished)
    #expect(log == ["free 0", "reader 2000", "barrier 2000", "behind 2000"])
  }

  @Test("a suspended queue is waited for")
  func suspended() async {
    let (outcome, log) = await record { log in
      let queue = DispatchQueue(label: "serial")
      queue.suspend()
      DispatchQueue.global().asyncAfter(deadline: .now() + 3) { queue.resume() }
      queue.sync { log.append("\(milliseconds)") }
    }
    #expect(outcome == .finished)
    #expect(log == ["3000"])
  }

  @Test("concurrentPerform runs every round before it returns")
  func concurrentPerform() async {
    let (_, log) = await record { log in
      DispatchQueue.concurrentPerform(iterations: 3) { log.append("\($0) \(milliseconds)") }
      log.append("done")
    }
    #expect(log == ["0 0", "1 0", "2 0", "done"])
  }

  @Test("the task, and its task-local values, stay the caller's while it waits in line")
  func taskLocals() async {
    let (_, log) = await record { log in
      let queue = DispatchQueue(label: "serial")
      await Inherited.$name.withValue("outer") {
        queue.async { log.append(Inherited.name) }
        Task.detached { log.append("task \(Inherited.name)") }
        queue.sync { log.append(Inherited.name) }
        await Task.yield()
        log.append(Inherited.name)
      }
    }
    #expect(log == ["none", "task none", "outer", "outer"])
  }

  @Test("an action of the script waits in line, too")
  func stimulus() async {
    let log = Record<String>()
    let outcome = await Simulation().run {}
    #expect(outcome == .finished)
    await Simulation().perform { simulation in
      let queue = DispatchQueue(label: "serial")
      simulation.stimulus("cancel") {
        queue.async { log.append("1") }
        queue.sync { log.append("2") }
      }
      log.append("3")
      #expect(simulation.settle() == nil)
      simulation.end()
    }
    #expect(log.all == ["1", "2", "3"])
  }
}

enum Inherited {
  @TaskLocal static var name = "none"
}
