import Dispatch
import SluiceSimulation
import Testing

/// Runs a body under a scheduler and returns the outcome and what was recorded.
func record(
  scheduler: any Scheduler = FirstInFirstOut(),
  _ body: @escaping @Sendable (Record<String>) async -> Void
) async -> (outcome: Outcome, log: [String]) {
  let log = Record<String>()
  let outcome = await Simulation(scheduler: scheduler).run { await body(log) }
  return (outcome, log.all)
}

/// The virtual time in whole milliseconds.
var milliseconds: Int64 { (Simulation.current?.now.nanoseconds ?? -1) / 1_000_000 }

/// What becomes ready last runs first, as far as order is not guaranteed.
struct LastFirst: Scheduler {
  mutating func begin() {}
  mutating func choose(from ready: ReadyEvents) -> Int { ready.count - 1 }
  mutating func random() -> UInt64 { 0 }
}

@Suite("Queues")
struct QueueTests {
  @Test("a serial queue keeps its order, whatever the scheduler wants")
  func serial() async {
    let (outcome, log) = await record(scheduler: LastFirst()) { log in
      let queue = DispatchQueue(label: "serial")
      for number in 0..<4 { queue.async { log.append("\(number)") } }
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(outcome == .finished)
    #expect(log == ["0", "1", "2", "3"])
  }

  @Test("serial queues that target one serial queue keep one order")
  func targets() async {
    let (_, log) = await record(scheduler: LastFirst()) { log in
      let root = DispatchQueue(label: "root")
      let first = DispatchQueue(label: "first", target: root)
      let second = DispatchQueue(label: "second", attributes: .concurrent, target: root)
      first.async {
        dispatchPrecondition(condition: .onQueue(root))
        log.append("first")
      }
      second.async { log.append("second") }
      root.async { log.append("root") }
      first.async { log.append("first again") }
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(log == ["first", "second", "root", "first again"])
  }

  @Test("serial queues that target one concurrent queue, and different queues, take any order")
  func independent() async {
    let (_, log) = await record(scheduler: LastFirst()) { log in
      let pool = DispatchQueue(label: "pool", attributes: .concurrent)
      for name in ["a", "b"] {
        let queue = DispatchQueue(label: name, target: pool)
        queue.async { log.append("\(name)1") }
        queue.async { log.append("\(name)2") }
      }
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(log == ["b1", "b2", "a1", "a2"])
  }

  @Test("a concurrent queue has no order but that of its barriers")
  func barriers() async {
    let (_, log) = await record(scheduler: LastFirst()) { log in
      let queue = DispatchQueue(label: "wide", attributes: .concurrent)
      queue.async { log.append("1") }
      queue.async { log.append("2") }
      queue.async(flags: .barrier) {
        dispatchPrecondition(condition: .onQueueAsBarrier(queue))
        log.append("barrier")
      }
      queue.async { log.append("3") }
      queue.async { log.append("4") }
      let item = DispatchWorkItem(flags: .barrier) { log.append("item") }
      queue.async(execute: item)
      queue.async { log.append("5") }
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(log == ["2", "1", "barrier", "4", "3", "item", "5"])
  }

  @Test("a global queue has no order, and barriers mean nothing there")
  func global() async {
    let (_, log) = await record(scheduler: LastFirst()) { log in
      DispatchQueue.global().async { log.append("1") }
      DispatchQueue.global().async(flags: .barrier) { log.append("2") }
      DispatchQueue.global(qos: .utility).async { log.append("3") }
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(log == ["3", "2", "1"])
  }

  @Test("the main queue and the main actor are one order; what targets it is on it")
  func main() async {
    let key = DispatchSpecificKey<String>()
    let (_, log) = await record(scheduler: LastFirst()) { log in
      let targeting = DispatchQueue(label: "targeting", target: .main)
      targeting.setSpecific(key: key, value: "specific")
      DispatchQueue.main.async { log.append("1") }
      Task { @MainActor in log.append("2") }
      targeting.async {
        dispatchPrecondition(condition: .onQueue(.main))
        dispatchPrecondition(condition: .onQueue(targeting))
        MainActor.assertIsolated()
        log.append(DispatchQueue.getSpecific(key: key) ?? "nothing")
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 2) { log.append("\(milliseconds)") }
      try? await Task.sleep(for: .seconds(3))
    }
    #expect(log == ["1", "2", "specific", "2000"])
  }

  @Test("specifics and preconditions hold, and not where they should not")
  func specifics() async {
    let key = DispatchSpecificKey<Int>()
    let (_, log) = await record { log in
      let queue = DispatchQueue(label: "serial")
      queue.setSpecific(key: key, value: 7)
      let targeting = DispatchQueue(label: "targeting", target: queue)
      targeting.async {
        dispatchPrecondition(condition: .onQueue(queue))
        dispatchPrecondition(condition: .notOnQueue(.main))
        log.append("\(DispatchQueue.getSpecific(key: key) ?? 0)")
      }
      DispatchQueue.global().async {
        dispatchPrecondition(condition: .notOnQueue(queue))
        log.append("\(DispatchQueue.getSpecific(key: key) ?? 0)")
      }
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(log == ["7", "0"])
  }

  @Test("a suspended queue holds its blocks, also those that were put on it before")
  func suspension() async {
    let (outcome, log) = await record { log in
      let queue = DispatchQueue(label: "serial")
      queue.async { log.append("before \(milliseconds)") }
      queue.suspend()
      queue.async { log.append("meanwhile \(milliseconds)") }
      queue.asyncAfter(deadline: .now() + 1) { log.append("timer \(milliseconds)") }
      try? await Task.sleep(for: .seconds(2))
      queue.suspend()
      queue.resume()
      try? await Task.sleep(for: .seconds(2))
      queue.resume()
      queue.async { log.append("after \(milliseconds)") }
      try? await Task.sleep(for: .seconds(2))
    }
    #expect(outcome == .finished)
    #expect(log == ["before 4000", "meanwhile 4000", "timer 4000", "after 4000"])
  }

  @Test("a queue stands still with the one that it targets")
  func suspendedTarget() async {
    let (_, log) = await record { log in
      let root = DispatchQueue(label: "root", attributes: .concurrent)
      let queue = DispatchQueue(label: "serial", target: root)
      root.suspend()
      queue.async { log.append("\(milliseconds)") }
      try? await Task.sleep(for: .seconds(1))
      root.resume()
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(log == ["1000"])
  }

  @Test("a queue that is not yet active holds its blocks")
  func inactive() async {
    let (_, log) = await record { log in
      let queue = DispatchQueue(label: "serial", attributes: .initiallyInactive)
      queue.async { log.append("first \(milliseconds)") }
      try? await Task.sleep(for: .seconds(1))
      queue.activate()
      queue.async { log.append("second \(milliseconds)") }
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(log == ["first 1000", "second 1000"])
  }

  @Test("a queue that was suspended outside holds its blocks until the end, and lets go of them")
  func suspendedOutside() async {
    let queue = DispatchQueue(label: "serial")
    queue.suspend()
    let (outcome, log) = await record { log in
      queue.async { log.append("ran") }
      queue.asyncAfter(deadline: .now() + 1) { log.append("ran") }
      try? await Task.sleep(for: .seconds(2))
    }
    queue.resume()
    #expect(outcome == .finished)
    #expect(log == [])
  }
}
