package import SluiceSpies

/// A value at the end of a branch, or a priority; the absence of one is no leaf.
package enum LeafValue: Hashable, Sendable {
  case boolean(Bool)
  case number(DatabaseNumber)
  case string(String)
  /// A value that the server decides when the write arrives.
  case server(DeferredValue)

  /// A whole number.
  package static func integer(_ value: Int64) -> LeafValue { .number(.integer(value)) }

  /// A floating-point number.
  package static func double(_ value: Double) -> LeafValue { .number(.double(value)) }

  package static func == (left: LeafValue, right: LeafValue) -> Bool {
    left.order(against: right) == .same
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .boolean(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .server: break
    }
  }

  /// Whether this may be a priority: a number, a string, or what the server makes of one.
  package var isPriority: Bool {
    if case .boolean = self { return false }
    return true
  }
}

extension LeafValue {
  /// The product's order: values still to be decided, false, true, numbers, strings.
  ///
  /// Numbers go by their mathematical values, strings by their UTF-16 units. Source:
  /// `FirebaseDatabase/Sources/Snapshot/FLeafNode.m` (`compareToLeafNode:`).
  package func order(against other: LeafValue) -> Ordering {
    switch (self, other) {
    case (.boolean(let left), .boolean(let right)): Ordering(left ? 1 : 0, right ? 1 : 0)
    case (.number(let left), .number(let right)): left.order(against: right)
    case (.string(let left), .string(let right)): TextOrder.order(left, right)
    case (.server(let left), .server(let right)): left.order(against: right)
    default: Ordering(rank, other.rank)
    }
  }

  /// The order of two priorities, or of a value's absence and a value: none comes first.
  package static func order(_ left: LeafValue?, _ right: LeafValue?) -> Ordering {
    switch (left, right) {
    case (nil, nil): .same
    case (nil, _): .ascending
    case (_, nil): .descending
    case (let left?, let right?): left.order(against: right)
    }
  }

  private var rank: Int {
    switch self {
    case .server: 0
    case .boolean: 1
    case .number: 2
    case .string: 3
    }
  }
}

/// A number as the tree holds it: 1 and 1.0 are one number, and both spellings are kept.
package enum DatabaseNumber: Sendable {
  case integer(Int64)
  case double(Double)

  /// The order of the exact mathematical values.
  package func order(against other: DatabaseNumber) -> Ordering {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): Ordering(left, right)
    case (.double(let left), .double(let right)): Ordering(left, right)
    case (.integer(let left), .double(let right)): DatabaseNumber.order(left, right)
    case (.double(let left), .integer(let right)): DatabaseNumber.order(right, left).reversed
    }
  }

  /// The sum; integers whose sum does not fit become doubles, as does what is added to a double.
  package func adding(_ other: DatabaseNumber) -> DatabaseNumber {
    if case .integer(let left) = self, case .integer(let right) = other {
      let (sum, overflow) = left.addingReportingOverflow(right)
      if !overflow { return .integer(sum) }
    }
    return .double(double + other.double)
  }

  /// The nearest double.
  package var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    }
  }

  private static func order(_ left: Int64, _ right: Double) -> Ordering {
    if right >= 0x1p63 { return .ascending }
    if right < -0x1p63 { return .descending }
    let whole = right.rounded(.down)
    return Ordering(left, Int64(whole)).then(whole < right ? .ascending : .same)
  }
}

extension DatabaseNumber: Hashable {
  package static func == (left: DatabaseNumber, right: DatabaseNumber) -> Bool {
    left.order(against: right) == .same
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(double)
  }
}

/// The order of texts in this product: by their UTF-16 units, as the vendor's clients compare.
///
/// It differs from the order of UTF-8 bytes only where a character outside the basic plane meets
/// one from U+E000 to U+FFFF. Sources: `FirebaseDatabase/Sources/Utilities/FUtilities.m`
/// (`compareKey:toKey:`), `Core/Utilities/FLeafNode.m`.
package enum TextOrder {
  /// The order of two texts.
  package static func order(_ left: String, _ right: String) -> Ordering {
    var leftUnits = left.utf8.makeIterator()
    var rightUnits = right.utf8.makeIterator()
    while true {
      switch (leftUnits.next(), rightUnits.next()) {
      case (nil, nil): return .same
      case (nil, _): return .ascending
      case (_, nil): return .descending
      case (let left?, let right?):
        if left != right { return Ordering(rank(of: left), rank(of: right)) }
      }
    }
  }

  /// Whether two texts are spelt the same, unit by unit.
  package static func areSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  /// The place of a UTF-8 byte among first differing bytes.
  ///
  /// Bytes that lead characters outside the basic plane (F0 to F4) come before those that lead
  /// U+E000 to U+FFFF (EE, EF), because surrogates are smaller than those characters.
  private static func rank(of byte: UInt8) -> UInt8 {
    byte == 0xEE || byte == 0xEF ? byte + 8 : byte
  }
}
