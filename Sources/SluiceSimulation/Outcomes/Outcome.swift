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

  /// Creates a waiter.
  public init(label: String, backtrace: [String], parkedBy: TraceEntry? = nil) {
    self.label = label
    self.backtrace = backtrace
    self.parkedBy = parkedBy
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
