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

  var isEmpty: Bool { timers.isEmpty }
  var count: Int { timers.count }

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
