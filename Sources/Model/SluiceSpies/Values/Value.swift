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

/// A type that knows how it is written in scenarios and in the event log.
public protocol ProjectsToValue {
  /// The value in the notation of the scenario language.
  ///
  /// It must depend on nothing but the value itself: no address, no clock, no hash order.
  var projected: Value { get }
}

// MARK: - Equality

extension Value {
  /// Whether two values print the same.
  ///
  /// That is stricter than Swift's own equality for text, which takes two spellings of one letter
  /// for equal, and for the two zeros; and it takes not-a-number for what it is, so that a stream
  /// may hand it on unchanged.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left.comparedBits == right.comparedBits
    case (.duration(let left), .duration(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameUnits(as: right)
    case (.symbol(let left), .symbol(let right)): left.hasSameUnits(as: right)
    case (.path(let left), .path(let right)): left.hasSameUnits(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.call(let left, let leftArguments), .call(let right, let rightArguments)):
      left == right && leftArguments == rightArguments
    default: false
    }
  }

  /// Feeds what the value prints into a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.comparedBits)
    case .duration(let value): hasher.combine(value)
    case .string(let text), .symbol(let text), .path(let text): hasher.combine(text)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    case .call(let name, let arguments):
      hasher.combine(name)
      hasher.combine(arguments)
    }
  }
}

extension Value.Member {
  /// Whether two members print the same.
  public static func == (left: Value.Member, right: Value.Member) -> Bool {
    left.name.hasSameUnits(as: right.name) && left.value == right.value
  }
}

extension Double {
  /// The number's bits, the same for every not-a-number.
  fileprivate var comparedBits: UInt64 {
    isNaN ? Double.nan.bitPattern : bitPattern
  }
}

extension String {
  /// Whether two texts are spelt the same, and not only read the same.
  fileprivate func hasSameUnits(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}

// MARK: - Notation

extension Value: CustomStringConvertible {
  /// The value in the notation of the scenario language.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .double(let value): text += Value.notation(of: value)
    case .duration(let nanoseconds): text += Value.notation(nanoseconds: nanoseconds)
    case .string(let value): text += Value.quoted(value)
    case .symbol(let value), .path(let value): text += value
    case .array(let values): write(values, between: ("[", "]"), to: &text) { $0.write(to: &$1) }
    case .object(let members):
      write(members, between: ("{", "}"), to: &text) { member, text in
        text += "\(Value.key(member.name)): "
        member.value.write(to: &text)
      }
    case .call(let name, let arguments):
      write(arguments, between: ("\(name)(", ")"), to: &text) { argument, text in
        if let label = argument.label { text += "\(label): " }
        argument.value.write(to: &text)
      }
    }
  }

  private func write<Item>(
    _ items: [Item], between ends: (String, String), to text: inout String,
    each writeItem: (Item, inout String) -> Void
  ) {
    text += ends.0
    for (index, item) in items.enumerated() {
      if index > 0 { text += ", " }
      writeItem(item, &text)
    }
    text += ends.1
  }

  private static func notation(of number: Double) -> String {
    if number.isNaN { return "double(nan)" }
    if number.isInfinite { return number < 0 ? "double(-inf)" : "double(inf)" }
    return "\(number)"
  }

  /// A length of time in the largest unit that gives a whole number.
  package static func notation(nanoseconds: Int64) -> String {
    if nanoseconds == 0 { return "0ms" }
    for unit in timeUnits where nanoseconds.isMultiple(of: unit.nanoseconds) {
      return "\(nanoseconds / unit.nanoseconds)\(unit.name)"
    }
    return "\(nanoseconds)ns"
  }

  /// A length of time as people read it: no number of small units is so large that they would have
  /// to count its digits, as in `999.999999ms`.
  ///
  /// It is exact, as the notation of scenarios is, which has no decimals.
  package static func readable(nanoseconds: Int64) -> String {
    guard !nanoseconds.isMultiple(of: 1_000_000), nanoseconds.magnitude >= 1_000,
      let unit = timeUnits.drop(while: { unit in unit.name != "s" }).first(where: { unit in
        nanoseconds.magnitude >= unit.nanoseconds.magnitude
      })
    else { return notation(nanoseconds: nanoseconds) }
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(
      dividingBy: unit.nanoseconds.magnitude)
    let sign = nanoseconds < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)\(unit.name)" }
    let places = "\(unit.nanoseconds)".utf8.count - 1
    var decimals = "\(rest)"
    decimals = String(repeating: "0", count: places - decimals.utf8.count) + decimals
    while decimals.utf8.last == UInt8(ascii: "0") { decimals.removeLast() }
    return "\(sign)\(whole).\(decimals)\(unit.name)"
  }

  /// The units of time from the largest, with their length.
  package static let timeUnits: [(name: String, nanoseconds: Int64)] = [
    ("h", 3_600_000_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
    ("us", 1_000), ("ns", 1),
  ]

  private static func key(_ name: String) -> String {
    let isWord =
      name.unicodeScalars.first.map { $0 == "_" || $0.properties.isAlphabetic } == true
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (scalar == "_" || scalar == "-" || scalar == "." || scalar.properties.isAlphabetic
            || scalar.properties.numericType != nil)
      }
    return isWord ? name : quoted(name)
  }

  /// A text in JSON's notation, with every control character escaped.
  package static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
