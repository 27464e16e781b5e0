import Foundation
package import SluiceSpies

// MARK: - As callers pass it

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

// MARK: - As scenarios write it

extension DocumentValue: ProjectsToValue {
  /// The value as a scenario writes it; a server timestamp that is not decided yet is
  /// `serverTimestamp()`.
  package var projected: Value {
    switch self {
    case .null: .null
    case .boolean(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .timestamp(let value): .call("timestamp", .string(value.text))
    case .pendingTimestamp: .call("serverTimestamp", [])
    case .string(let value): .string(value)
    case .bytes(let bytes): .call("bytes", .string(Data(bytes).base64EncodedString()))
    case .reference(let key): .call("ref", .path(key.description))
    case .geoPoint(let point):
      .call("geo", .double(point.latitude), .double(point.longitude))
    case .array(let values): .array(values.map(\.projected))
    case .map(let fields): fields.projected
    }
  }
}

extension Fields: ProjectsToValue {
  /// The fields as a scenario writes them; as a dictionary literal they have another `Value`.
  package var projected: SluiceSpies.Value {
    .members(entries.map { ($0.name.text, $0.value.projected) })
  }
}
