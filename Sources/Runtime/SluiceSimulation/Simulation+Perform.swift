internal import CSimulationRuntime
import Synchronization

/// The way in: everything that drives a simulation happens inside `perform`.
extension Simulation {
  /// Runs a script on the simulation thread, with this simulation as the current one.
  ///
  /// The calling thread stands still until it is done. Other simulations wait for their turn; on
  /// the simulation thread itself, inside another simulation, the script runs in place. A script
  /// that belongs to the caller's actor, the main one for example, runs as that actor's code.
  ///
  /// - Parameter script: What to do; it is passed this simulation.
  /// - Returns: What the script returns.
  /// - Throws: What the script throws. Where nothing can be simulated, `SimulationError` before
  ///   the script begins, if the script may throw it; a script that may not throw ends the process
  ///   there, with the reason, unless ``requireSupport()`` was asked before.
  public func perform<Success, Failure: Error>(
    _ script: (Simulation) throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try requireSupport(as: Failure.self)
    if sluice_thread_is_current() { return try enter(script).get() }
    var result: Result<Success, Failure>?
    let isolation = LentIsolation.ofCaller
    let body = { result = isolation.run { self.enter(script) } }
    withoutActuallyEscaping(body) { body in
      let carrier = Carrier(body)
      SimulationThread.run { carrier.run(for: self.unconfinedEngine) }
    }
    return try Self.unwrap(result)
  }

  /// Runs a script on the simulation thread, with this simulation as the current one.
  ///
  /// No thread of the caller's waits meanwhile, so that any number of tasks may do this at once.
  ///
  /// - Parameter script: What to do; it is passed this simulation.
  /// - Returns: What the script returns.
  /// - Throws: What the script throws, and where nothing can be simulated what the other `perform`
  ///   does.
  public func perform<Success, Failure: Error>(
    _ script: sending @escaping (Simulation) throws(Failure) -> sending Success
  ) async throws(Failure) -> sending Success {
    try requireSupport(as: Failure.self)
    if sluice_thread_is_current() { return try enter(script).get() }
    let script = SimulationConfined(script)
    let carrier = Carrier { SimulationConfined(self.enter(script.value)) }
    SimulationThread.post { carrier.run(for: self.unconfinedEngine) }
    return try await carrier.value.value.get()
  }

  /// Makes this simulation the thread's current one while a script runs.
  func enter<Success, Failure: Error>(
    _ script: (Simulation) throws(Failure) -> Success
  ) -> Result<Success, Failure> {
    precondition(!engine.isEnded, "a simulation that has ended is used again")
    let outer = unsafe sluice_enter(engine.record)
    let base = unsafe engine.record.pointee.base
    unsafe engine.record.pointee.base = sluice_turn_self()
    defer {
      unsafe engine.record.pointee.base = base
      unsafe sluice_enter(outer)
    }
    do throws(Failure) {
      return .success(try script(self))
    } catch {
      return .failure(error)
    }
  }

  private static func unwrap<Success, Failure: Error>(
    _ result: Result<Success, Failure>?
  ) throws(Failure) -> Success {
    guard let result else { preconditionFailure("the simulation thread returned without a result") }
    return try result.get()
  }
}

/// The way in for scripts that may never come back: what they run can block their thread for good.
extension Simulation {
  /// Runs a script on the simulation thread, with this simulation as the current one, and has
  /// somebody else answer if the script can't go on.
  ///
  /// It can't if an event that it runs blocks the thread, waiting for what nobody can give:
  /// ``Outcome/deadlocked(_:)``; or if a limit is reached while it blocks. The thread is left
  /// there for ever, and a new one serves later simulations. This simulation is ended.
  ///
  /// The calling thread stands still until there is an answer. On the simulation thread itself, in
  /// another simulation, nobody can answer instead: the process ends with the reason as its last
  /// words, as it does with the other ways in. Within ``onThread(_:)`` that call's
  /// body is given up.
  ///
  /// - Parameters:
  ///   - script: What to do; it is passed this simulation.
  ///   - answer: Returns what the script would have, from how it was stopped.
  /// - Returns: What the script returns, or the answer.
  public func perform<Success>(
    _ script: @escaping (Simulation) -> Success,
    ifGivenUp answer: @escaping (Outcome) -> Success
  ) -> Success {
    requireSupport(as: Never.self)
    // The record's presence alone is asked for.
    let isInside = unsafe sluice_current() != nil
    if isInside, sluice_thread_is_current() { return enter(script).get() }
    let result = Answer<Success>()
    let isolation = LentIsolation.ofCaller
    let carrier = Carrier {
      self.expectGivingUp { outcome in result.value = isolation.run { answer(outcome) } }
      result.value = isolation.run { self.enter(script).get() }
      self.unconfinedEngine.waiting.onGivingUp = nil
    }
    // Within `onThread` this is the present thread. If it does not come back, nor does that call's
    // body.
    SimulationThread.runPatiently { carrier.run(for: self.unconfinedEngine) }
    guard let value = result.value else {
      preconditionFailure("the simulation thread returned without a result")
    }
    return value
  }

  /// Runs a script on the simulation thread, as above, while no thread of the caller's waits.
  ///
  /// - Parameters:
  ///   - script: What to do; it is passed this simulation.
  ///   - answer: Returns what the script would have, from how it was stopped.
  /// - Returns: What the script returns, or the answer.
  public func perform<Success: Sendable>(
    _ script: sending @escaping (Simulation) -> Success,
    ifGivenUp answer: sending @escaping (Outcome) -> Success
  ) async -> Success {
    requireSupport(as: Never.self)
    if sluice_thread_is_current() { return enter(script).get() }
    let script = SimulationConfined(script)
    let answer = SimulationConfined(answer)
    return await withCheckedContinuation { continuation in
      let carrier = Carrier {
        self.expectGivingUp { outcome in continuation.resume(returning: answer.value(outcome)) }
        let value = self.enter(script.value).get()
        self.unconfinedEngine.waiting.onGivingUp = nil
        continuation.resume(returning: value)
      }
      SimulationThread.post { carrier.run(for: self.unconfinedEngine) }
    }
  }

  /// Notes what is to be done if the script is given up: the simulation is ended, and then somebody
  /// told.
  private func expectGivingUp(_ tell: @escaping (Outcome) -> Void) {
    let engine = unconfinedEngine
    engine.waiting.onGivingUp = { outcome in
      // Ending may come to the same pass again.
      engine.waiting.onGivingUp = { _ in tell(outcome) }
      self.end()
      tell(outcome)
    }
  }
}

/// Many simulations on one thread, one after the other.
extension Simulation {
  /// Runs a body on the simulation thread, where each simulation that it performs runs in place.
  ///
  /// A change of threads costs more than a small simulation. If one of the simulations has to be
  /// given up (see ``perform(_:ifGivenUp:)``), so is the body, in the middle of it. Its thread is
  /// left there for ever, with all that it holds. The caller has to do the work again, without this
  /// function.
  ///
  /// - Parameter body: What performs simulations; it is not inside one.
  /// - Returns: What the body returns; nil if it was given up. A call on the simulation thread runs
  ///   the body in place, and is given up with the outer call.
  package static func onThread<Value>(_ body: @escaping () -> Value) -> Value? {
    if sluice_thread_is_current() { return body() }
    let answer = Answer<Value>()
    SimulationThread.runPatiently { answer.value = body() }
    if answer.value == nil { givenUp.wrappingAdd(1, ordering: .relaxed) }
    return answer.value
  }

  /// The number of threads that were given up in this process, each with a body.
  package static var threadsGivenUp: Int { givenUp.load(ordering: .relaxed) }

  private static let givenUp = Atomic<Int>(0)
}

/// A place for what a script returns.
private final class Answer<Success> {
  var value: Success?
}

/// A whole life in one call.
extension Simulation {
  /// Starts a body as a task, runs until no task is alive or none can go on, and ends the
  /// simulation.
  ///
  /// - Parameter body: What the first task does; its label is `body`.
  /// - Returns: How the run ended.
  public func run(
    @_inheritActorContext _ body: sending @escaping @isolated(any) () async -> Void
  ) -> Outcome {
    let body = SimulationConfined(body)
    return perform({ simulation in simulation.live(body.value) }, ifGivenUp: \.self)
  }

  /// Starts a body as a task, runs until no task is alive or none can go on, and ends the
  /// simulation.
  ///
  /// No thread of the caller's waits meanwhile.
  ///
  /// - Parameter body: What the first task does; its label is `body`.
  /// - Returns: How the run ended.
  public func run(
    @_inheritActorContext _ body: sending @escaping @isolated(any) () async -> Void
  ) async -> Outcome {
    let body = SimulationConfined(body)
    return await perform({ simulation in simulation.live(body.value) }, ifGivenUp: \.self)
  }

  /// Runs until no task is alive, or until none of them can go on.
  ///
  /// Timers that are left when the last task has ended don't fire.
  ///
  /// - Returns: How the run ended.
  public func runToEnd() -> Outcome {
    if let halt = settle() { return Outcome(halt) }
    while liveTasks > 0 {
      guard let next = nextTimer else {
        return outcomeOfQuiet
      }
      if let halt = advance(to: next) { return Outcome(halt) }
    }
    // What waits for a timer may yet go on; timers that are left don't fire.
    return blockedWaits.isEmpty || nextTimer != nil ? .finished : .deadlocked(blockedWaits)
  }

  /// What it means that nothing is ready, and nothing ever will be, although somebody waits.
  var outcomeOfQuiet: Outcome {
    let elsewhere = tasksElsewhere
    if !elsewhere.isEmpty { return .escaped(elsewhere) }
    guard blockedWaits.isEmpty else { return .deadlocked(blockedWaits) }
    if let workOutside { return .escaped([workOutside]) }
    return .stuck(waiters + idleWork.map(Waiter.init))
  }

  private func live(_ body: sending @escaping @isolated(any) () async -> Void) -> Outcome {
    spawn("body", body)
    let outcome = runToEnd()
    end()
    return outcome
  }
}

extension Outcome {
  /// The end of a run that was halted.
  init(_ halt: Halt) {
    switch halt {
    case .overLimit(let limit): self = .overLimit(limit)
    case .escaped(let escapes): self = .escaped(escapes)
    }
  }
}
