internal import CSimulationRuntime

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
  /// words, as it does with the other ways in.
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
    if sluice_thread_is_current() { return enter(script).get() }
    let result = Answer<Success>()
    let carrier = Carrier {
      self.expectGivingUp { outcome in result.value = answer(outcome) }
      result.value = self.enter(script).get()
      self.unconfinedEngine.waiting.onGivingUp = nil
    }
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

/// A place for what a script returns.
private final class Answer<Success> {
  var value: Success?
}
