/// The ready events: in the order in which they became ready, or where a scheduler chooses, what it
/// may choose from and what waits behind that.
struct ReadyQueue: ~Copyable {
  private var ring = EventRing()
  private var fronts: Fronts?
  /// Whether an event of a lane has become ready since this was set back.
  var hasNewOnLane = false

  /// An empty queue.
  ///
  /// - Parameter isFirstInFirstOut: Whether the events run as they became ready.
  init(isFirstInFirstOut: Bool) {
    fronts = isFirstInFirstOut ? nil : Fronts()
  }

  /// The number of events.
  var count: Int {
    @inline(__always) get { fronts?.total ?? ring.count }
  }

  /// The number of events that nothing keeps from being next.
  var frontCount: Int { fronts?.front.count ?? 0 }

  /// How many events were looked at to find out which nothing keeps from being next.
  var looks: Int { fronts?.looks ?? 0 }

  /// Takes note that so many were looked at to find out which is next.
  mutating func noteLooks(_ count: Int) { fronts?.looks += count }

  /// The events that nothing keeps from being next any more since this was asked last, or all of
  /// them; each with its number, which is the greater the later it became ready.
  mutating func takeArrivals() -> (events: [(number: Int, event: Event)], areAll: Bool) {
    fronts?.takeArrivals() ?? ([], true)
  }

  /// Says that nobody will ask for arrivals until somebody asks for all again.
  mutating func forgetArrivals() { fronts?.forgetArrivals() }

  /// Where one of a number is among those that nothing keeps from being next; nil if it is not.
  mutating func position(ofNumber number: Int) -> Int? { fronts?.position(ofNumber: number) }

  @inline(__always)
  mutating func append(_ event: Event) {
    if Lane.keepsOrder(event.lane) { hasNewOnLane = true }
    if fronts == nil { ring.append(event) } else { fronts?.append(event) }
  }

  /// Takes out the event that became ready first.
  @inline(__always)
  mutating func popFirst() -> Event? {
    guard fronts != nil else { return ring.popFirst() }
    // Nothing is before it that could keep it back.
    return count == 0 ? nil : remove(at: 0)
  }

  /// One of the events that nothing keeps from being next, which are in the order in which they
  /// became ready.
  subscript(front: Int) -> Event {
    guard let fronts else { preconditionFailure("nobody chooses from what runs in its order") }
    return fronts.front[front].event
  }

  /// Takes out one of these.
  mutating func remove(at front: Int) -> Event {
    guard let event = fronts?.remove(at: front) else {
      preconditionFailure("nobody chooses from what runs in its order")
    }
    return event
  }

  /// The number of these that may fall into a call.
  var interruptingCount: Int { fronts?.interrupting.count ?? 0 }

  /// One of those that may fall into a call, which are in the order in which they became ready.
  mutating func interrupting(at place: Int) -> Event {
    guard let position = fronts?.position(ofInterrupting: place) else {
      preconditionFailure("nothing falls into a call where all runs in its order")
    }
    return self[position]
  }

  /// Takes out one of these.
  mutating func removeInterrupting(at place: Int) -> Event {
    guard let position = fronts?.position(ofInterrupting: place) else {
      preconditionFailure("nothing falls into a call where all runs in its order")
    }
    return remove(at: position)
  }

  /// Where one of a number is among those that may fall into a call; nil if it is not.
  mutating func interruptingPlace(ofNumber number: Int) -> Int? {
    fronts?.interruptingPlace(ofNumber: number)
  }

  /// Whether an event would have to wait for one that is ready.
  func keepsBack(_ event: Event) -> Bool {
    if let fronts { return fronts.keepsBack(event) }
    for position in 0..<ring.count where Lane.conflict(event.lane, ring[position].lane) {
      return true
    }
    return false
  }
}

/// Ready events by their lanes: a queue for each, so that the first of ten thousand on one lane is
/// found without a look at the others.
private struct Fronts {
  /// An event, and how many became ready before it.
  struct Numbered {
    var number: Int
    var event: Event
  }

  /// The events of a queue: those that share it, or the one that has it alone, are in front.
  private struct Line {
    var frontCount = 0
    /// Whether those in front share it.
    var isFrontShared = false
    var held: [Numbered] = []
    /// How many of those are in front by now.
    var passed = 0

    var isEmpty: Bool { frontCount == 0 && passed == held.count }
  }

  /// The events that nothing keeps from being next, in the order in which they became ready.
  private(set) var front: [Numbered] = []
  /// The numbers of those that may fall into a call, in their order; nothing keeps one back.
  private(set) var interrupting: [Int] = []
  private(set) var total = 0
  var looks = 0
  private var lines: [UInt: Line] = [:]
  private var lastNumber = 0
  /// Those that have come to the front since they were asked for last; nil where nobody asks.
  private var arrivals: [(number: Int, event: Event)]?

  mutating func append(_ event: Event) {
    lastNumber += 1
    total += 1
    looks += 1
    let numbered = Numbered(number: lastNumber, event: event)
    guard let key = Lane.queue(of: event.lane) else {
      front.append(numbered)
      arrivals?.append((lastNumber, event))
      if event.lane == Lane.interrupting { interrupting.append(lastNumber) }
      return
    }
    if keepsBack(event) {
      lines[key]?.held.append(numbered)
    } else {
      front.append(numbered)
      arrivals?.append((lastNumber, event))
      lines[key, default: Line()].frontCount += 1
      lines[key]?.isFrontShared = Lane.isShared(event.lane)
    }
  }

  /// Whether an event has to let one of its lane run first.
  func keepsBack(_ event: Event) -> Bool {
    guard let key = Lane.queue(of: event.lane), let line = lines[key], !line.isEmpty else {
      return false
    }
    // Who waits does so for one that has the lane alone, or is such a one.
    return line.passed < line.held.count || !line.isFrontShared || !Lane.isShared(event.lane)
  }

  mutating func remove(at position: Int) -> Event {
    let (number, event) = (front[position].number, front[position].event)
    front.remove(at: position)
    total -= 1
    if let key = Lane.queue(of: event.lane) { advance(key) }
    if event.lane == Lane.interrupting, let place = interruptingPlace(ofNumber: number) {
      interrupting.remove(at: place)
    }
    return event
  }

  /// Lets those of a lane move up whom nothing keeps back any more, when one of it has gone.
  private mutating func advance(_ key: UInt) {
    guard var line = lines.removeValue(forKey: key) else { return }
    line.frontCount -= 1
    while line.passed < line.held.count {
      looks += 1
      let next = line.held[line.passed]
      let isShared = Lane.isShared(next.event.lane)
      guard line.frontCount == 0 || isShared else { break }
      line.passed += 1
      line.frontCount += 1
      line.isFrontShared = isShared
      insert(next)
      if !isShared { break }
    }
    if line.passed == line.held.count {
      line.held.removeAll(keepingCapacity: true)
      line.passed = 0
    }
    if !line.isEmpty { lines[key] = line }
  }

  /// Puts an event among those in front, by its number.
  private mutating func insert(_ numbered: Numbered) {
    front.insert(numbered, at: place(for: numbered.number))
    arrivals?.append((numbered.number, numbered.event))
  }

  /// Where an event of a number stands in front, or would.
  private func place(for number: Int) -> Int {
    var (low, high) = (0, front.count)
    while low < high {
      let middle = (low + high) / 2
      if front[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func position(ofNumber number: Int) -> Int? {
    // It is found by halving.
    looks += Int.bitWidth - front.count.leadingZeroBitCount
    let place = place(for: number)
    return place < front.count && front[place].number == number ? place : nil
  }

  /// The position in front of one of those that may fall into a call.
  mutating func position(ofInterrupting place: Int) -> Int? {
    position(ofNumber: interrupting[place])
  }

  mutating func interruptingPlace(ofNumber number: Int) -> Int? {
    looks += Int.bitWidth - interrupting.count.leadingZeroBitCount
    var (low, high) = (0, interrupting.count)
    while low < high {
      let middle = (low + high) / 2
      if interrupting[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < interrupting.count && interrupting[low] == number ? low : nil
  }

  mutating func takeArrivals() -> (events: [(number: Int, event: Event)], areAll: Bool) {
    defer { arrivals = [] }
    if let arrivals { return (arrivals, false) }
    return (front.map { numbered in (numbered.number, numbered.event) }, true)
  }

  mutating func forgetArrivals() { arrivals = nil }
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
      guard ready.interruptingCount > 0, step < limits.steps else { return hasRun }
      lastOffer = (step, lastOffer.step == step ? lastOffer.count + 1 : 1)
      let view = ReadyEvents(engine: self, isInsideCall: true)
      let choice = scheduler.choose(from: view)
      precondition(choice >= 0 && choice < view.count, "the scheduler chose what is not possible")
      guard choice > 0 else { return hasRun }
      hasRun = true
      interruptingCount -= 1
      runNested(ready.removeInterrupting(at: choice - 1))
    }
  }
}
