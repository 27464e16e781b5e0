/// A value as scenarios and the event log see it, whatever Swift type the product uses for it.
///
/// Fakes and subjects project their own types to it, so that a rule can compare what a backend
/// called back with what a stream yielded, and a report can show both. Two values are equal exactly
/// when they print the same; an integer never equals a double.
public indirect enum Value: Sendable, Hashable {
  /// The absence of a value.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number of 64 bits.
  case integer(Int64)
  /// A finite or infinite binary floating-point number; not-a-number is written `double(nan)`.
  case double(Double)
  /// A length of virtual time in nanoseconds.
  case duration(Int64)
  /// Text.
  case string(String)
  /// A bare word, such as an error name; never equal to a string.
  case symbol(String)
  /// A slash-separated place in a backend.
  case path(String)
  /// Values in order.
  case array([Value])
  /// Named values in the order in which they are shown; make them with `members(_:)`, which sorts.
  case object([Member])
  /// A constructor with its arguments, such as `timestamp("…")` or `doc({…})`.
  case call(String, [Argument])

  /// One named value of an object.
  public struct Member: Sendable, Hashable {
    /// The member's name.
    public var name: String
    /// The member's value.
    public var value: Value

    /// A member with its name and value.
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// One argument of a constructor, labelled or not.
  public struct Argument: Sendable, Hashable {
    /// The argument's label, if it has one.
    public var label: String?
    /// The argument's value.
    public var value: Value

    /// An argument with its label and value.
    public init(_ label: String? = nil, _ value: Value) {
      self.label = label
      self.value = value
    }
  }

  /// A constructor whose arguments carry no labels.
  public static func call(_ name: String, _ values: Value...) -> Value {
    .call(name, values.map { value in Argument(nil, value) })
  }

  /// Named values, sorted by the bytes of their names.
  ///
  /// Sorting here once makes equality and printing independent of any dictionary's order.
  public static func members(_ members: some Sequence<(String, Value)>) -> Value {
    .object(
      members
        .map { name, value in Member(name, value) }
        .sorted { left, right in left.name.utf8.lexicographicallyPrecedes(right.name.utf8) })
  }
}
