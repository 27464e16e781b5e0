internal import CSimulationRuntime

/// The look around between two events, which most simulations never need.
extension Engine {
  // The record's fields, on the thread that has the turn: see `Engine`. Here and below.
  var needsAttention: Bool {
    @inline(__always) get { unsafe record.pointee.needs_attention }
    set { unsafe record.pointee.needs_attention = newValue }
  }

  // As above.
  var isInEvent: Bool {
    @inline(__always) get { unsafe record.pointee.is_in_event }
    @inline(__always) set { unsafe record.pointee.is_in_event = newValue }
  }

  /// Notes the end of a step for a search, and whether others may have noticed the step.
  func endStep(of course: RunCourse) {
    // The record's field, as above.
    if unsafe record.pointee.has_used_queues { course.useQueues() }
    unsafe record.pointee.has_used_queues = false
    course.end()
  }

  /// Lets those go on who have what they wait for, and sets aside what can't run as things are.
  func attend() {
    for index in waiting.threads.indices where !waiting.threads[index].isDecided {
      // The wait of a thread in the list stands still, here and below.
      if unsafe sluice_wait_take(waiting.threads[index].wait) { decide(index) }
    }
    // Each is looked at once: a thread outside the simulation may change what it sees.
    for watch in waiting.watches.takeAll(where: \.isMet) {
      // In order: what one of them makes ready runs later.
      addReady(watch.event)
      watch.end()
    }
    sift()
    needsAttention = unsafe !waiting.isEmpty || record.pointee.has_stopped_queues
  }

  /// Notes that a group is empty at this moment: who waits for that has what he waits for, even if
  /// the event that is running enters it again.
  func noteEmpty(_ group: UnsafeMutableRawPointer) {
    // Addresses are compared, and the wait of a thread in the list stands still.
    for index in waiting.watches.indices where unsafe waiting.watches[index].isOf(group) {
      waiting.watches[index].wasMet = true
    }
    for thread in waiting.threads where !thread.isDecided {
      if unsafe thread.wait.pointee.object == group { unsafe thread.wait.pointee.is_granted = true }
    }
  }

  /// Makes the event ready that ends a wait.
  func decide(_ index: Int) {
    waiting.threads[index].isDecided = true
    let thread = waiting.threads[index]
    // An entry into a queue is an event of its own, which was made ready at the beginning.
    guard unsafe !thread.wait.pointee.is_in_line else { return }
    var event = unsafe Event(sluice_wait_event(thread.wait))
    event.label = thread.label
    addReady(event)
  }

  /// Sets aside the ready events that can't run now, and puts back the ones that can by now.
  ///
  /// An event can't run on a stopped queue, or while a waiting thread excludes it.
  ///
  /// Every event is looked at in the order in which it became ready, so a set-aside barrier holds
  /// back the readers behind it, and never the ones before it.
  private func sift() {
    guard mayNeedSifting else { return }
    var setAside = waiting.setAside[...]
    var next = ready.popFirst()
    var sifted: [Event] = []
    while let event = next {
      if let earlier = setAside.first, earlier.number < event.number {
        sifted.append(earlier)
        setAside.removeFirst()
      } else {
        sifted.append(event)
        next = ready.popFirst()
      }
    }
    sifted += setAside
    waiting.looks += sifted.count
    waiting.setAside = []
    for event in sifted {
      if isKeptBack(event) { waiting.setAside.append(event) } else { ready.append(event) }
    }
    waiting.exclusions.haveGrown = false
    ready.hasNewOnLane = false
  }

  /// Whether an event that was ready at the end of the last sifting, or has become ready since, may
  /// have to be set aside, or one that was set aside may run by now.
  private var mayNeedSifting: Bool {
    // The record's field, as above.
    if unsafe !waiting.setAside.isEmpty || record.pointee.has_stopped_queues { return true }
    if waiting.exclusions.isEmpty { return false }
    return waiting.exclusions.haveGrown || ready.hasNewOnLane
  }

  private func isKeptBack(_ event: Event) -> Bool {
    if event.isStopped || waiting.exclusions.exclude(event) { return true }
    return waiting.setAside.contains { earlier in Lane.conflict(event.lane, earlier.lane) }
  }

  /// Whether an event could run right now, before all that is ready.
  func isFree(_ event: Event) -> Bool {
    if waiting.exclusions.exclude(event) { return false }
    if ready.keepsBack(event) { return false }
    return !waiting.setAside.contains { earlier in Lane.conflict(event.lane, earlier.lane) }
  }

  // MARK: Time

  /// The earliest instant at which somebody stops waiting.
  var nextWaitDeadline: Int64 {
    var earliest = Int64.max
    for thread in waiting.threads where !thread.isDecided {
      earliest = unsafe min(earliest, thread.wait.pointee.deadline)
    }
    return earliest
  }

  /// Makes ready what is due, and ends the waits that are; false if nothing can run.
  func moveDueCarefully() -> Bool {
    let now = now.nanoseconds
    while let deadline = timers.nextDeadline, deadline <= now, let event = timers.popFirst() {
      enqueue(event)
    }
    for index in waiting.threads.indices where !waiting.threads[index].isDecided {
      let deadline = unsafe waiting.threads[index].wait.pointee.deadline
      if deadline <= now { decide(index) }
    }
    attend()
    return ready.count > 0
  }

  /// Drops a timer's event that is not wanted any more.
  func forget(_ context: UnsafeMutableRawPointer) {
    // The address is compared, not followed.
    let unwanted = timers.remove { event in unsafe event.hasContext(context) }
    for event in unwanted { event.discard() }
  }
}
