internal import CSimulationRuntime

extension Simulation {
  /// The virtual time.
  public var now: Instant { platform?.now ?? engine.now }

  /// The number of events that were run, stimuli among them.
  public var step: Int { platform?.step ?? engine.step }

  /// The instant of the earliest timer, if one will ever fire.
  public var nextTimer: Instant? { engine.nextTimer }

  /// The number of tasks that have not run to their end.
  public var liveTasks: Int { engine.tasks.liveCount }

  /// The tasks that have not run to their end, oldest first.
  public var waiters: [Waiter] {
    engine.tasks.live.map { task in
      Waiter(label: engine.labels.name(of: task.label), backtrace: Backtrace.functions(of: task))
    }
  }

  /// The live tasks that wait for an executor outside the simulation, oldest first.
  ///
  /// Complete when the simulation is settled: whatever is enqueued then is enqueued elsewhere.
  public var tasksElsewhere: [Escape] {
    engine.tasks.live.filter(\.isEnqueued).map { task in
      Escape(label: engine.labels.name(of: task.label), kind: .elsewhere)
    }
  }

  /// What was enqueued from foreign threads so far, in order of arrival.
  public var escapes: [Escape] { engine.escapes }

  /// Has an observer told of every event from now on, just before it happens.
  ///
  /// - Parameter observer: Called on the simulation thread; nil to tell nobody any more.
  public func observe(_ observer: ((TraceEntry) -> Void)?) {
    engine.observer = observer
  }

  /// The time of the real monotonic clock, in nanoseconds, whatever the calling thread simulates.
  package static var realNanoseconds: Int64 { sluice_real_nanoseconds() }

  /// Returns 64 random bits of the scheduler's.
  public func random() -> UInt64 { engine.scheduler.random() }
}
