internal import CSimulationRuntime

/// What a script does to a simulation.
extension Simulation {
  /// Starts a task inside, which runs when the simulation next settles.
  ///
  /// As with `Task.init`, a body without an isolation of its own has that of its surroundings.
  ///
  /// - Parameters:
  ///   - label: Whose events the task's are, as in `consumer.L`. The tasks that it starts inherit
  ///     it.
  ///   - body: What the task does.
  /// - Returns: The task, already enqueued.
  @discardableResult
  public func spawn(
    _ label: String,
    @_inheritActorContext _ body: sending @escaping @isolated(any) () async -> Void
  ) -> Task<Void, Never> {
    if platform != nil { return Task(operation: body) }
    let engine = enteredEngine
    unsafe engine.record.pointee.label_of_spawn = engine.labels.number(of: label)
    defer { unsafe engine.record.pointee.label_of_spawn = 0 }
    return Task(operation: body)
  }

  /// Does something in a label's name: what it starts has the label, and is no event for that.
  ///
  /// - Parameters:
  ///   - label: The label of the tasks that it creates, and of what it puts on queues.
  ///   - action: What happens.
  /// - Returns: What the action returns.
  package func labelled<Result>(_ label: String, _ action: () -> Result) -> Result {
    guard platform == nil else { return action() }
    let engine = engine
    let outer = (label: engine.currentLabel, provenance: engine.provenance)
    engine.currentLabel = engine.labels.number(of: label)
    engine.provenance = Provenance(action: engine.currentLabel, step: engine.step)
    defer {
      engine.currentLabel = outer.label
      engine.provenance = outer.provenance
    }
    return action()
  }

  /// The number by which ``currentLabel`` knows a label.
  package func number(ofLabel label: String) -> UInt32 {
    platform == nil ? engine.labels.number(of: label) : LabelTable.script
  }

  /// In whose name the calling thread acts, as far as the simulation can tell; nil on a thread that
  /// is not running it.
  package var standing: Standing? {
    // Addresses alone are compared, as in `moment`.
    guard unsafe sluice_current() == unconfinedEngine.record else { return nil }
    return unconfinedEngine.standing
  }

  /// Runs an action right now, as one event with a name of its own.
  ///
  /// - Parameters:
  ///   - label: The label of the event, and of what the action starts.
  ///   - action: What happens.
  /// - Returns: What the action returns.
  /// - Throws: What the action throws.
  public func stimulus<Result, Failure: Error>(
    _ label: String, _ action: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let engine = enteredEngine
    // Another thread may run it.
    let isolation = LentIsolation.current
    return try engine.stimulate(engine.labels.number(of: label)) { () throws(Failure) in
      try isolation.run(action)
    }
  }

  /// Has an action run as an event: one more that is ready now, or one that is due later.
  ///
  /// - Parameters:
  ///   - label: The label of the event, and of what the action starts.
  ///   - delay: The virtual time until then. Zero or less is now.
  ///   - action: What happens.
  public func schedule(
    _ label: String, after delay: Duration = .zero, _ action: @escaping () -> Void
  ) {
    if let platform { return platform.run(action, after: delay) }
    let engine = engine
    let isolation = LentIsolation.current
    let action = { isolation.run(action) }
    let event = Action.event(label: engine.labels.number(of: label), action)
    let deadline = engine.now.advanced(by: delay).nanoseconds
    engine.addTimer(event, deadline: deadline)
  }

  /// Has an action compete with everything else as an event: under a scheduler that explores it may
  /// also fall into a backend's call.
  ///
  /// - Parameters:
  ///   - label: The label of the event, and of what the action starts.
  ///   - delay: The virtual time until it competes. Zero or less is now.
  ///   - action: What happens.
  public func race(
    _ label: String, after delay: Duration = .zero, _ action: @escaping () -> Void
  ) {
    let engine = engine
    let isolation = LentIsolation.current
    let event = Action.event(
      label: engine.labels.number(of: label), lane: Lane.interrupting
    ) { isolation.run(action) }
    engine.interruptingCount += 1
    engine.addTimer(event, deadline: engine.now.advanced(by: delay).nanoseconds)
  }

  /// Drops the actions that are scheduled for later, and lets go of what they hold.
  ///
  /// For the end of a script, after which nothing of what it planned is to come.
  public func dropScheduledActions() {
    guard platform == nil else { return }
    let engine = engine
    for event in engine.timers.remove(where: { event in event.isAction }) {
      if event.lane == Lane.interrupting { engine.interruptingCount -= 1 }
      event.discard()
    }
  }

  /// Offers a place inside a backend's call to the actions that ``race(_:after:_:)`` made ready.
  ///
  /// A fake calls it where a callback, a cancel or another call could come in real life. Under the
  /// canonical schedule, or on a thread that is not running this simulation, nothing happens.
  ///
  /// - Returns: Whether any of them fell into the call.
  @discardableResult
  public func offerInterruptions() -> Bool {
    // Addresses alone are compared, as in `moment`.
    guard unsafe sluice_current() == unconfinedEngine.record else { return false }
    return unconfinedEngine.offerInterruptions()
  }

  /// Runs what is ready at this instant, until nothing is.
  ///
  /// - Returns: nil when the simulation is quiet, else why it is not.
  public func settle() -> Halt? {
    let engine = enteredEngine
    return engine.settle(stepLimit: engine.limits.steps)
  }

  /// Lets time pass until an instant, and has everything happen that is due until then.
  ///
  /// Timers fire in the order of (deadline, order of making), and each instant settles before the
  /// next one comes.
  ///
  /// - Parameter instant: The time afterwards, if nothing stopped it. An earlier one only settles.
  /// - Returns: nil when the simulation is quiet, else why it is not.
  public func advance(to instant: Instant) -> Halt? {
    enteredEngine.advance(to: instant)
  }

  /// The engine, for what is possible only while this simulation is the current one.
  private var enteredEngine: Engine {
    let engine = engine
    precondition(
      unsafe sluice_current() == engine.record, "a simulation is driven outside of `perform`")
    precondition(!engine.isEnded, "a simulation that has ended is used again")
    return engine
  }

  /// The events that tasks may still run when they are cancelled at the end.
  private static let teardownSteps = 100_000
  /// How often tasks that were started meanwhile are cancelled in their turn.
  private static let teardownRounds = 8

  /// Ends the simulation: cancels what lives, lets it come to its end, and parks the rest.
  ///
  /// Nobody waits for virtual time any more: what sleeps goes on at once. A parked task never runs
  /// again: not in a later simulation, not outside; what resumes it later is dropped and counted
  /// (``parkedJobs``).
  ///
  /// - Parameter cancelsTasks: Whether to cancel what lives, or to park it as it is. A loop that
  ///   takes no notice of its cancellation, as one around `try? await Task.sleep(…)`, never
  ///   suspends any more once it is cancelled, and nothing can stop it then.
  /// - Returns: How many tasks had to be cancelled, and how many did not end for all that.
  @discardableResult
  public func end(cancelsTasks: Bool = true) -> Ending {
    let engine = engine
    var cancelled = 0
    var halt: Halt?
    let stepLimit = engine.step + Self.teardownSteps
    for _ in 0..<Self.teardownRounds where engine.endSleeps() {
      guard engine.settle(stepLimit: stepLimit) == nil else { break }
    }
    for round in 0..<Self.teardownRounds {
      let live = cancelsTasks ? cancelLive() : 0
      if round == 0 { cancelled = live }
      halt = engine.settle(stepLimit: stepLimit)
      guard halt == nil, engine.tasks.liveCount > 0, live > 0 else { break }
    }
    let parked = engine.tasks.liveCount
    if parked == 0 {
      engine.makeAbandonedSleepsReady()
      _ = engine.settle(stepLimit: stepLimit)
    }
    engine.close()
    return Ending(cancelled: cancelled, parked: parked, halt: halt)
  }

  /// The number of jobs of ended simulations that were dropped in this process.
  public static var parkedJobs: Int { Int(clamping: sluice_parked_jobs()) }

  /// Cancels every task that lives, and returns how many those are.
  private func cancelLive() -> Int {
    let live = engine.tasks.live
    // A handler of the cancellation may start tasks, and the list then drop what is complete.
    for task in live { task.retain() }
    for task in live {
      task.cancel()
      task.release()
    }
    return live.count
  }
}
