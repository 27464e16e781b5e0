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
