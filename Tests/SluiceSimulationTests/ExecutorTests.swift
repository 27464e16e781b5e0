import Dispatch
import SluiceSimulation
import Testing

/// An executor whose one thread is there before any simulation is.
private final class OutsideExecutor: TaskExecutor, SerialExecutor {
  private let thread = OutsideThread()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The job was handed over to this executor, and is run once; the executor outlives the call.
    thread.post { [self] in
      unsafe job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }

  // The executor outlives every use of the reference: it is never freed, for its thread has it.
  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  // As above.
  func asUnownedTaskExecutor() -> UnownedTaskExecutor {
    unsafe UnownedTaskExecutor(ordinary: self)
  }
}

private actor Outsider {
  private let executor: OutsideExecutor
  // As above.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(_ executor: OutsideExecutor) { self.executor = executor }

  func visit() {}
}

/// An executor that is made of a queue.
private final class QueueExecutor: TaskExecutor, SerialExecutor {
  private let queue = DispatchQueue(label: "resident")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The job was handed over to this executor, and is run once; the executor outlives the call.
    queue.async { [self] in
      unsafe job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }

  // The executor outlives every use of the reference: its owner has it.
  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  // As above.
  func asUnownedTaskExecutor() -> UnownedTaskExecutor {
    unsafe UnownedTaskExecutor(ordinary: self)
  }
}

/// An executor that runs each job where it is enqueued.
private final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The job was handed over to this executor, and is run once; the executor outlives the call.
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
  }

  // The executor outlives every use of the reference: its owner has it.
  func asUnownedTaskExecutor() -> UnownedTaskExecutor {
    unsafe UnownedTaskExecutor(ordinary: self)
  }
}

@globalActor
private actor Abroad {
  static let shared = Abroad()
  static let executor = OutsideExecutor()
  // As above.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe Self.executor.asUnownedSerialExecutor()
  }
}

private actor QueueResident {
  private let executor = QueueExecutor()
  // The actor owns the executor.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  func visit() async -> Bool {
    try? await Task.sleep(for: .seconds(1))
    assertIsolated()
    return Simulation.current != nil
  }
}

@Suite("Executor")
struct ExecutorTests {
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let leave: @Sendable (isolated (any Actor)?) async -> Void
    init(_ name: String, _ leave: @escaping @Sendable (isolated (any Actor)?) async -> Void) {
      testDescription = name
      self.leave = leave
    }
  }

  private static let executor = OutsideExecutor()

  static let ways: [Way] = [
    Way("a task that prefers it") { _ in await Task(executorPreference: executor) {}.value },
    Way("a detached task that prefers it") { _ in
      await Task.detached(executorPreference: executor) {}.value
    },
    Way("a child task that prefers it") { _ in
      await withTaskGroup(of: Void.self) { group in
        group.addTask(executorPreference: executor) {}
      }
    },
    Way("a preference for a while") { _ in
      await withTaskExecutorPreference(executor) { await Task.yield() }
    },
    Way("an actor that is on it") { _ in await Outsider(executor).visit() },
    Way("a task that begins on a global actor of it") { _ in await Task { @Abroad in }.value },
  ]

  @Test("with a thread that was there before: leaving for it is an escape", arguments: ways)
  func leaving(_ way: Way) async {
    // Its thread belongs to no simulation.
    _ = (Self.executor, Abroad.executor)
    for _ in 0..<200 {
      let outcome = await Simulation().run { await way.leave(nil) }
      guard outcome == .escaped([Escape(label: "body", kind: .elsewhere)]) else {
        Issue.record("\(outcome)")
        return
      }
    }
  }

  @Test("made of a queue is inside")
  func queue() async {
    let seen = Record<Bool>()
    let simulation = Simulation()
    let outcome = await simulation.run { seen.append(await QueueResident().visit()) }
    #expect(outcome == .finished)
    #expect(seen.all == [true])
  }

  @Test("made of a queue is inside as a preference, too, also for what a task starts there")
  func queuePreference() async {
    let seen = Record<String>()
    let executor = QueueExecutor()
    let outcome = await Simulation().run {
      await withTaskExecutorPreference(executor) {
        try? await Task.sleep(for: .seconds(1))
        async let child: Void = {
          seen.append("child at \(Simulation.current?.now ?? .start)")
          try? await Task.sleep(for: .seconds(1))
          seen.append("child at \(Simulation.current?.now ?? .start)")
        }()
        await child
      }
      await Task(executorPreference: executor) {
        try? await Task.sleep(for: .seconds(1))
        seen.append("task at \(Simulation.current?.now ?? .start)")
      }.value
    }
    #expect(outcome == .finished)
    #expect(seen.all == ["child at 1s", "child at 2s", "task at 3s"])
  }

  @Test("is not needed by an immediate task, which is inside from its first step")
  func immediate() async {
    let seen = Record<String>()
    let outcome = await Simulation().run {
      let task = Task.immediate {
        seen.append("begins in \(Simulation.current != nil)")
        try? await Task.sleep(for: .seconds(1))
        seen.append("ends at \(Simulation.current?.now ?? .start)")
      }
      seen.append("goes on")
      await task.value
    }
    #expect(outcome == .finished)
    #expect(seen.all == ["begins in true", "goes on", "ends at 1s"])
  }

  @Test("is inside with all that it starts, if a task begins in its own creation")
  func beginning() async {
    for way in ["inline", "child", "immediate"] {
      let seen = Record<String>()
      let executor = InlineExecutor()
      let body: @concurrent @Sendable () async -> Void = {
        DispatchQueue.global().async { seen.append("block in \(Simulation.current != nil)") }
        Task { seen.append("task in \(Simulation.current != nil)") }
      }
      let outcome = await Simulation().run {
        switch way {
        case "inline": _ = Task(executorPreference: executor) { await body() }
        case "child":
          await withTaskExecutorPreference(executor) {
            async let child: Void = body()
            await child
          }
        default: _ = Task.immediate { await body() }
        }
        try? await Task.sleep(for: .seconds(1))
        seen.append("end")
      }
      #expect(outcome == .finished, "\(way)")
      #expect(seen.all == ["block in true", "task in true", "end"], "\(way)")
    }
  }
}
