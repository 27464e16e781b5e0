/// The ready events, in the order in which they became ready: a ring that grows by doubling.
///
/// It owns its memory: allocated in `init`, freed in `deinit`, never handed out. Positions are
/// checked, so that no use of it is unsafe.
@safe struct EventRing: ~Copyable {
  private var slots: UnsafeMutablePointer<Event>
  private var capacity: Int
  private var head = 0
  private(set) var count = 0

  init(capacity: Int = 64) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a power of two")
    // Room for `capacity` events, of which the `count` from `head` on are initialised, here and
    // below.
    unsafe slots = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit {
    // Nobody else has the pointer, and events are plain data, which need no end of their own.
    unsafe slots.deallocate()
  }

  @inline(__always)
  mutating func append(_ event: Event) {
    if count == capacity { grow() }
    // There is room, and the slot behind the last event is below the capacity.
    unsafe (slots + slot(count)).initialize(to: event)
    count += 1
  }

  @inline(__always)
  mutating func popFirst() -> Event? {
    guard count > 0 else { return nil }
    // The ring is not empty, so its head is initialised.
    let event = unsafe slots[head]
    head = (head + 1) & (capacity - 1)
    count -= 1
    return event
  }

  /// Takes out the event at a position; the others keep their order.
  mutating func remove(at position: Int) -> Event {
    precondition(position >= 0 && position < count, "no ready event at position \(position)")
    // The positions from the one asked for down to 0 are all below the count.
    let event = unsafe slots[slot(position)]
    for index in stride(from: position, to: 0, by: -1) {
      unsafe slots[slot(index)] = slots[slot(index - 1)]
    }
    head = (head + 1) & (capacity - 1)
    count -= 1
    return event
  }

  /// Finds the positions of the events that nothing keeps from being next.
  ///
  /// The events of one lane keep their order, so only the first of each is among them.
  ///
  /// - Parameters:
  ///   - positions: Where they are written, in order.
  ///   - lanes: Room for the lanes that are met.
  func collectFirstOfLanes(into positions: inout [Int], lanes: inout [UInt]) {
    positions.removeAll(keepingCapacity: true)
    lanes.removeAll(keepingCapacity: true)
    for position in 0..<count {
      let lane = self[position].lane
      if lane != Lane.none, lane != Lane.interrupting {
        let isKeptBack = Lane.isKeptBack(lane, by: lanes)
        if !lanes.contains(lane) { lanes.append(lane) }
        if isKeptBack { continue }
      }
      positions.append(position)
    }
  }

  /// Finds the positions of the events that may fall into a call.
  ///
  /// - Parameter positions: Where they are written, in order.
  func collectInterrupting(into positions: inout [Int]) {
    positions.removeAll(keepingCapacity: true)
    for position in 0..<count where self[position].lane == Lane.interrupting {
      positions.append(position)
    }
  }

  subscript(position: Int) -> Event {
    precondition(position >= 0 && position < count, "no ready event at position \(position)")
    // Checked above to be one of the events.
    return unsafe slots[slot(position)]
  }

  @inline(__always)
  private func slot(_ position: Int) -> Int { (head + position) & (capacity - 1) }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Event>.allocate(capacity: capacity * 2)
    // The `count` events move, in order, to the beginning of memory twice as large; the old one
    // goes.
    for index in 0..<count { unsafe (larger + index).initialize(to: slots[slot(index)]) }
    unsafe slots.deallocate()
    unsafe slots = larger
    head = 0
    capacity *= 2
  }
}

/// Events that fall into a backend's call.
extension Engine {
  /// Asks the scheduler, inside a call, which of the events that may fall into it do so, and runs
  /// them there.
  ///
  /// Under the canonical schedule none does.
  ///
  /// - Returns: Whether any did.
  func offerInterruptions() -> Bool {
    guard interruptingCount > 0, !isFirstInFirstOut else { return false }
    beginOnce()
    var hasRun = false
    while true {
      ring.collectInterrupting(into: &choices)
      guard !choices.isEmpty, step < limits.steps else { return hasRun }
      lastOffer = (step, lastOffer.step == step ? lastOffer.count + 1 : 1)
      let ready = ReadyEvents(engine: self, isInsideCall: true)
      let choice = scheduler.choose(from: ready)
      precondition(choice >= 0 && choice < ready.count, "the scheduler chose what is not possible")
      guard choice > 0 else { return hasRun }
      hasRun = true
      interruptingCount -= 1
      runNested(ring.remove(at: choices[choice - 1]))
    }
  }
}
