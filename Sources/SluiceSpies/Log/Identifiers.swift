/// The number of one registration: one add with its one remove, counted from 1 in the order of the
/// adds.
public struct RegistrationID: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
  /// The number, from 1.
  public let number: Int

  /// The registration with this number.
  public init(_ number: Int) { self.number = number }

  /// The registration with this number, written as a literal in example logs.
  public init(integerLiteral number: Int) { self.number = number }

  /// Whether one registration was added before the other.
  public static func < (left: RegistrationID, right: RegistrationID) -> Bool {
    left.number < right.number
  }
}

/// The number of one consumer: one task that iterates one iterator, counted from 1 in the order of
/// the starts.
public struct ConsumerID: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
  /// The number, from 1.
  public let number: Int

  /// The consumer with this number.
  public init(_ number: Int) { self.number = number }

  /// The consumer with this number, written as a literal in example logs.
  public init(integerLiteral number: Int) { self.number = number }

  /// Whether one consumer was started before the other.
  public static func < (left: ConsumerID, right: ConsumerID) -> Bool {
    left.number < right.number
  }
}

/// The number of one sequence value that a subject handed out, counted from 1 in the order of the
/// accesses.
public struct SequenceID: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
  /// The number, from 1.
  public let number: Int

  /// The sequence with this number.
  public init(_ number: Int) { self.number = number }

  /// The sequence with this number, written as a literal in example logs.
  public init(integerLiteral number: Int) { self.number = number }

  /// Whether one sequence was accessed before the other.
  public static func < (left: SequenceID, right: SequenceID) -> Bool {
    left.number < right.number
  }
}
