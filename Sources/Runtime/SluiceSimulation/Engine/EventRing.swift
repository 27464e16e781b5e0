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
