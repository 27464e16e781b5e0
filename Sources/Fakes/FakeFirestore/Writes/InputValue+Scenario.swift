import Foundation
package import SluiceSpies

extension InputValue {
  /// A value as a scenario writes it.
  ///
  /// Beside what JSON has: `timestamp("…")`, `bytes("base64")`, `geo(52.5, 13.4)`,
  /// `ref(cities/SF)`, `double(nan)`, and the special values `serverTimestamp()`, `increment(1)`,
  /// `arrayUnion([1])`, `arrayRemove([1])`, `delete()`.
  ///
  /// - Throws: `FirestoreUsageError.unsupportedValue` for what the product does not store.
  package init(scenario value: SluiceSpies.Value) throws(FirestoreUsageError) {
    switch value {
    case .null: self = .value(.null)
    case .bool(let value): self = .value(.boolean(value))
    case .integer(let value): self = .value(.integer(value))
    case .double(let value): self = .value(.double(value))
    case .string(let value): self = .value(.string(value))
    case .array(let values):
      var elements: [InputValue] = []
      for value in values {
        elements.append(try InputValue(scenario: value))
      }
      self = .array(elements)
    case .object: self = .map(try Self.fields(scenario: value))
    case .call(let name, let arguments):
      self = try Self.call(name, arguments.map(\.value), text: "\(value)")
    case .duration, .symbol, .path:
      throw .unsupportedValue(type: "\(value)", field: "a document")
    }
  }

  /// The fields of an object as a scenario writes it, in the order in which they stand.
  ///
  /// - Throws: `FirestoreUsageError.unsupportedValue` where it is no object.
  package static func fields(
    scenario value: SluiceSpies.Value
  ) throws(FirestoreUsageError) -> [(String, InputValue)] {
    guard case .object(let members) = value else {
      throw .unsupportedValue(type: "\(value)", field: "a document, which needs an object")
    }
    var result: [(String, InputValue)] = []
    for member in members {
      result.append((member.name, try InputValue(scenario: member.value)))
    }
    return result
  }

  /// The paths of an update with their values, from an object with dotted names.
  ///
  /// - Throws: `FirestoreUsageError` where a name is no path or a value is not stored.
  package static func update(
    scenario value: SluiceSpies.Value
  ) throws(FirestoreUsageError) -> [(FieldPath, InputValue)] {
    var result: [(FieldPath, InputValue)] = []
    for (name, value) in try fields(scenario: value) {
      result.append((try FieldPath(parsing: name), value))
    }
    return result
  }

  private static func call(
    _ name: String, _ arguments: [SluiceSpies.Value], text: String
  ) throws(FirestoreUsageError) -> InputValue {
    switch (name, arguments.first, arguments.count) {
    case ("serverTimestamp", _, 0): return .transform(.serverTimestamp)
    case ("delete", _, 0): return .delete
    case ("increment", .integer(let value), 1): return .transform(.increment(.integer(value)))
    case ("increment", .double(let value), 1): return .transform(.increment(.double(value)))
    case ("arrayUnion", .some(let value), 1):
      return .transform(.arrayUnion(try operands(value)))
    case ("arrayRemove", .some(let value), 1):
      return .transform(.arrayRemove(try operands(value)))
    default:
      guard let plain = try DocumentValue(scenarioCall: name, arguments) else {
        throw .unsupportedValue(type: text, field: "a document")
      }
      return .value(plain)
    }
  }

  private static func operands(
    _ value: SluiceSpies.Value
  ) throws(FirestoreUsageError) -> [DocumentValue] {
    guard case .array(let elements) = try InputValue(scenario: value).operand else {
      throw .unsupportedValue(type: "\(value)", field: "an array operation")
    }
    return elements
  }
}

extension DocumentValue {
  /// A value that JSON does not have, as a scenario writes it; nil for an unknown one.
  init?(
    scenarioCall name: String, _ arguments: [SluiceSpies.Value]
  ) throws(FirestoreUsageError) {
    switch (name, arguments.first, arguments.count) {
    case ("timestamp", .string(let text), 1):
      guard let timestamp = Timestamp(parsing: text) else { return nil }
      self = .timestamp(timestamp.stored)
    case ("bytes", .string(let text), 1):
      guard let data = Data(base64Encoded: text) else { return nil }
      self = .bytes([UInt8](data))
    case ("ref", .path(let path), 1), ("ref", .string(let path), 1):
      self = .reference(try DocumentKey(parsing: path))
    case ("double", .symbol(let text), 1):
      switch text {
      case "nan": self = .double(.nan)
      case "infinity": self = .double(.infinity)
      default: return nil
      }
    case ("double", .integer(let value), 1): self = .double(Double(value))
    case ("double", .double(let value), 1): self = .double(value)
    case ("geo", .some(let latitude), 2):
      guard let latitude = latitude.degrees, let longitude = arguments[1].degrees,
        (-90...90).contains(latitude), (-180...180).contains(longitude)
      else { return nil }
      self = .geoPoint(GeoPoint(latitude: latitude, longitude: longitude))
    default: return nil
    }
  }
}

extension SluiceSpies.Value {
  /// The number, whole or not.
  fileprivate var degrees: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}
