internal import CSimulationRuntime

/// The way in: everything that drives a simulation happens inside `perform`.
extension Simulation {
  /// Runs a script on the simulation thread, with this simulation as the current one.
  ///
  /// The calling thread stands still until it is done. Other simulations wait for their turn; on
  /// the simulation thread itself, inside another simulation, the script runs in place.
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
    let body = { result = self.enter(script) }
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
    unsafe engine.record.pointee.base = sluice_baton_self()
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
