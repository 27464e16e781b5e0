/// How far a case may go before it counts as running away.
public enum ScenarioLimit: Hashable, Sendable {
  /// At most so many steps of the simulation.
  case steps(Int)
  /// At most so much virtual time, in nanoseconds.
  case time(Int64)
}

/// The call of a backend inside which a `during` line happens.
public enum InjectionPoint: String, CaseIterable, Hashable, Sendable {
  /// While the listener is being added.
  case add
  /// While the listener is being removed.
  case remove
  /// While a value, an error or an end is being delivered.
  case deliver
}

/// A line that acts on a consumer without waiting for it.
public enum StreamControl: String, CaseIterable, Hashable, Sendable {
  /// Cancels the task of the consumer, or of the group.
  case cancel
  /// Makes the consumer leave its loop at the next element.
  case `break`
  /// Drops iterator and sequence without a word.
  case drop
  /// Gives up a sequence that was `held`.
  case release
}

/// How a probe is compared with its value.
public enum ProbeComparison: String, CaseIterable, Hashable, Sendable {
  /// The probe matches the value.
  case equal = "=="
  /// The probe does not match the value.
  case notEqual = "!="
  /// The probe is at most the value.
  case lessOrEqual = "<="
  /// The probe is at least the value.
  case greaterOrEqual = ">="
}
