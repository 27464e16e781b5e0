package import SluiceSpies

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
