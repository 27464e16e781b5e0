internal import CSimulationRuntime

/// Threads that sleep inside events.
extension Engine {
  /// Ends a sleep at once, in virtual time, if nothing else can happen until then.
  ///
  /// What happens is what would if the thread waited, in the same steps, but on one thread.
  ///
  /// - Returns: Whether the sleep is over; if not, the thread has to wait.
  func sleepAlone(_ wait: UnsafeMutablePointer<sluice_wait>) -> Bool {
    // The wait stands on the calling thread's stack.
    guard unsafe wait.pointee.is_sleep else { return false }
    let deadline = unsafe wait.pointee.deadline
    let limit = Instant.start.advanced(by: limits.virtualTime).nanoseconds
    guard !needsAttention, !mailbox.hasMail, ring.count == 0, step < stepLimit,
      deadline < timers.nextDeadline ?? .max, deadline <= limit
    else { return false }
    beginOnce()
    // The record's field, on the thread that has the baton: see `Engine`.
    unsafe record.pointee.now = deadline
    var event = unsafe Event(sluice_wait_event(wait))
    event.label = currentLabel
    addReady(event)
    let ordinal = currentOrdinal
    if let end = ring.popFirst() { goOn(as: end) }
    currentOrdinal = ordinal
    return true
  }

  /// Lets every thread that sleeps go on at once, as is done at the end: its stack holds what its
  /// event holds, and it may hold locks.
  ///
  /// - Returns: Whether there was one.
  func endSleeps() -> Bool {
    var found = false
    for index in waiting.threads.indices where !waiting.threads[index].isDecided {
      // The wait of a thread in the list stands still.
      guard unsafe waiting.threads[index].wait.pointee.is_sleep else { continue }
      decide(index)
      found = true
    }
    return found
  }
}
