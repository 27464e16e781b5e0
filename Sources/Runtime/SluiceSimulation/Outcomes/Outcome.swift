/// How a whole simulation ended.
public enum Outcome: Sendable, Equatable {
  /// Every task ran to its end.
  case finished
  /// Nothing is ready, no timer will fire, and tasks still wait.
  case stuck([Waiter])
  /// A limit was reached: an endless loop, or one that polls for ever.
  case overLimit(Limit)
  /// A thread that is not the simulation's had a hand in it, or was created in it: the order of
  /// events no longer follows from the schedule alone.
  case escaped([Escape])
  /// Threads wait inside events for what nobody can give them: a semaphore that nothing is left to
  /// signal, or a queue that the caller itself is on.
  case deadlocked([BlockedWait])
}

/// Why a simulation stopped before it was quiet.
public enum Halt: Sendable, Equatable {
  /// A limit was reached.
  case overLimit(Limit)
  /// A real thread was created, or work came in from a foreign one. That work is ready now, and
  /// settling again runs it.
  case escaped([Escape])
}

/// A bound that a simulation reached.
public enum Limit: Sendable, Equatable {
  /// So many events were run.
  case steps(Int)
  /// So much virtual time would have passed.
  case virtualTime(Duration)
}

/// A task that is suspended, and whose.
public struct Waiter: Sendable, Equatable {
  /// The label of the task, as in `consumer.L`.
  public let label: String
  /// Where it is suspended: the functions that wait, innermost first, as far as names are known.
  public let backtrace: [String]
  /// The event at whose end it was suspended: the last one that ran it, as far back as is known.
  ///
  /// Where an actor ran several tasks within one event, only the first of them is known.
  public let parkedBy: TraceEntry?
  /// Where it was made, as far back as is known.
  package var making: Making?

  /// Creates a waiter.
  public init(label: String, backtrace: [String], parkedBy: TraceEntry? = nil) {
    self.label = label
    self.backtrace = backtrace
    self.parkedBy = parkedBy
  }

  /// The making of a task.
  package struct Making: Sendable, Equatable {
    /// The event in which it was made; nil if it was made between two, or too long ago.
    package var event: TraceEntry?
    /// What ``Simulation/noteMakings(_:)`` has noted then.
    package var note: Int
  }
}

/// What was left when a simulation was ended.
public struct Ending: Sendable, Equatable {
  /// The number of tasks that were alive and got cancelled.
  public let cancelled: Int
  /// The number of tasks that did not end although cancelled, and never run again.
  public let parked: Int
  /// The limit that stopped the tasks from coming to their end, if one did.
  public let halt: Halt?

  /// Creates an ending.
  public init(cancelled: Int, parked: Int, halt: Halt?) {
    self.cancelled = cancelled
    self.parked = parked
    self.halt = halt
  }
}

/// One event of a run, as an observer is told of it just before it happens.
public struct TraceEntry: Sendable, Hashable, CustomStringConvertible {
  /// The number of the event in the run; the first is 1.
  public let step: Int
  /// The virtual time.
  public let instant: Instant
  /// The name of the event.
  public let event: EventName

  /// Creates an entry.
  public init(step: Int, instant: Instant, event: EventName) {
    self.step = step
    self.instant = instant
    self.event = event
  }

  /// The entry on one line, as in `12 1.5s consumer.L#3`.
  public var description: String { "\(step) \(instant) \(event)" }
}

/// A thread that waits inside an event, and what for.
public struct BlockedWait: Sendable, Equatable, CustomStringConvertible {
  /// What a thread can wait for.
  public enum Kind: String, Sendable {
    /// A semaphore's signal.
    case semaphore
    /// The last member of a group; or a work item, each of which is a group for Dispatch.
    case group
    /// A condition's signal: that of a condition variable, or of what is made of one.
    case condition
    /// A lock that a thread holds which waits, too.
    case lock
    /// A lock that it holds itself, of a kind that nobody can take twice.
    case ownLock = "own lock"
    /// Its turn on a queue: `DispatchQueue.sync` and its kin.
    case sync
    /// A value that is made once, such as a global, by a thread that waits, too.
    case making
    /// A run loop's next event.
    case runLoop
    /// What a descriptor tells: that it can be read, say.
    case descriptor
    /// Nothing but an instant: a sleep that blocks.
    case sleep
  }

  /// The event in which it waits.
  public let event: EventName
  /// What it waits for.
  public let kind: Kind
  /// The label of the queue that it waits for, if it is one.
  public let queue: String?
  /// The addresses of code that waits, innermost first; to find their names takes long.
  var callers: [UInt] = []
  /// Those of code that took the lock, if it is one that the thread holds itself, likewise.
  var takingCallers: [UInt] = []

  /// The functions that wait, innermost first, as far as names are known.
  package var functions: [String] { Backtrace.functions(at: callers) }
  /// The functions that took the lock, if it is one that the thread holds itself, likewise.
  package var takers: [String] { Backtrace.functions(at: takingCallers) }

  /// Creates a wait.
  public init(event: EventName, kind: Kind, queue: String? = nil) {
    self.event = event
    self.kind = kind
    self.queue = queue
  }

  /// Whether two waits are one: names of functions are for a person, and not every build has them.
  public static func == (left: BlockedWait, right: BlockedWait) -> Bool {
    left.event == right.event && left.kind == right.kind && left.queue == right.queue
  }

  /// The wait on one line, as in `consumer.L#2 waits for a semaphore`.
  public var description: String { description(calling: "\(event)") }

  /// The wait on one line.
  ///
  /// - Parameter name: The name for the event that waits.
  /// - Returns: The line.
  package func description(calling name: String) -> String {
    switch kind {
    case .semaphore: "\(name) waits for a semaphore"
    case .group: "\(name) waits for a group or a work item"
    case .condition: "\(name) waits for a condition"
    case .lock: "\(name) waits for a lock"
    case .ownLock: "\(name) waits for a lock that it holds itself"
    case .sync: "\(name) waits for its turn on queue '\(queue ?? "")'"
    case .making: "\(name) waits for a value that is being made"
    case .runLoop: "\(name) waits in a run loop"
    case .descriptor: "\(name) waits for a descriptor"
    case .sleep: "\(name) sleeps"
    }
  }
}
