import Dispatch
import Foundation
import SluiceSimulation
import Testing

@Suite("Waits")
struct WaitTests {
  @Test("a semaphore: other events run meanwhile, and waiting ends in virtual time")
  func semaphore() async {
    let (outcome, log) = await record { log in
      let semaphore = DispatchSemaphore(value: 0)
      let queue = DispatchQueue(label: "serial")
      queue.asyncAfter(deadline: .now() + 3) { semaphore.signal() }
      let early = semaphore.wait(timeout: .now() + 1)
      log.append("\(early == .timedOut) \(milliseconds)")
      semaphore.wait()
      log.append("signalled \(milliseconds)")
      let never = semaphore.wait(wallTimeout: .now() + 7)
      log.append("\(never == .timedOut) \(milliseconds)")
      log.append("\(semaphore.wait(timeout: .now()) == .timedOut) \(milliseconds)")
    }
    #expect(outcome == .finished)
    #expect(log == ["true 1000", "signalled 3000", "true 10000", "true 10000"])
  }

  @Test("a wait for a task that sleeps is served, and the task stays itself")
  func task() async {
    let (outcome, log) = await record { log in
      let semaphore = DispatchSemaphore(value: 0)
      Task {
        try? await Task.sleep(for: .seconds(1))
        semaphore.signal()
      }
      await Inherited.$name.withValue("mine") {
        wait(for: semaphore)
        log.append("\(Inherited.name) \(milliseconds)")
        try? await Task.sleep(for: .seconds(1))
        log.append("\(Inherited.name) \(milliseconds)")
      }
    }
    #expect(outcome == .finished)
    #expect(log == ["mine 1000", "mine 2000"])
  }

  @Test("waits end in the order of what they wait for, not in that of their stacks")
  func order() async {
    let (outcome, log) = await record { log in
      let first = DispatchSemaphore(value: 0)
      let second = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        _ = first.wait(timeout: .now() + 1)
        log.append("first \(milliseconds)")
      }
      DispatchQueue.global().async {
        _ = second.wait(timeout: .now() + 5)
        log.append("second \(milliseconds)")
      }
      DispatchQueue.global().async {
        _ = first.wait(timeout: .now() + 3)
        log.append("third \(milliseconds)")
      }
      try? await Task.sleep(for: .seconds(10))
    }
    #expect(outcome == .finished)
    #expect(log == ["first 1000", "third 3000", "second 5000"])
  }

  @Test("while a queue's block waits, no other block of the queue runs")
  func exclusion() async {
    let (outcome, log) = await record { log in
      let semaphore = DispatchSemaphore(value: 0)
      let queue = DispatchQueue(label: "serial")
      queue.async {
        log.append("a")
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { semaphore.signal() }
        semaphore.wait()
        dispatchPrecondition(condition: .onQueue(queue))
        log.append("a again")
      }
      queue.async { log.append("b \(milliseconds)") }
      DispatchQueue.global().async {
        dispatchPrecondition(condition: .notOnQueue(queue))
        log.append("c \(milliseconds)")
      }
      try? await Task.sleep(for: .seconds(2))
    }
    #expect(outcome == .finished)
    #expect(log == ["a", "c 0", "a again", "b 1000"])
  }

  @Test("while a block of another queue waits, too, no block of its own queue runs")
  func secondExclusion() async {
    let (outcome, log) = await record { log in
      let semaphore = DispatchSemaphore(value: 0)
      DispatchQueue(label: "first").async { _ = semaphore.wait(timeout: .now() + 2) }
      try? await Task.sleep(for: .seconds(1))
      let queue = DispatchQueue(label: "second")
      queue.async {
        log.append("a \(milliseconds)")
        _ = semaphore.wait(timeout: .now() + 3)
        log.append("a again \(milliseconds)")
      }
      // It is ready, and could run, before the other one waits.
      queue.async { log.append("b \(milliseconds)") }
      try? await Task.sleep(for: .seconds(5))
    }
    #expect(outcome == .finished)
    #expect(log == ["a 1000", "a again 4000", "b 4000"])
  }

  @Test("while the main actor waits, its other work does not run, and times out")
  @MainActor
  func mainActor() async {
    let log = Record<String>()
    let outcome = await Simulation().run { @MainActor in
      let semaphore = DispatchSemaphore(value: 0)
      Task { @MainActor in
        log.append("late \(milliseconds)")
        semaphore.signal()
      }
      Task.detached { log.append("other \(milliseconds) \(Thread.isMainThread)") }
      log.append("\(wait(for: semaphore, seconds: 2) == .timedOut) \(milliseconds)")
      MainActor.assertIsolated()
      await Task.yield()
      log.append("\(wait(for: semaphore, seconds: 2) == .success)")
    }
    #expect(outcome == .finished)
    #expect(log.all == ["other 0 false", "true 2000", "late 2000", "true"])
  }

  @Test("a condition, with a signal and with a limit")
  func condition() async {
    let (outcome, log) = await record { log in
      let condition = NSCondition()
      let isSet = Record<Bool>()
      DispatchQueue.global().asyncAfter(deadline: .now() + 2) {
        condition.lock()
        isSet.append(true)
        condition.signal()
        condition.unlock()
      }
      waitForCondition(condition, until: nil, isSet)
      log.append("\(milliseconds)")
      waitForCondition(condition, until: Date() + 5, Record())
      log.append("\(milliseconds)")
    }
    #expect(outcome == .finished)
    #expect(log == ["2000", "7000"])
  }

  @Test("the scheduler is asked, and the trace told, while something waits")
  func choices() async {
    let log = Record<String>()
    let names = Record<String>()
    await Simulation(scheduler: LastFirst()).perform { simulation in
      simulation.observe { entry in names.append("\(entry.event)") }
      simulation.spawn("body") {
        let semaphore = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { log.append("1") }
        DispatchQueue.global().async {
          log.append("2")
          semaphore.signal()
        }
        wait(for: semaphore)
        log.append("3")
      }
      #expect(simulation.runToEnd() == .finished)
      simulation.observe(nil)
      simulation.end()
    }
    #expect(log.all == ["2", "3", "1"])
    #expect(names.all == ["body#1", "body#3", "body#4", "body#2"])
  }

  @Test("the limits of steps and of virtual time hold while something waits")
  func limits() async {
    let steps = await Simulation(limits: .init(steps: 1_000)).run {
      @Sendable func again() { DispatchQueue.global().async { again() } }
      again()
      wait(for: DispatchSemaphore(value: 0))
    }
    #expect(steps == .overLimit(.steps(1_000)))
    let time = await Simulation(limits: .init(virtualTime: .seconds(3_600))).run {
      Task { while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) } }
      wait(for: DispatchSemaphore(value: 0))
    }
    #expect(time == .overLimit(.virtualTime(.seconds(3_600))))
  }
}

/// Waits for a semaphore, which is not allowed directly in an asynchronous function.
func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

func wait(for semaphore: DispatchSemaphore, seconds: Int) -> DispatchTimeoutResult {
  semaphore.wait(timeout: .now() + .seconds(seconds))
}

private func waitForCondition(
  _ condition: NSCondition, until limit: Date?, _ isSet: Record<Bool>
) {
  condition.lock()
  while isSet.all.isEmpty {
    if let limit {
      if !condition.wait(until: limit) { break }
    } else {
      condition.wait()
    }
  }
  condition.unlock()
}
