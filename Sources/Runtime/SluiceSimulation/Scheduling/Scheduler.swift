/// What decides which of the ready events runs next.
///
/// A simulation asks three questions, and nothing else in it is a choice: that a run begins, which
/// event is next, and for a random number. A scheduler whose answers are a function of what it was
/// asked makes the whole run one.
public protocol Scheduler {
  /// Told once, before the first event of a run.
  mutating func begin()

  /// Returns the position in `ready` of what runs next; 0 is the canonical choice.
  ///
  /// Asked only where there is a choice. Where order is guaranteed there is none: of the events of
  /// one serial queue, or of the main queue and the main actor, only the first is among the ready
  /// ones.
  ///
  /// - Parameter ready: At least two possibilities. Between events they are the ready events, in
  ///   the order in which they became ready. Inside a backend's call (`ready.isInsideCall`) the
  ///   first is that the call goes on, and the others are what may fall into it.
  /// - Returns: A position below `ready.count`.
  mutating func choose(from ready: ReadyEvents) -> Int

  /// Returns 64 random bits, for whoever needs them inside the simulation.
  mutating func random() -> UInt64
}

/// What could run next, as a scheduler sees it.
///
/// A view without a copy; it holds only during the call it is passed to.
public struct ReadyEvents {
  private let engine: Engine
  /// Whether a backend's call is on the stack: then position 0 means that it goes on, and the
  /// others are events that may fall into it.
  public let isInsideCall: Bool

  init(engine: Engine, isInsideCall: Bool) {
    self.engine = engine
    self.isInsideCall = isInsideCall
  }

  /// The number of possibilities.
  public var count: Int {
    isInsideCall ? engine.ready.interruptingCount + 1 : engine.ready.frontCount
  }

  /// The number of events that ran before.
  public var step: Int { engine.step }

  /// The virtual time.
  public var instant: Instant { engine.now }

  /// Returns the label of the event at a position, as in `consumer.L`.
  public func label(at position: Int) -> String {
    event(at: position).map { event in engine.labels.name(of: event.label) } ?? EventName.goesOn
  }

  /// Returns the name of the event at a position.
  ///
  /// A call that goes on is numbered among the places of one event at which something may fall in.
  public func name(at position: Int) -> EventName {
    guard let event = event(at: position) else {
      return EventName(label: EventName.goesOn, ordinal: engine.lastOffer.count)
    }
    return EventName(label: engine.labels.name(of: event.label), ordinal: Int(event.ordinal))
  }

  /// Returns a small number that stands for the label, the same throughout the simulation; -1 for
  /// a call that goes on.
  public func labelNumber(at position: Int) -> Int {
    event(at: position).map { event in Int(event.label) } ?? -1
  }

  /// Returns a number that stands for the event's name, the same throughout the simulation.
  public func nameNumber(at position: Int) -> UInt64 {
    guard let event = event(at: position) else { return .max }
    return UInt64(event.label) << 32 | UInt64(event.ordinal)
  }

  /// Returns whether the event at a position may fall into a backend's call, as a racing line may;
  /// false for a call that goes on.
  public func isInterrupting(at position: Int) -> Bool {
    event(at: position).map { event in event.lane == Lane.interrupting } ?? false
  }

  /// Hands over what has become possible since this was asked last, or everything: for each event
  /// its number, by which ``position(ofNumber:)`` finds it, and the numbers that stand for it.
  ///
  /// - Returns: Whether it is everything.
  func takeArrivals(
    _ body: (_ number: Int, _ label: UInt32, _ name: UInt64, _ isInterrupting: Bool) -> Void
  ) -> Bool {
    let (events, areAll) = engine.ready.takeArrivals()
    for (number, event) in events {
      let name = UInt64(event.label) << 32 | UInt64(event.ordinal)
      body(number, event.label, name, event.lane == Lane.interrupting)
    }
    return areAll
  }

  /// Says that nobody will ask what has become possible until somebody asks for everything.
  func forgetArrivals() { engine.ready.forgetArrivals() }

  /// Returns the position of an event that was handed over; nil for one that has run, and inside a
  /// call for one that can't fall into it.
  func position(ofNumber number: Int) -> Int? {
    guard isInsideCall else { return engine.ready.position(ofNumber: number) }
    return engine.ready.interruptingPlace(ofNumber: number).map { place in place + 1 }
  }

  /// Takes note that so many events were looked at to choose one.
  func noteLooks(_ count: Int) { engine.ready.noteLooks(count) }

  /// Returns the number that stands for the event's name in all runs of a search.
  func key(at position: Int, in course: RunCourse) -> UInt64 {
    guard let event = event(at: position) else { return .max }
    return course.key(label: event.label, ordinal: event.ordinal, of: engine)
  }

  private func event(at position: Int) -> Event? {
    guard isInsideCall else { return engine.ready[position] }
    return position == 0 ? nil : engine.ready.interrupting(at: position - 1)
  }
}

/// What a walk asks of the possibilities at a choice: of ready events, or of what was possible when
/// the same course was taken before.
package protocol Possibilities {
  /// The number of possibilities.
  var count: Int { get }
  /// Whether a backend's call is on the stack, and the first possibility is that it goes on.
  var isInsideCall: Bool { get }
  /// A number that stands for the event's name; `UInt64.max` for a call that goes on.
  func nameNumber(at position: Int) -> UInt64
  /// Whether the event may fall into a backend's call.
  func isInterrupting(at position: Int) -> Bool
}

extension Possibilities {
  /// A small number that stands for the label; -1 for a call that goes on.
  func labelNumber(at position: Int) -> Int {
    let name = nameNumber(at: position)
    return name == .max ? -1 : Int(name >> 32)
  }
}

extension ReadyEvents: Possibilities {}

/// The stable name of an event: a label, and which of the events of that label it is.
public struct EventName: Sendable, Hashable, CustomStringConvertible {
  /// What stands among the possibilities for a backend's call that goes on.
  public static let goesOn = "goes-on"

  /// The name for the script of a simulation, which runs outside of events.
  package static let script = EventName(label: "script", ordinal: 0)

  /// Whose event it is, as in `consumer.L`.
  public let label: String
  /// The number among the events of the same label, in the order they were made; the first is 1.
  public let ordinal: Int

  /// Creates the name of an event.
  public init(label: String, ordinal: Int) {
    self.label = label
    self.ordinal = ordinal
  }

  /// The label, `#` and the ordinal, as in `consumer.L#2`.
  public var description: String { "\(label)#\(ordinal)" }
}

/// The canonical scheduler: what became ready first runs first, and nothing falls into a call.
public struct FirstInFirstOut: Scheduler {
  private var numbers: SplitMix64

  /// Creates the scheduler.
  ///
  /// - Parameter seed: What its random numbers follow from; they have no part in the order.
  public init(seed: UInt64 = 0) {
    numbers = SplitMix64(seed: seed)
  }

  /// Nothing to do: the order has no state.
  public mutating func begin() {}

  /// Returns 0, the position of the oldest event.
  public mutating func choose(from ready: ReadyEvents) -> Int { 0 }

  /// The next number of the SplitMix64 sequence that belongs to the seed.
  public mutating func random() -> UInt64 { numbers.next() }
}

/// The SplitMix64 sequence of a seed: equal on every machine, for schedulers and seeds.
public struct SplitMix64: RandomNumberGenerator, Sendable, Hashable {
  /// The distance between two states: 2^64 by the golden ratio, made odd.
  package static var increment: UInt64 {
    @inline(__always) get { 0x9E37_79B9_7F4A_7C15 }
  }

  private var state: UInt64

  /// Creates the sequence of a seed, which all have a period of 2^64.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number of the sequence.
  public mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mixed(state)
  }

  /// Returns a number that looks random and belongs to the given one alone.
  @inline(__always)
  package static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number below a bound, each equally likely but for less than one part in 2^32.
  ///
  /// - Parameter bound: A number from 1 to 2^32.
  /// - Returns: A number from 0 to the bound, without the bound itself.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "there is no number below \(bound)")
    return Int(((next() >> 32) &* UInt64(bound)) >> 32)
  }
}
