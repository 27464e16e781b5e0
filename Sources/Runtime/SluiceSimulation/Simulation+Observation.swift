internal import CSimulationRuntime

extension Simulation {
  /// The virtual time.
  public var now: Instant { platform?.now ?? engine.now }

  /// The number of events that were run, stimuli among them.
  public var step: Int { platform?.step ?? engine.step }

  /// Whether an event is running on this thread, which must not drive the simulation.
  package var isInsideEvent: Bool { engine.isRunning }

  /// Has what the script itself waits for looked after as what an event waits for, until the next
  /// event has run: other events run meanwhile, and a wait for what nobody can give is a deadlock.
  package func watchScript() { engine.isInEvent = true }

  /// The instant of the earliest timer, if one will ever fire.
  public var nextTimer: Instant? { engine.nextTimer }

  /// The number of tasks that have not run to their end.
  public var liveTasks: Int { engine.tasks.liveCount }

  /// The tasks that have not run to their end, oldest first.
  public var waiters: [Waiter] {
    engine.tasks.live.map { task in
      var waiter = Waiter(
        label: engine.labels.name(of: task.label), backtrace: Backtrace.functions(of: task),
        parkedBy: engine.history.last(
          of: task.identity, after: task.creationStep, names: engine.labels))
      waiter.making = Waiter.Making(
        event: engine.history.event(of: task.creationStep, names: engine.labels),
        note: task.creationNote)
      return waiter
    }
  }

  /// Has a number noted of every task that is made from now on, such as how long a log is then, and
  /// when something leaves the simulation.
  ///
  /// - Parameter note: The number, asked for on the simulation thread; nil to note nothing more.
  package func noteMakings(_ note: (() -> Int)?) {
    engine.makingNote = note
  }

  /// The threads that wait inside an event, in the order in which they began to.
  public var blockedWaits: [BlockedWait] { engine.blockedWaits }

  /// What was given to a run loop that nobody runs: the timer that is due next, and the first block
  /// that waits to be performed.
  ///
  /// Nothing of it ever happens: a simulation doesn't run run loops by itself, and a subject that
  /// needs one has to call `RunLoop.run`.
  public var idleWork: [IdleWork] {
    let engine = engine
    var work = sluice_idle_work()
    var found: [IdleWork] = []
    // The record lives as long as the engine, and the work is written during the call.
    if unsafe sluice_idle_timer(engine.record, &work) {
      found.append(IdleWork(work, kind: .timer(due: Instant(nanoseconds: work.due)), of: engine))
    }
    if unsafe sluice_idle_block(engine.record, &work) {
      found.append(IdleWork(work, kind: .block, of: engine))
    }
    return found
  }

  /// The latest events, oldest first: what a run was at when it came to a limit.
  ///
  /// - Parameter count: How many at most; a few thousand are kept.
  /// - Returns: The events with their steps and their virtual times.
  public func recentEvents(_ count: Int) -> [TraceEntry] {
    engine.history.latest(count, names: engine.labels)
  }

  /// The live tasks that wait for an executor outside the simulation, oldest first.
  ///
  /// Complete when the simulation is settled: whatever is enqueued then is enqueued elsewhere.
  public var tasksElsewhere: [Escape] {
    engine.tasks.live.filter(\.isEnqueued).map { task in
      Escape(label: engine.labels.name(of: task.label), kind: .elsewhere)
    }
  }

  /// The last piece of work that was given to a task which was made outside, if any was: what comes
  /// of it nobody decides, and nothing here waits for it.
  package var workOutside: Escape? {
    let engine = engine
    // The record's fields, on the thread that has the turn: see `Engine`.
    guard unsafe engine.record.pointee.outsiders > 0 else { return nil }
    let label = unsafe engine.record.pointee.outsider_label
    return Escape(label: engine.labels.name(of: label), kind: .outsider)
  }

  /// What has left or come in from foreign threads so far, in order of arrival.
  public var escapes: [Escape] { engine.escapes }

  /// The step in which the first of them came, from which on no run need be as another; nil if
  /// there is none.
  package var escapeStep: Int? { engine.escapeStep }

  /// The number that was noted when the first of them came; nil if there is none, or nothing is
  /// noted.
  package var escapeNote: Int? { engine.escapeNote }

  /// Has an observer told of every event from now on, just before it happens.
  ///
  /// - Parameter observer: Called on the simulation thread; nil to tell nobody any more.
  public func observe(_ observer: ((TraceEntry) -> Void)?) {
    engine.observer = observer
  }

  /// Has somebody told every now and then, in steps, that events run: what takes long is then no
  /// single event without end.
  ///
  /// - Parameter sign: Called on the simulation thread between two events; nil to tell nobody.
  package func giveSignsOfLife(_ sign: (() -> Void)?) {
    if platform == nil { engine.giveSigns(sign) }
  }

  /// Whether a task that serves the whole process was given work, which it did inside the event
  /// that gave it: its order was no choice of the scheduler's.
  package var hasServed: Bool { platform == nil && engine.hasServed }

  /// How many ready events were looked at so far to find out what a scheduler may choose from.
  package var looksAtReadyEvents: Int { engine.ready.looks }

  /// How many tasks were looked at to find those that had run to their end.
  package var looksAtTasks: Int { engine.tasks.looks }

  /// How many events were looked at, while threads waited, to find out which of them can run.
  package var looksAtKeptBack: Int { engine.waiting.looks }

  /// Returns 64 random bits of the scheduler's.
  public func random() -> UInt64 { engine.random() }

  /// Whether anything has asked for randomness: if not, the run is the same whatever the seed.
  package var hasDrawnRandomness: Bool { engine.hasDrawnRandomness }

  /// The virtual time, or the start on a thread that is not running this simulation.
  ///
  /// For fakes, which may be called on any thread; a run in which they are has escaped, and is told
  /// so, but not by a trap.
  package var instantOfCall: Instant { moment?.instant ?? .start }

  /// The number of real threads that simulations have created in this process.
  ///
  /// They may still run, and touch what they know of, when the simulation has long ended.
  package static var escapedThreads: Int { Int(clamping: sluice_escaped_threads()) }
}
