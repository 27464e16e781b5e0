internal import CSimulationRuntime

/// The virtual time, and what waits for it.
extension Engine {
  /// Makes ready what is due; false if nothing is.
  func moveDueTimers() -> Bool {
    releaseRest()
    if needsAttention { return moveDueCarefully() }
    if ring.count > 0 { return true }
    guard let deadline = timers.nextDeadline, unsafe deadline <= record.pointee.now else {
      return false
    }
    while let deadline = timers.nextDeadline, unsafe deadline <= record.pointee.now,
      let event = timers.popFirst()
    {
      ring.append(event)
    }
    return true
  }

  /// Lets go of the timer sources that nobody holds any more; false if that made nothing ready.
  ///
  /// Who lets go of one doesn't pass by here, so it is looked for before time passes.
  func letGoOfTimerSources() -> Bool {
    // The record's, as everything here.
    guard unsafe record.pointee.timers != nil else { return false }
    return unsafe sluice_sweep_timers(record)
  }

  /// The instant of the earliest timer that will ever fire.
  var nextTimer: Instant? {
    let deadline = min(timers.nextDeadline ?? .max, needsAttention ? nextWaitDeadline : .max)
    guard deadline != .max else { return nil }
    return Instant(nanoseconds: deadline)
  }

  /// Lets time pass, instant by instant.
  func advance(to instant: Instant) -> Halt? {
    if let halt = settle(stepLimit: limits.steps) { return halt }
    let limit = Instant.start.advanced(by: limits.virtualTime)
    while let next = nextTimer, next <= instant {
      guard next <= limit else { return .overLimit(.virtualTime(limits.virtualTime)) }
      unsafe record.pointee.now = max(record.pointee.now, next.nanoseconds)
      if let halt = settle(stepLimit: limits.steps) { return halt }
    }
    guard instant <= limit else { return .overLimit(.virtualTime(limits.virtualTime)) }
    unsafe record.pointee.now = max(record.pointee.now, instant.nanoseconds)
    return nil
  }
}
