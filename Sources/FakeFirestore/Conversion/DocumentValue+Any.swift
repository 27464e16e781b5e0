public import Foundation

extension DocumentValue {
  /// A scalar of Swift as a caller passes it; nil for types that the product does not store.
  init?(anyScalar value: Any) {
    switch value {
    case let value as Bool: self = .boolean(value)
    case let value as any BinaryInteger:
      guard let integer = Int64(exactly: value) else { return nil }
      self = .integer(integer)
    case let value as Double: self = .double(value)
    case let value as Float: self = .double(Double(value))
    case let value as String: self = .string(value)
    case let value as Timestamp: self = .timestamp(value.stored)
    case let value as Date: self = .timestamp(Timestamp(date: value).stored)
    case let value as Data: self = .bytes([UInt8](value))
    case let value as GeoPoint: self = .geoPoint(value)
    case let value as DocumentReference: self = .reference(value.key)
    case is NSNull: self = .null
    default:
      guard Self.isNil(value) else { return nil }
      self = .null
    }
  }

  /// The value as Swift shows it to a reader.
  ///
  /// - Parameters:
  ///   - behavior: What stands for a server timestamp that is not decided yet.
  ///   - firestore: The database of references.
  /// - Returns: A value of the type that the vendor's SDK uses.
  func any(_ behavior: ServerTimestampBehavior, firestore: Firestore) -> Any {
    switch self {
    case .null: NSNull()
    case .boolean(let value): value
    case .integer(let value): Int(value)
    case .double(let value): value
    case .timestamp(let value): value
    case .pendingTimestamp(let pending):
      switch behavior {
      case .none: NSNull()
      case .estimate: pending.estimate
      case .previous: pending.settledPrevious?.any(behavior, firestore: firestore) ?? NSNull()
      }
    case .string(let value): value
    case .bytes(let bytes): Data(bytes)
    case .reference(let key): DocumentReference(key, firestore: firestore)
    case .geoPoint(let value): value
    case .array(let values): values.map { $0.any(behavior, firestore: firestore) }
    case .map(let fields): fields.anyFields(behavior, firestore: firestore)
    }
  }

  /// Whether a value of any type is an optional without a value.
  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}

extension Fields {
  /// The fields as Swift shows them to a reader.
  func anyFields(_ behavior: ServerTimestampBehavior, firestore: Firestore) -> [String: Any] {
    var result: [String: Any] = [:]
    for entry in entries {
      result[entry.name.text] = entry.value.any(behavior, firestore: firestore)
    }
    return result
  }
}

extension Timestamp {
  /// The instant of a date, to the nanosecond below it.
  public init(date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let fraction = date.timeIntervalSince1970 - seconds
    self.init(seconds: Int64(seconds), nanoseconds: min(Int32(fraction * 1e9), 999_999_999))
  }

  /// The date of the instant, as exactly as a date can be.
  public func dateValue() -> Date {
    Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
  }
}
