internal import CSimulationRuntime

/// The events that wait for an instant: a binary heap ordered by (deadline, number).
///
/// The number is that of the timer's making, so that the order is total.
struct TimerHeap {
  private struct Timer {
    var deadline: Int64
    var event: Event

    @inline(__always)
    static func precedes(_ left: Timer, _ right: Timer) -> Bool {
      left.deadline != right.deadline
        ? left.deadline < right.deadline : left.event.number < right.event.number
    }
  }

  private var timers: [Timer] = []

  /// The earliest deadline, in nanoseconds since the beginning.
  var nextDeadline: Int64? { timers.first?.deadline }

  mutating func insert(_ event: Event, deadline: Int64) {
    let timer = Timer(deadline: deadline, event: event)
    timers.append(timer)
    var position = timers.count - 1
    while position > 0 {
      let parent = (position - 1) / 2
      guard Timer.precedes(timer, timers[parent]) else { break }
      timers[position] = timers[parent]
      position = parent
    }
    timers[position] = timer
  }

  /// Takes out the event with the earliest deadline, if there is one.
  mutating func popFirst() -> Event? {
    guard let first = timers.first, let last = timers.popLast() else { return nil }
    guard !timers.isEmpty else { return first.event }
    var position = 0
    while true {
      var child = 2 * position + 1
      guard child < timers.count else { break }
      if child + 1 < timers.count, Timer.precedes(timers[child + 1], timers[child]) { child += 1 }
      guard Timer.precedes(timers[child], last) else { break }
      timers[position] = timers[child]
      position = child
    }
    timers[position] = last
    return first.event
  }

  /// Takes out every event that is wanted no more, and returns them.
  mutating func remove(where isUnwanted: (Event) -> Bool) -> [Event] {
    let unwanted = timers.filter { timer in isUnwanted(timer.event) }
    guard !unwanted.isEmpty else { return [] }
    let kept = timers.filter { timer in !isUnwanted(timer.event) }
    timers.removeAll(keepingCapacity: true)
    for timer in kept { insert(timer.event, deadline: timer.deadline) }
    return unwanted.map(\.event)
  }
}

/// The virtual time, and what waits for it.
extension Engine {
  /// Makes ready what is due; false if nothing is.
  func moveDueTimers() -> Bool {
    releaseRest()
    if needsAttention { return moveDueCarefully() }
    if ready.count > 0 { return true }
    guard let deadline = timers.nextDeadline, unsafe deadline <= record.pointee.now else {
      return false
    }
    while let deadline = timers.nextDeadline, unsafe deadline <= record.pointee.now,
      let event = timers.popFirst()
    {
      enqueue(event)
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
    guard !needsAttention, !mailbox.hasMail, ready.count == 0, step < stepLimit,
      deadline < timers.nextDeadline ?? .max, deadline <= limit
    else { return false }
    beginOnce()
    // The record's field, on the thread that has the turn: see `Engine`.
    unsafe record.pointee.now = deadline
    var event = unsafe Event(sluice_wait_event(wait))
    event.label = currentLabel
    addReady(event)
    let outer = (ordinal: currentOrdinal, provenance: provenance)
    if let end = ready.popFirst() { goOn(as: end) }
    currentOrdinal = outer.ordinal
    provenance = outer.provenance
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
