import Dispatch
import Foundation
import SluiceSimulation
import Synchronization
import Testing

/// An actor whose work is resumed from where it doesn't belong.
private actor Resident {
  var isResumed = false

  func wait(_ keep: Keep) async {
    await withCheckedContinuation { continuation in keep.put(continuation) }
    isResumed = true
  }
}

/// An executor with a thread of its own.
private final class ThreadExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The job was handed over to this executor, and is run once.
    Thread.detachNewThread { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private actor Threaded {
  private let executor = ThreadExecutor()
  // The actor owns the executor, which so outlives every use of the reference.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  func isSimulated() -> Bool {
    assertIsolated()
    return Simulation.current != nil
  }
}

/// An executor that hands a job to a thread, and waits for ever.
private final class PatientExecutor: SerialExecutor {
  static let shared = PatientExecutor()
  let thread = OutsideThread()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The job was handed over to this executor, and is run once.
    thread.post { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    SluiceSimulationTests.wait(for: DispatchSemaphore(value: 0))
  }
}

@globalActor
private actor Patient {
  static let shared = Patient()
  // The executor is there for good.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe PatientExecutor.shared.asUnownedSerialExecutor()
  }
}

@Suite("Boundary")
struct BoundaryTests {
  @Test("a task resumed by a foreign thread gets back in, and is reported")
  func adoption() async {
    let keep = Keep()
    let outside = OutsideThread()
    let log = Record<Bool>()
    await Simulation().perform { simulation in
      simulation.spawn("consumer") {
        await withCheckedContinuation { keep.put($0) }
        log.append(Simulation.current === simulation)
      }
      #expect(simulation.settle() == nil)
      outside.run { keep.resumeAll() }
      let escape = Escape(label: "consumer", kind: .task)
      #expect(simulation.settle() == .escaped([escape]))
      #expect(simulation.settle() == nil)
      #expect(simulation.escapes == [escape])
      #expect(simulation.end() == Ending(cancelled: 0, parked: 0, halt: nil))
    }
    #expect(log.all == [true])
  }

  @Test("an actor's task resumed by a foreign thread gets back in, and is reported")
  func actorAdoption() async {
    let keep = Keep()
    let outside = OutsideThread()
    await Simulation().perform { simulation in
      let resident = Resident()
      simulation.spawn("resident") { await resident.wait(keep) }
      #expect(simulation.settle() == nil)
      outside.run { keep.resumeAll() }
      guard case .escaped(let escapes) = simulation.settle() else {
        Issue.record("not seen")
        return
      }
      #expect(escapes.map(\.label) == ["resident"])
      #expect(simulation.settle() == nil)
      #expect(simulation.liveTasks == 0)
      simulation.end()
    }
  }

  @Test("an executor with a thread of its own is seen to take a task, and hands it back")
  func threadExecutor() async {
    await Simulation().perform { simulation in
      let log = Record<Bool>()
      simulation.spawn("threaded") { log.append(await Threaded().isSimulated()) }
      var halts: [Halt] = []
      // Real time passes until the thread has come round; the bound is far beyond that.
      for _ in 0..<10_000_000 where simulation.liveTasks > 0 {
        if let halt = simulation.settle() { halts.append(halt) } else { sched_yield() }
      }
      #expect(log.all == [true])
      #expect(!halts.isEmpty)
      simulation.end()
    }
  }

  @Test("a thread that waits while it creates a task keeps no other one from running it")
  func waitingCreation() async {
    // Its thread belongs to no simulation.
    let thread = PatientExecutor.shared.thread
    let outcome = await Simulation().run { Task { @Patient in } }
    guard case .deadlocked(let waits) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(waits.map(\.description) == ["body#1 waits for a semaphore"])
    thread.run {}
  }

  @Test("a task that is elsewhere makes the run escape, not stick")
  func elsewhere() async {
    let gate = DispatchSemaphore(value: 0)
    let executor = GatedExecutor(gate, OutsideThread())
    let outcome = await Simulation().run { await Gated(executor).visit() }
    #expect(outcome == .escaped([Escape(label: "body", kind: .elsewhere)]))
    gate.signal()
  }

  @Test("an outside task that a simulation resumes runs outside", arguments: [false, true])
  func outsider(isOnActor: Bool) async {
    let keep = Keep()
    let resident = Resident()
    let seen = Record<Bool>()
    let outside = Task.detached {
      if isOnActor {
        await resident.wait(keep)
      } else {
        await withCheckedContinuation { keep.put($0) }
      }
      seen.append(Simulation.current == nil)
    }
    while keep.isEmpty { await Task.yield() }
    let outcome = await Simulation().run {
      keep.resumeAll()
      await Task.yield()
    }
    await outside.value
    #expect(outcome == .finished)
    #expect(seen.all == [true])
  }

  @Test("blocks on queues are events, in order, on their queue")
  func blocks() async {
    let log = Record<String>()
    let outcome = await Simulation().run {
      await withCheckedContinuation { continuation in
        let queue = DispatchQueue(label: "serial")
        queue.asyncAfter(deadline: .now() + 2) {
          dispatchPrecondition(condition: .onQueue(queue))
          log.append("after \(Simulation.current?.now ?? .start)")
          continuation.resume()
        }
        queue.async {
          dispatchPrecondition(condition: .onQueue(queue))
          log.append("first \(Simulation.current?.now ?? .start)")
        }
        queue.async { log.append("second \(Simulation.current?.now ?? .start)") }
        DispatchQueue.global().asyncAfter(wallDeadline: .now() + 1) {
          log.append("wall \(Simulation.current?.now ?? .start)")
        }
      }
    }
    #expect(outcome == .finished)
    #expect(log.all == ["first 0s", "second 0s", "wall 1s", "after 2s"])
  }

  @Test("two runs of one body have the same trace, byte for byte")
  func traces() async {
    func run() async -> [String] {
      await Simulation().perform { simulation in
        var lines: [String] = []
        simulation.observe { lines.append($0.description) }
        simulation.spawn("body") {
          let (stream, continuation) = AsyncStream<Int>.makeStream()
          let consumer = Task { for await _ in stream { await Task.yield() } }
          for number in 0..<5 {
            continuation.yield(number)
            try? await Task.sleep(for: .milliseconds(number), tolerance: .seconds(1))
          }
          consumer.cancel()
          await consumer.value
        }
        _ = simulation.runToEnd()
        simulation.observe(nil)
        simulation.end()
        return lines
      }
    }
    let first = await run()
    #expect(first.count > 20)
    #expect(await run() == first)
  }
}

/// An executor that runs its jobs when it is let.
private final class GatedExecutor: SerialExecutor {
  private let gate: DispatchSemaphore
  private let thread: OutsideThread

  init(_ gate: DispatchSemaphore, _ thread: OutsideThread) {
    self.gate = gate
    self.thread = thread
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    thread.post {
      self.gate.wait()
      // The job was handed over to this executor, and is run once.
      unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }
}

private actor Gated {
  private let executor: GatedExecutor
  // The actor owns the executor, which so outlives every use of the reference.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(_ executor: GatedExecutor) { self.executor = executor }

  func visit() {}
}
