extension Subscribers {
  /// How many values are asked for: a number, or as many as there are.
  ///
  /// Numbers add up; what is too large to count is unlimited, and what is unlimited stays so.
  @frozen
  public struct Demand: Equatable, Comparable, Hashable, Sendable {
    /// The number; one more than the largest `Int` where there is no limit.
    private let rawValue: UInt

    private static var unlimitedValue: UInt { UInt(Int.max) + 1 }

    private init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// As many as there are.
    public static let unlimited = Demand(rawValue: unlimitedValue)
    /// Nothing; the same as `max(0)`.
    public static let none = Demand(rawValue: 0)

    /// So many at most.
    ///
    /// - Parameter value: How many; a negative number is a mistake of the programmer and traps.
    /// - Returns: The demand.
    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "demand can't be negative: \(value)")
      return Demand(rawValue: UInt(value))
    }

    /// The number; nil where there is no limit.
    public var max: Int? { self == .unlimited ? nil : Int(rawValue) }

    /// Whether one is less than the other; what is unlimited is less than nothing.
    public static func < (lhs: Demand, rhs: Demand) -> Bool { lhs.rawValue < rhs.rawValue }
  }
}

// MARK: Calculating

extension Subscribers.Demand {
  /// Both together; unlimited where one is, or where the sum is too large to count.
  public static func + (lhs: Self, rhs: Self) -> Self {
    guard let left = lhs.max, let right = rhs.max else { return .unlimited }
    return sum(left, right)
  }

  /// Adds a demand.
  public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  /// So many more.
  ///
  /// Unlimited stays so. A negative sum traps.
  public static func + (lhs: Self, rhs: Int) -> Self {
    guard let left = lhs.max else { return .unlimited }
    return sum(left, rhs)
  }

  /// Adds so many.
  public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

  /// So many times as much; unlimited stays so, and what is too large to count becomes so.
  public static func * (lhs: Self, rhs: Int) -> Self {
    guard let left = lhs.max else { return .unlimited }
    precondition(rhs >= 0, "demand can't be negative: \(left) times \(rhs)")
    let (product, isTooLarge) = left.multipliedReportingOverflow(by: rhs)
    return isTooLarge ? .unlimited : .max(product)
  }

  /// Multiplies by a number.
  public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

  /// What is left; never less than nothing.
  ///
  /// Of unlimited, unlimited is left, whatever is taken.
  public static func - (lhs: Self, rhs: Self) -> Self {
    guard let left = lhs.max else { return .unlimited }
    guard let right = rhs.max, right < left else { return .none }
    return .max(left - right)
  }

  /// Takes a demand away.
  public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

  /// What is left; never less than nothing.
  ///
  /// Unlimited stays so. Source: Combine's documentation of `-(_:_:)` and `-=(_:_:)` with an `Int`,
  /// which adjusts a negative value to `max(0)`.
  public static func - (lhs: Self, rhs: Int) -> Self {
    guard let left = lhs.max else { return .unlimited }
    let (difference, isTooLarge) = left.subtractingReportingOverflow(rhs)
    return isTooLarge ? .unlimited : .max(Swift.max(difference, 0))
  }

  /// Takes so many away; never more than there are.
  public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }

  private static func sum(_ left: Int, _ right: Int) -> Self {
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? .unlimited : .max(sum)
  }
}

// MARK: Comparing with numbers

extension Subscribers.Demand {
  /// Whether it is that number; unlimited is none.
  public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }
  /// Whether it is another number.
  public static func != (lhs: Self, rhs: Int) -> Bool { lhs.max != rhs }
  /// Whether it is that number; unlimited is none.
  public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }
  /// Whether it is another number.
  public static func != (lhs: Int, rhs: Self) -> Bool { rhs != lhs }
  /// Whether it is more; unlimited is more than every number.
  public static func > (lhs: Self, rhs: Int) -> Bool { lhs.max.map { max in max > rhs } ?? true }
  /// Whether it is at least that; unlimited is.
  public static func >= (lhs: Self, rhs: Int) -> Bool { lhs.max.map { max in max >= rhs } ?? true }
  /// Whether it is less; unlimited never is.
  public static func < (lhs: Self, rhs: Int) -> Bool { !(lhs >= rhs) }
  /// Whether it is at most that; unlimited never is.
  public static func <= (lhs: Self, rhs: Int) -> Bool { !(lhs > rhs) }
  /// Whether the number is more.
  public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }
  /// Whether the number is at least as much.
  public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }
  /// Whether the number is less.
  public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }
  /// Whether the number is at most as much.
  public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }
}

// MARK: Writing

extension Subscribers.Demand: CustomStringConvertible {
  /// As it is written in code, without the dot.
  public var description: String { max.map { max in "max(\(max))" } ?? "unlimited" }
}

extension Subscribers.Demand: Codable {
  /// A demand that was encoded before.
  ///
  /// - Parameter decoder: Where it comes from.
  /// - Throws: The decoder's error, and one for a number that no demand is encoded as.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try container.decode(UInt.self)
    guard number <= Self.unlimitedValue else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no demand is encoded as \(number)")
    }
    self.init(rawValue: number)
  }

  /// Encodes it as one number.
  ///
  /// - Parameter encoder: Where it goes.
  /// - Throws: The encoder's error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
