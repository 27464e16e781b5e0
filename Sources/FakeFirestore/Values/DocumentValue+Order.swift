package import SluiceSpies

extension DocumentValue {
  /// The product's total order, between types and within one.
  ///
  /// Null, booleans, numbers, timestamps, pending server timestamps, strings, bytes, references,
  /// geo points, arrays, maps. NaN is the smallest number; integers and doubles are compared by
  /// their exact mathematical values; strings and map keys by UTF-8 bytes. Source:
  /// `Firestore/core/src/model/value_util.cc`.
  package func order(against other: DocumentValue) -> Ordering {
    switch (self, other) {
    case (.boolean(let left), .boolean(let right)): Ordering(left ? 1 : 0, right ? 1 : 0)
    case (.integer(let left), .integer(let right)): Ordering(left, right)
    case (.integer(let left), .double(let right)): Self.order(right, left).reversed
    case (.double(let left), .integer(let right)): Self.order(left, right)
    case (.double(let left), .double(let right)): Self.order(left, right)
    case (.timestamp(let left), .timestamp(let right)): Ordering(left, right)
    case (.pendingTimestamp(let left), .pendingTimestamp(let right)):
      Ordering(left.estimate, right.estimate)
    case (.string(let left), .string(let right)): Ordering(Name(left), Name(right))
    case (.bytes(let left), .bytes(let right)): Self.order(left, right)
    case (.reference(let left), .reference(let right)): Ordering(left, right)
    case (.geoPoint(let left), .geoPoint(let right)):
      Ordering(left.latitude, right.latitude).then(Ordering(left.longitude, right.longitude))
    case (.array(let left), .array(let right)): Self.order(left, right)
    case (.map(let left), .map(let right)): Self.order(left, right)
    default: Ordering(typeRank, other.typeRank)
    }
  }

  /// The place of this value's type in the order of types; integers and doubles are one type here.
  package var typeRank: Int {
    switch self {
    case .null: 0
    case .boolean: 1
    case .integer, .double: 2
    case .timestamp: 3
    case .pendingTimestamp: 4
    case .string: 5
    case .bytes: 6
    case .reference: 7
    case .geoPoint: 8
    case .array: 9
    case .map: 10
    }
  }

  /// The order of two doubles: NaN first and equal to itself, the two zeros equal.
  private static func order(_ left: Double, _ right: Double) -> Ordering {
    if left.isNaN || right.isNaN {
      return Ordering(left.isNaN ? 0 : 1, right.isNaN ? 0 : 1)
    }
    return Ordering(left, right)
  }

  /// The exact order of a double and an integer, also where a double can't hold the integer.
  private static func order(_ left: Double, _ right: Int64) -> Ordering {
    if left.isNaN { return .ascending }
    if left >= 0x1p63 { return .descending }
    if left < -0x1p63 { return .ascending }
    let whole = left.rounded(.towardZero)
    return Ordering(Int64(whole), right).then(Ordering(left, whole))
  }

  private static func order(_ left: [UInt8], _ right: [UInt8]) -> Ordering {
    for (left, right) in zip(left, right) where left != right {
      return Ordering(left, right)
    }
    return Ordering(left.count, right.count)
  }

  private static func order(_ left: [DocumentValue], _ right: [DocumentValue]) -> Ordering {
    for (left, right) in zip(left, right) {
      let order = left.order(against: right)
      if order != .same { return order }
    }
    return Ordering(left.count, right.count)
  }

  private static func order(_ left: Fields, _ right: Fields) -> Ordering {
    for (left, right) in zip(left.entries, right.entries) {
      let order = Ordering(left.name, right.name).then(left.value.order(against: right.value))
      if order != .same { return order }
    }
    return Ordering(left.entries.count, right.entries.count)
  }
}
