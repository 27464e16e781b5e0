internal import CSimulationRuntime

/// What a simulation looks at between two events: threads that wait, events that wait with them,
/// and what shall be done once something is the case.
struct Waiting {
  /// A thread that waits inside an event.
  ///
  /// The pointers of its wait are good until the thread goes on, and it only does by `wake`, which
  /// takes this out of the list.
  @safe struct Thread {
    let wait: UnsafeMutablePointer<sluice_wait>
    let label: UInt32
    let ordinal: UInt32
    /// Whether it has got what it waits for, or no longer will; its event is ready or gone.
    var isDecided = false

    init(_ wait: UnsafeMutablePointer<sluice_wait>, label: UInt32, ordinal: UInt32) {
      // Kept, as said above.
      unsafe self.wait = wait
      self.label = label
      self.ordinal = ordinal
    }
  }

  var threads: [Thread] = []
  var watches: [Watch] = []
  /// What the threads exclude.
  var exclusions = Exclusions()
  /// The events that can't run as things are, in the order in which they became ready.
  var setAside: [Event] = []
  /// What is done when the script's own thread can't go on any more.
  var onGivingUp: ((Outcome) -> Void)?
  /// How many events were looked at to find out which can run.
  var looks = 0

  var isEmpty: Bool { threads.isEmpty && watches.isEmpty && setAside.isEmpty }
}

/// Something that makes an event ready once it is the case.
///
/// Its object is retained by the C library until `end`.
@safe struct Watch {
  private let raw: sluice_watch
  /// Whether it was the case for a moment.
  var wasMet = false

  init(_ raw: sluice_watch) {
    // A copy of plain data; the object in it is retained.
    unsafe self.raw = raw
  }

  // The library's own function, and the object that belongs to it.
  var isMet: Bool { unsafe wasMet || raw.is_met(raw.object) }
  var event: Event { unsafe Event(raw.event) }

  /// Whether it is about an object.
  func isOf(_ object: UnsafeMutableRawPointer) -> Bool {
    // The addresses alone are compared.
    unsafe raw.object == object
  }

  /// Releases the object; the watch is not used afterwards.
  func end() {
    unsafe withUnsafePointer(to: raw) { raw in unsafe sluice_watch_end(raw) }
  }
}

extension Array {
  /// Takes out the elements that fulfil a condition, and returns them; all keep their order.
  ///
  /// Each element is asked once, so that all are in one of the two arrays afterwards, also if the
  /// answers change. Nothing is allocated if none is taken.
  package mutating func takeAll(where isTaken: (Element) -> Bool) -> [Element] {
    var taken: [Element] = []
    var keptCount = 0
    for index in indices {
      if isTaken(self[index]) {
        taken.append(self[index])
      } else {
        if keptCount < index { self[keptCount] = self[index] }
        keptCount += 1
      }
    }
    removeLast(count - keptCount)
    return taken
  }
}

/// Waiting inside an event, and running other events meanwhile.
extension Engine {
  /// Has the calling thread wait until it is let go on.
  ///
  /// Other events run on other threads, one at a time as always: the turn of the C library sees to
  /// that.
  func block(_ wait: UnsafeMutablePointer<sluice_wait>) {
    if unsafe sleepAlone(wait) { return }
    let outer = (
      label: currentLabel, ordinal: currentOrdinal, provenance: provenance, isRunning: isRunning
    )
    // The wait stands on this thread's stack, which stays as it is until the turn is back.
    unsafe waiting.threads.append(
      Waiting.Thread(wait, label: outer.label, ordinal: outer.ordinal))
    unsafe waiting.exclusions.add(wait.pointee.frames)
    unsafe blockScript(by: wait)
    if unsafe wait.pointee.is_in_line { unsafe addReady(Event(wait.pointee.entry)) }
    needsAttention = true
    isRunning = false
    unsafe sluice_turn_give(record)
    // A search sees the rest of this event as a part of the one that lets it go on.
    course?.goOn()
    currentLabel = outer.label
    currentOrdinal = outer.ordinal
    provenance = outer.provenance
    isRunning = outer.isRunning
    isInEvent = true
  }

  /// Notes that a thread goes on.
  func wake(_ wait: UnsafeMutablePointer<sluice_wait>) {
    // The addresses are compared.
    if let place = waiting.threads.firstIndex(where: { thread in unsafe thread.wait == wait }) {
      waiting.threads.remove(at: place)
      unsafe waiting.exclusions.remove(wait.pointee.frames)
    }
    // As above.
    if unsafe driving.blocker == wait { unsafe driving.blocker = nil }
  }

  /// Grants a condition's signal to the first that waits for it, or to all.
  func signal(_ condition: UnsafeMutableRawPointer, isForAll: Bool) {
    for thread in waiting.threads where !thread.isDecided {
      // A wait in the list stands still; its object is compared, not followed.
      guard unsafe thread.wait.pointee.object == condition, kind(of: thread) == .condition,
        unsafe !thread.wait.pointee.is_granted
      else { continue }
      unsafe thread.wait.pointee.is_granted = true
      if !isForAll { return }
    }
  }

  /// Notes what shall be ready once something is the case.
  func watch(_ watch: sluice_watch) {
    // Copied; its object is retained.
    unsafe waiting.watches.append(Watch(watch))
    needsAttention = true
  }

  /// Runs events on the calling thread until the script's can go on, or another one wants it.
  func substitute() {
    beginOnce()
    if let request = driving.request { serve(request) } else { standIn() }
  }

  /// Runs events until the script's thread can go on, which stands still inside an event or an
  /// action, so that nobody else lets time pass.
  private func standIn() {
    while !sluice_turn_is_wanted() {
      if mailbox.hasMail { openMailbox() }
      attend()
      if ready.count == 0 {
        let isDue = moveDueTimers()
        // What was let go of there may have waited, and the turn been asked for meanwhile.
        if sluice_turn_is_wanted() { break }
        if !isDue {
          if letGoOfTimerSources() { continue }
          guard let outcome = letTimePass() else { continue }
          reportBlocker(outcome)
          return giveUp(outcome)
        }
      }
      guard step < stepLimit else { return giveUp(.overLimit(.steps(stepLimit))) }
      run(chooseNext())
    }
  }

  /// Moves on to the next instant at which something happens; returns why that is not possible.
  func letTimePass() -> Outcome? {
    guard let next = nextTimer else { return isServedFromOutside() ? nil : outcomeOfRest }
    guard next <= Instant.start.advanced(by: limits.virtualTime) else {
      return .overLimit(.virtualTime(limits.virtualTime))
    }
    unsafe record.pointee.now = max(record.pointee.now, next.nanoseconds)
    return nil
  }

  /// What it means that nothing is ready and nothing will be, although the script's thread waits.
  var outcomeOfRest: Outcome {
    // Who waits may wait for a thread that the schedule doesn't know.
    unreportedEscapes > 0 ? Outcome(reportEscapes()) : simulation?.outcomeOfQuiet ?? .finished
  }

  /// Whether a thread outside the simulation has given somebody what he waits for.
  ///
  /// What such a thread will still give is not waited for: no schedule knows when, or whether.
  func isServedFromOutside() -> Bool {
    if mailbox.hasMail { return true }
    // The wait of a thread in the list stands still; what it has taken, `attend` sees.
    for thread in waiting.threads where !thread.isDecided {
      if unsafe sluice_wait_take(thread.wait) { return true }
    }
    return false
  }

  /// Ends a run whose script waits for ever: somebody else answers for it.
  ///
  /// Its thread is left where it is, inside the subject, and never goes on.
  private func giveUp(_ outcome: Outcome) {
    driving = Driving()
    guard let onGivingUp = waiting.onGivingUp else {
      fatalError("a simulation can't go on: \(outcome.complaint)")
    }
    // The threads and the base are compared by their addresses.
    let base = unsafe record.pointee.base
    for index in waiting.threads.indices
    where unsafe waiting.threads[index].wait.pointee.thread == base {
      waiting.threads[index].isDecided = true
    }
    unsafe record.pointee.base = sluice_turn_self()
    sluice_turn_succeed()
    onGivingUp(outcome)
  }

  /// The threads that wait, in the order in which they began to.
  var blockedWaits: [BlockedWait] {
    waiting.threads.filter { thread in !thread.isDecided }.map { thread in
      // The name is the queue's own, and the queue is retained while one waits for it.
      let name = unsafe thread.wait.pointee.name
      var blocked = unsafe BlockedWait(
        event: EventName(label: labels.name(of: thread.label), ordinal: Int(thread.ordinal)),
        kind: kind(of: thread), queue: name.map { name in unsafe String(cString: name) })
      // The wait stands still; its arrays are the library's own, of which so many are filled.
      unsafe withUnsafeBytes(of: thread.wait.pointee.callers) { bytes in
        let count = unsafe thread.wait.pointee.caller_count
        blocked.callers = unsafe Array(bytes.bindMemory(to: UInt.self).prefix(count))
      }
      // As above.
      unsafe withUnsafeBytes(of: thread.wait.pointee.takers) { bytes in
        let count = unsafe thread.wait.pointee.taker_count
        blocked.takingCallers = unsafe Array(bytes.bindMemory(to: UInt.self).prefix(count))
      }
      return blocked
    }
  }

  private func kind(of thread: Waiting.Thread) -> BlockedWait.Kind {
    // One of the library's own words, which ends with a zero byte.
    let word = unsafe String(cString: thread.wait.pointee.what)
    guard let kind = BlockedWait.Kind(rawValue: word) else {
      preconditionFailure("'\(word)' of the C library is no kind of wait")
    }
    return kind
  }

  /// Forgets everybody who waits: nobody goes on after the end.
  func abandonWaiting() {
    for watch in waiting.watches {
      watch.event.discard()
      watch.end()
    }
    for event in waiting.setAside { event.discard() }
    waiting = Waiting()
    driving = Driving()
  }
}

extension Outcome {
  /// What ended a run, in words, for the last ones of a process.
  fileprivate var complaint: String {
    switch self {
    case .finished: "it has finished"
    case .stuck(let waiters): "stuck: \(waiters.map(\.label).joined(separator: ", "))"
    case .overLimit(.steps(let steps)): "still busy after \(steps) steps"
    case .overLimit(.virtualTime(let time)): "still busy after \(time) of virtual time"
    case .escaped(let escapes): "escaped: \(escapes.map(\.label).joined(separator: ", "))"
    case .deadlocked(let waits):
      "deadlocked: \(waits.map(\.description).joined(separator: "; "))"
    }
  }
}
