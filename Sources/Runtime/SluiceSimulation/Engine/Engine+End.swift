internal import CSimulationRuntime

/// The end: nothing of a simulation may outlive it unnoticed.
extension Engine {
  /// Drops every event without running it; what its tasks enqueue later is parked.
  func close() {
    isEnded = true
    endRunLoopWork()
    unsafe sluice_end(record)
    for letter in mailbox.takeAll() {
      if case .event(let event) = letter.content { event.discard() }
    }
    abandonWaiting()
    // What is released may, in its last moments, enqueue more.
    while let event = ready.popFirst() ?? timers.popFirst() ?? takeService() { event.discard() }
    endRunLoopWork()
  }

  /// Lets go of what was given to run loops, which outlive a simulation.
  private func endRunLoopWork() {
    unsafe sluice_end_timers(record)
    unsafe sluice_end_blocks(record)
  }

  /// Makes every remaining sleep's job ready, whatever its instant, and drops the other timers.
  ///
  /// For a simulation without live tasks: the sleepers were cancelled, and each job has only its
  /// own memory left to free.
  func makeAbandonedSleepsReady() {
    while let event = timers.popFirst() {
      if event.isJob { enqueue(event) } else { event.discard() }
    }
  }
}
