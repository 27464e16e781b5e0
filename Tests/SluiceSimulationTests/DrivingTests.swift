import CBlockingCalls
import Dispatch
import Foundation
import SluiceSimulation
import Synchronization
import Testing

private func sync(on queue: DispatchQueue, _ body: () -> Void) { queue.sync(execute: body) }

@Suite("Events apart from their script")
struct DrivingTests {
  /// Plays a script in a simulation whose events run apart, and ends that.
  ///
  /// - Returns: What the script was told of events that were blocked.
  @discardableResult
  private static func play(
    _ scheduler: any Scheduler = FirstInFirstOut(), _ script: (Simulation) -> Void
  ) -> [Outcome] {
    let blocked = Record<Outcome>()
    Simulation(scheduler: scheduler).perform { simulation in
      simulation.runEventsApart { outcome in blocked.append(outcome) }
      script(simulation)
      simulation.end()
    }
    return blocked.all
  }

  @Test("let it give what an event waits for", arguments: BlockingCall.forEver)
  func given(_ call: BlockingCall) {
    let gate = Gate(call)
    let log = Record<String>()
    let blocked = Self.play { simulation in
      simulation.spawn("waiter") {
        if call.isLock {
          DispatchQueue.global().async { gate.hold() }
          gate.awaitHeld()
        }
        gate.pass()
        log.append("passed \(milliseconds)")
      }
      simulation.schedule("other", after: .milliseconds(10)) { log.append("other") }
      #expect(simulation.settle() == nil)
      #expect(simulation.hasBlocker)
      #expect(log.all == ["other"], "time passes, which might bring it")
      #expect(simulation.advance(to: Instant.start.advanced(by: .seconds(1))) == nil)
      #expect(simulation.hasBlocker)
      simulation.stimulus("line") { call.isLock ? gate.letGo() : gate.hold() }
      #expect(simulation.settle() == nil)
      #expect(!simulation.hasBlocker)
      #expect(simulation.blockedWaits.isEmpty)
    }
    #expect(log.all == ["other", "passed 1000"])
    #expect(blocked.count == 1)
    guard case .deadlocked(let waits) = blocked.first else {
      Issue.record("\(blocked)")
      return
    }
    #expect(waits.contains { wait in wait.event.label == "waiter" })
  }

  @Test("leave it a line that waits for a later one, and what that sets off")
  func line() {
    let semaphore = DispatchSemaphore(value: 0)
    let log = Record<String>()
    let blocked = Self.play { simulation in
      let halt = simulation.act("first") {
        log.append("waits in \(simulation.step)")
        wait(for: semaphore)
        log.append("goes on in \(simulation.step)")
        simulation.schedule("sequel") { log.append("sequel") }
      }
      #expect(halt == nil)
      #expect(simulation.hasBlocker)
      #expect(simulation.act("second") { _ = semaphore.signal() } == nil)
      log.append("line")
      #expect(simulation.settle() == nil)
      #expect(!simulation.hasBlocker)
    }
    #expect(log.all == ["waits in 1", "line", "goes on in 3", "sequel"])
    #expect(blocked.count == 1)
  }

  @Test("have it wait for a line that others let go on")
  func lineOfOthers() {
    let log = Record<String>()
    let blocked = Self.play { simulation in
      let halt = simulation.act("first") {
        let semaphore = DispatchSemaphore(value: 0)
        simulation.schedule("other") { semaphore.signal() }
        simulation.schedule("last") { log.append("last") }
        wait(for: semaphore)
        log.append("first")
      }
      #expect(halt == nil)
      log.append("line")
      #expect(simulation.settle() == nil)
    }
    #expect(log.all == ["last", "first", "line"])
    #expect(blocked.isEmpty)
  }

  @Test("wait for what has a limit while it stands still, as in its own place")
  func limits() {
    for isApart in [false, true] {
      let log = Record<String>()
      Simulation().perform { simulation in
        if isApart { simulation.runEventsApart() }
        simulation.spawn("waiter") {
          log.append("\(wait(for: DispatchSemaphore(value: 0), seconds: 1)) \(milliseconds)")
        }
        #expect(simulation.settle() == nil)
        log.append("line")
        simulation.end()
      }
      #expect(log.all == ["timedOut 1000", "line"], "\(isApart)")
    }
  }

  @Test("happen in the same steps, in every order")
  func steps() {
    for seed in 0..<40 {
      let inPlace = Self.trace(RandomWalk(seed: UInt64(seed)), isApart: false)
      let apart = Self.trace(RandomWalk(seed: UInt64(seed)), isApart: true)
      #expect(inPlace.count > 30)
      #expect(inPlace == apart, "seed \(seed)")
    }
  }

  /// The steps of a small run in which threads wait for each other, and none for ever.
  private static func trace(_ scheduler: any Scheduler, isApart: Bool) -> [String] {
    var lines: [String] = []
    Simulation(scheduler: scheduler).perform { simulation in
      if isApart { simulation.runEventsApart() }
      simulation.observe { entry in lines.append("\(entry)") }
      let queue = DispatchQueue(label: "queue")
      let semaphore = DispatchSemaphore(value: 0)
      let lock = NSLock()
      for name in ["a", "b", "c"] {
        simulation.spawn(name) {
          for number in 0..<3 {
            queue.async { lock.withLock { _ = usleep(100) } }
            DispatchQueue.global().async { _ = semaphore.signal() }
            wait(for: semaphore)
            sync(on: queue) { lock.withLock {} }
            await Task.yield()
            if number == 1 { _ = usleep(10) }
          }
        }
      }
      #expect(simulation.settle() == nil)
      simulation.stimulus("line") { queue.async {} }
      _ = simulation.runToEnd()
      simulation.observe(nil)
      simulation.end()
    }
    return lines
  }

  @Test("are searched to the same ends as in its own place")
  func searched() {
    for isReduced in [false, true] {
      let inPlace = Self.ends(isApart: false, isReduced: isReduced)
      let apart = Self.ends(isApart: true, isReduced: isReduced)
      #expect(inPlace.count > 2)
      #expect(inPlace == apart, "reduced: \(isReduced)")
    }
  }

  /// What all schedules lead to in which an event waits for others, one of them by a line.
  private static func ends(isApart: Bool, isReduced: Bool) -> Set<String> {
    let search = ExhaustiveSearch(isReduced: isReduced)
    var ends: Set<String> = []
    while let run = search.nextRun() {
      let log = Record<String>()
      Simulation(scheduler: run).perform { simulation in
        if isApart { simulation.runEventsApart() }
        let semaphore = DispatchSemaphore(value: 0)
        for name in ["a", "b"] {
          simulation.spawn(name) {
            DispatchQueue.global().async { _ = semaphore.signal() }
            wait(for: semaphore)
            log.append(name)
          }
        }
        simulation.schedule("c") { log.append("c") }
        #expect(simulation.settle() == nil)
        simulation.end()
      }
      ends.insert(log.all.joined())
      if isReduced { search.learn(run.steps.map { _ in .everything }) }
    }
    #expect(search.isExhausted)
    return ends
  }

  @Test("that wait when all is over are a deadlock as they are in its own place, and others go on")
  func deadlock() {
    let inPlace = Simulation().run { wait(for: DispatchSemaphore(value: 0)) }
    var apart: Outcome?
    let blocked = Self.play { simulation in
      simulation.spawn("body") { wait(for: DispatchSemaphore(value: 0)) }
      apart = simulation.runToEnd()
      #expect(simulation.hasBlocker)
    }
    #expect(apart == inPlace)
    #expect(blocked == [inPlace])
    #expect(Simulation().run {} == .finished)
  }

  @Test("are what a run is told of that is given up for an event, and for no stimulus")
  func givenUp() {
    for isEvent in [false, true] {
      let told = Record<Outcome>()
      let outcome = Simulation().perform(
        { simulation in
          simulation.noteGivingUp { outcome in told.append(outcome) }
          if isEvent { simulation.spawn("body") { wait(for: DispatchSemaphore(value: 0)) } }
          _ = simulation.settle()
          simulation.stimulus("body") { wait(for: DispatchSemaphore(value: 0)) }
          return .finished
        }, ifGivenUp: \.self)
      let waits = [BlockedWait(event: EventName(label: "body", ordinal: 1), kind: .semaphore)]
      #expect(outcome == .deadlocked(waits))
      #expect(told.all == (isEvent ? [outcome] : []))
    }
  }

  @Test("go on where it waits itself, between two lines")
  func waitingScript() {
    let log = Record<String>()
    Self.play { simulation in
      let first = DispatchSemaphore(value: 0)
      let second = DispatchSemaphore(value: 0)
      simulation.spawn("waiter") {
        wait(for: first)
        log.append("waiter")
        second.signal()
      }
      #expect(simulation.settle() == nil)
      simulation.watchScript()
      first.signal()
      wait(for: second)
      log.append("script")
      #expect(simulation.settle() == nil)
      #expect(!simulation.hasBlocker)
    }
    #expect(log.all == ["waiter", "script"])
  }

  @Test("may want a lock that it holds")
  func lockOfScript() {
    let lock = NSLock()
    let log = Record<String>()
    Self.play { simulation in
      simulation.spawn("waiter") { lock.withLock { log.append("waiter") } }
      lock.withLock {
        #expect(simulation.settle() == nil)
        log.append("script")
      }
      #expect(simulation.settle() == nil)
    }
    #expect(log.all == ["script", "waiter"])
  }
}
