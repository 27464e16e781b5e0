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
