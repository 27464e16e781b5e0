public import SluiceSimulation
import Synchronization

/// The append-only record of everything that happened to the streams of one simulation.
///
/// Spies and the consumer driver write it; rules read it. An entry's number is its place, from 0.
/// Entries are stamped with the simulation's virtual instant and step, so the log is a pure
/// function of the run.
public final class EventLog: Sendable {
  private struct State {
    var entries: [LogEntry] = []
    var registrations = 0
    var sequences = 0
    var consumers = 0
    var sentinels = SentinelCounts()
    var isClosed = false
    /// Who acts in what is called by a label of the simulation's.
    var callers: [UInt32: Event.Caller] = [:]
    /// How often each has called add.
    var adds: [Event.Caller: Int] = [:]
    /// Who has left its loop or was cancelled.
    var leaving: Set<ConsumerID> = []
    /// The sequence whose reading has come back since the last entry.
    var opened: SequenceID?
    /// Whether the run's backend leaves and enters the subject's frames wherever it has to.
    var hasBorders = false
    /// What the next entry says of the subject's allocations.
    var growth: AllocationGrowth?
    /// What was written after the log was closed; nil where nobody asks for it.
    var aftermath: [LogEntry]?
    /// The abilities of the source that some listener has a callback for; nil where none said.
    var audible: Set<SourceAbility>?
    /// The numbers of the entries that foreign threads wrote.
    var foreignEntries: [Int] = []
  }

  let simulation: Simulation
  private let state = Mutex(State())
  /// Told of each entry when it is written; nil where nobody wants to know.
  private let observer: SimulationConfined<((LogEntry) -> Void)?>

  /// An empty log of a simulation.
  public convenience init(of simulation: Simulation) {
    self.init(of: simulation, observer: nil)
  }

  /// An empty log of a simulation, with an observer.
  ///
  /// - Parameters:
  ///   - simulation: The simulation.
  ///   - observer: Told of each entry of the simulating thread's when it is written, before
  ///     anything else happens; nil to tell nobody.
  package init(of simulation: Simulation, observer: ((LogEntry) -> Void)?) {
    self.simulation = simulation
    self.observer = SimulationConfined(observer)
    state.withLock { state in state.entries.reserveCapacity(64) }
  }

  /// Writes one entry, unless the log is closed.
  public func append(_ event: Event) {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    let moment = simulation.moment
    state.withLock { state in
      guard !state.isClosed else {
        if let moment {
          state.aftermath?.append(
            LogEntry(instant: moment.instant, step: moment.step, event: event))
        }
        return
      }
      if moment == nil { state.foreignEntries.append(state.entries.count) }
      switch event {
      case .addCalled(_, let caller, _): state.adds[caller, default: 0] += 1
      case .loopEnded(let consumer, _), .cancelCalled(let consumer):
        state.leaving.insert(consumer)
      default: break
      }
      // A foreign thread has no virtual time; its entry stands at the time of the entry before.
      let instant = moment?.instant ?? state.entries.last?.instant ?? .start
      let step = moment?.step ?? state.entries.last?.step ?? 0
      var entry = LogEntry(instant: instant, step: step, event: event)
      if event == .quiescent { entry.elements = state.sentinels.elements }
      entry.opened = state.opened.take()
      entry.growth = state.growth.take()
      state.entries.append(entry)
    }
    if let tell = observer.value, let moment {
      tell(LogEntry(instant: moment.instant, step: moment.step, event: event))
    }
  }

  /// Notes which abilities of its source a listener that is added has a callback for.
  package func noteAudible(_ abilities: Set<SourceAbility>) {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    state.withLock { state in state.audible = (state.audible ?? []).union(abilities) }
  }

  /// The abilities of the source that some listener had a callback for; nil where the source is
  /// none whose adds say so.
  package var audible: Set<SourceAbility>? { state.withLock { state in state.audible } }

  /// Notes that the call has come back that read a sequence.
  ///
  /// It is no entry of its own: the next one says so.
  package func noteOpened(_ sequence: SequenceID) {
    state.withLock { state in state.opened = sequence }
  }

  /// Notes that the backend of the run leaves and enters the subject's frames wherever it has to.
  ///
  /// Only then may the subject's allocations be counted: what another backend keeps would count.
  package func noteBorders() {
    state.withLock { state in state.hasBorders = true }
  }

  /// Whether ``noteBorders()`` was called.
  package var hasBorders: Bool { state.withLock { state in state.hasBorders } }

  /// Notes how the subject's allocations have grown; the next entry says so.
  package func note(_ growth: AllocationGrowth) {
    state.withLock { state in state.growth = growth }
  }

  /// Names who acts in what is called by a label.
  func name(_ caller: Event.Caller, of label: UInt32) {
    state.withLock { state in state.callers[label] = caller }
  }

  /// Who acts in what is called by some labels, and how often each has called add.
  func callers(of labels: [UInt32]) -> [(caller: Event.Caller, adds: Int)] {
    state.withLock { state in
      labels.compactMap { label in
        state.callers[label].map { caller in (caller, state.adds[caller, default: 0]) }
      }
    }
  }

  /// Whether a consumer has left its loop or was cancelled; false where there is none.
  func mayHaveLeft(_ consumer: ConsumerID?) -> Bool {
    guard let consumer else { return false }
    return state.withLock { state in state.leaving.contains(consumer) }
  }

  /// Whether more than one consumer has been there.
  var hasSeveralConsumers: Bool {
    state.withLock { state in max(state.consumers, state.sequences) > 1 }
  }

  /// Lets what races with the call that is being recorded fall into it, if the scheduler wants so.
  ///
  /// - Returns: Whether anything did.
  @discardableResult
  func offerInterruptions() -> Bool {
    let before = count
    guard simulation.offerInterruptions() else { return false }
    state.withLock { state in
      for number in state.entries.indices.dropFirst(before) {
        state.entries[number].interruptions += 1
      }
    }
    return true
  }

  /// Everything written so far, in order.
  public var entries: [LogEntry] {
    state.withLock { state in state.entries }
  }

  /// The number of entries written so far.
  public var count: Int {
    state.withLock { state in state.entries.count }
  }

  /// How many entries came from threads that were not simulating: calls whose order no schedule
  /// decides.
  public var foreignEntries: Int {
    state.withLock { state in state.foreignEntries.count }
  }

  /// The entries without those of foreign threads: what is the same in every run.
  package var simulatedEntries: [LogEntry] { simulatedEntries(ofFirst: .max) }

  /// The entries without those of foreign threads, of the first so many that were written.
  ///
  /// - Parameter count: How many were written until then.
  /// - Returns: The entries.
  package func simulatedEntries(ofFirst count: Int) -> [LogEntry] {
    state.withLock { state in
      var entries = Array(state.entries.prefix(count))
      for number in state.foreignEntries.reversed() where number < count {
        entries.remove(at: number)
      }
      return entries
    }
  }

  /// Whether the calling thread is running the log's simulation.
  var isOfThisThread: Bool { simulation.moment != nil }

  /// Ends the record: what is written later, by objects that outlive the run, is left out.
  public func close() {
    state.withLock { state in state.isClosed = true }
  }

  /// Has what is written from now on to a closed log kept, apart from the log.
  package func keepAftermath() {
    state.withLock { state in state.aftermath = state.aftermath ?? [] }
  }

  /// What was written to the closed log since somebody wanted it kept.
  package var aftermath: [LogEntry] {
    state.withLock { state in state.aftermath ?? [] }
  }

  /// The watched objects that live now, in a stable order.
  public var livingSentinels: [Event.SentinelRole] {
    state.withLock { state in state.sentinels.living }
  }

  /// Whether a watched object lives now.
  package var hasLivingSentinels: Bool {
    state.withLock { state in !state.sentinels.isEmpty }
  }

  func sentinelBorn(_ role: Event.SentinelRole) {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    state.withLock { state in state.sentinels.born(role) }
  }

  func sentinelDied(_ role: Event.SentinelRole) {
    state.withLock { state in state.sentinels.died(role) }
    switch role {
    case .owner, .fixture, .consumer: append(.sentinelDied(role))
    case .handle, .element: break
    }
  }

  /// The number for the next registration.
  public func nextRegistration() -> RegistrationID {
    state.withLock { state in
      state.registrations += 1
      return RegistrationID(state.registrations)
    }
  }

  /// The number for the next sequence.
  public func nextSequence() -> SequenceID {
    state.withLock { state in
      state.sequences += 1
      return SequenceID(state.sequences)
    }
  }

  /// The number for the next consumer.
  public func nextConsumer() -> ConsumerID {
    state.withLock { state in
      state.consumers += 1
      return ConsumerID(state.consumers)
    }
  }
}

/// One line of the event log: what happened, and when.
public struct LogEntry: Sendable, Hashable {
  /// The virtual instant at which it happened.
  public var instant: Instant
  /// How many events the simulation had run by then.
  public var step: Int
  /// What happened.
  public var event: Event
  /// How many calls that had been recorded before, and had not come back, it fell into by chance.
  ///
  /// What a backend does inside a call of its own is no interruption.
  package var interruptions: Int {
    get { Int(countedInterruptions) }
    set { countedInterruptions = UInt16(clamping: newValue) }
  }
  private var countedInterruptions: UInt16 = 0
  /// How the subject's allocations have grown up to this entry; nil where that is not known.
  package var growth: AllocationGrowth?
  /// The number of ``opened``; 0 for none, since a log has many entries and room for few words.
  private var openedNumber: UInt32 = 0
  /// How many elements that the harness can see die there were by then; counted where nothing is
  /// ready any more.
  package var elements = ElementCount()
  /// The sequence whose reading came back between the entry before and this one.
  package var opened: SequenceID? {
    get { openedNumber == 0 ? nil : SequenceID(Int(openedNumber)) }
    set { openedNumber = UInt32(clamping: newValue?.number ?? 0) }
  }

  /// A line with its time and its event.
  public init(instant: Instant, step: Int, event: Event) {
    self.instant = instant
    self.step = step
    self.event = event
  }
}

/// How many watched elements there have been, and how many of them live.
package struct ElementCount: Sendable, Hashable {
  /// How many were made.
  package var made = 0
  /// How many of them live.
  package var living = 0

  /// A count.
  package init(made: Int = 0, living: Int = 0) {
    self.made = made
    self.living = living
  }
}

/// How the memory that a subject allocates and keeps has changed over many subscriptions.
///
/// A byte in each entry of a log, and so without a number.
package enum AllocationGrowth: UInt8, Sendable, Hashable {
  /// It has come to a limit.
  case limited
  /// It has grown all along.
  case steady
}

/// How many watched objects of each role live now.
private struct SentinelCounts {
  private(set) var elements = ElementCount()
  private var owners = 0
  private var fixtures = 0
  private var numbered: [Event.SentinelRole: Int] = [:]

  /// Whether none lives.
  var isEmpty: Bool { owners == 0 && fixtures == 0 && numbered.isEmpty }

  /// Counts one more that lives.
  mutating func born(_ role: Event.SentinelRole) {
    switch role {
    case .owner: owners += 1
    case .fixture: fixtures += 1
    case .handle, .element, .consumer: numbered[role, default: 0] += 1
    }
    if case .element = role {
      elements.made += 1
      elements.living += 1
    }
  }

  /// Counts one fewer that lives.
  mutating func died(_ role: Event.SentinelRole) {
    switch role {
    case .owner: owners -= 1
    case .fixture: fixtures -= 1
    case .handle, .element, .consumer:
      let others = numbered.removeValue(forKey: role) ?? 1
      if others > 1 { numbered[role] = others - 1 }
    }
    if case .element = role { elements.living -= 1 }
  }

  /// The roles of which any live, in their order.
  var living: [Event.SentinelRole] {
    var living: [Event.SentinelRole] = []
    if owners > 0 { living.append(.owner) }
    if fixtures > 0 { living.append(.fixture) }
    return living + numbered.keys.sorted()
  }
}

// The libraries export these types by these names alone: their own are as general as those of many
// a package under test.
extension EventLog {
  /// What happened, as an entry of a log has it.
  public typealias Event = SluiceSpies.Event

  /// How an element is written in a log, and in a scenario.
  public typealias Value = SluiceSpies.Value

  /// How an error is written in a log, and in a scenario.
  public typealias Failure = SluiceSpies.Failure
}
