internal import CSimulationRuntime

extension Simulation {
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
