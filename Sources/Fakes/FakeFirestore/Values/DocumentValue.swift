package import SluiceSpies

/// A value of a document field, in the product's own types.
///
/// Integers and doubles stay apart: 1 and 1.0 are different contents, although a filter finds both.
package indirect enum DocumentValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case timestamp(Timestamp)
  /// A server timestamp that the server has not decided yet.
  case pendingTimestamp(PendingTimestamp)
  case string(String)
  case bytes([UInt8])
  case reference(DocumentKey)
  case geoPoint(GeoPoint)
  case array([DocumentValue])
  case map(Fields)
}

/// A server timestamp between the local write and its acknowledgement.
package struct PendingTimestamp: Equatable, Sendable {
  /// The client's time at the write, which is the estimate a reader may ask for.
  package let estimate: Timestamp

  /// What the field held before, which a reader may ask for instead.
  package let previous: DocumentValue?

  package init(estimate: Timestamp, previous: DocumentValue?) {
    self.estimate = estimate
    self.previous = previous
  }

  /// The last value of the field that was not itself a pending timestamp.
  package var settledPrevious: DocumentValue? {
    guard case .pendingTimestamp(let earlier) = previous else { return previous }
    return earlier.settledPrevious
  }
}

extension DocumentValue: Equatable {
  /// Whether two values are the same contents.
  ///
  /// This is the equality that decides whether a document changed, and the one inside `in`,
  /// `not-in` and the array operators: an integer never equals a double, NaN equals itself, and the
  /// two zeros differ. Comparing filters use the order instead (source:
  /// `Firestore/core/src/model/value_util.cc`).
  package static func == (left: DocumentValue, right: DocumentValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): isSame(left, right)
    case (.timestamp(let left), .timestamp(let right)): left == right
    case (.pendingTimestamp(let left), .pendingTimestamp(let right)): left == right
    case (.string(let left), .string(let right)): Name(left) == Name(right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.reference(let left), .reference(let right)): left == right
    case (.geoPoint(let left), .geoPoint(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.map(let left), .map(let right)): left == right
    default: false
    }
  }

  /// Whether two doubles are the same contents: every NaN is one value, and the zeros are two.
  private static func isSame(_ left: Double, _ right: Double) -> Bool {
    left.isNaN ? right.isNaN : left.bitPattern == right.bitPattern
  }
}

// MARK: - Order

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

extension DocumentValue: CustomStringConvertible {
  /// The value as a scenario writes it, for messages and test output.
  package var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .double(let value): value.isNaN ? "double(nan)" : "\(value)"
    case .timestamp(let value): "\(value)"
    case .pendingTimestamp(let value): "pending(\(value.estimate))"
    case .string(let value): "\"\(value)\""
    case .bytes(let value): "bytes(\(value))"
    case .reference(let value): "ref(\(value))"
    case .geoPoint(let value): "\(value)"
    case .array(let values): "[" + values.map { "\($0)" }.joined(separator: ", ") + "]"
    case .map(let fields): "\(fields)"
    }
  }
}

extension DocumentValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: DocumentValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (Name, DocumentValue)...) {
    self = .map(Fields(elements))
  }
}

/// A place on the globe, by latitude and longitude in degrees.
///
/// Source: `Firestore/Source/Public/FirebaseFirestore/FIRGeoPoint.h`.
public struct GeoPoint: Hashable, Sendable {
  /// The degrees north of the equator, from -90 to 90.
  public let latitude: Double

  /// The degrees east of Greenwich, from -180 to 180.
  public let longitude: Double

  /// The place at this latitude and longitude.
  ///
  /// - Parameters:
  ///   - latitude: The degrees north of the equator; from -90 to 90.
  ///   - longitude: The degrees east of Greenwich; from -180 to 180.
  public init(latitude: Double, longitude: Double) {
    precondition(
      (-90...90).contains(latitude), "a latitude must be from -90 to 90, not \(latitude)")
    precondition(
      (-180...180).contains(longitude), "a longitude must be from -180 to 180, not \(longitude)")
    self.latitude = latitude
    self.longitude = longitude
  }
}

extension GeoPoint: CustomStringConvertible {
  /// Latitude and longitude, for messages.
  public var description: String { "geo(\(latitude), \(longitude))" }
}
