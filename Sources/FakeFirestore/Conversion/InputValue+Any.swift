import Foundation

extension InputValue {
  /// A value of Swift as a caller passes it.
  ///
  /// - Parameters:
  ///   - value: A type that the product stores, `nil`, `NSNull`, `Date`, `Data`, or a `FieldValue`.
  ///   - place: The field, for the message.
  /// - Throws: `FirestoreUsageError.unsupportedValue` for every other type.
  init(any value: Any, at place: String) throws(FirestoreUsageError) {
    switch value {
    case let value as FieldValue: self = value.input
    case let value as [String: Any]: self = .map(try Self.fields(any: value, at: place))
    case let value as [Any]: self = try Self.array(value, at: place)
    default:
      guard let plain = DocumentValue(anyScalar: value) else {
        throw .unsupportedValue(type: "\(type(of: value))", field: place)
      }
      self = .value(plain)
    }
  }

  /// The fields of a dictionary, in the order of their names.
  static func fields(
    any fields: [String: Any], at place: String
  ) throws(FirestoreUsageError) -> [(String, InputValue)] {
    var result: [(String, InputValue)] = []
    for (name, value) in fields.sorted(by: { Name($0.key) < Name($1.key) }) {
      result.append((name, try InputValue(any: value, at: "\(place).\(name)")))
    }
    return result
  }

  /// The paths of an update with their values, in the order of the paths.
  static func update(
    any fields: [AnyHashable: Any]
  ) throws(FirestoreUsageError) -> [(FieldPath, InputValue)] {
    var result: [(FieldPath, InputValue)] = []
    for (key, value) in fields {
      let path = try FieldPath(any: key.base)
      result.append((path, try InputValue(any: value, at: "\(path)")))
    }
    return result.sorted { $0.0 < $1.0 }
  }

  /// The value as an operand of a query or an array operation, where nothing special may stand.
  package var operand: DocumentValue {
    get throws(FirestoreUsageError) {
      var parser = InputParser(deletions: .forbidden)
      switch self {
      case .value(let value): return value
      case .delete: throw .misplacedTransform("FieldValue.delete()", place: "a query or an array")
      case .transform(let transform):
        throw .misplacedTransform(transform.call, place: "a query or an array")
      case .array(let elements):
        var values: [DocumentValue] = []
        for element in elements {
          values.append(try element.operand)
        }
        return .array(values)
      case .map(let pairs):
        let fields = try parser.fields(of: pairs, at: [])
        if let first = parser.transforms.first {
          throw .misplacedTransform(first.transform.call, place: "a query or an array")
        }
        return .map(fields)
      }
    }
  }

  private static func array(
    _ values: [Any], at place: String
  ) throws(FirestoreUsageError) -> InputValue {
    var elements: [InputValue] = []
    for (index, value) in values.enumerated() {
      elements.append(try InputValue(any: value, at: "\(place)[\(index)]"))
    }
    return .array(elements)
  }
}

extension FieldPath {
  /// The path that a caller names, by dotted string or `FieldPath`.
  ///
  /// - Throws: `FirestoreUsageError` for a malformed string and for every other type.
  init(any value: Any) throws(FirestoreUsageError) {
    switch value {
    case let path as FieldPath: self = path
    case let text as String: try self.init(parsing: text)
    default: throw .unsupportedValue(type: "\(type(of: value))", field: "a field path")
    }
  }

  static func paths(any values: [Any]) throws(FirestoreUsageError) -> [FieldPath] {
    var result: [FieldPath] = []
    for value in values {
      result.append(try FieldPath(any: value))
    }
    return result
  }
}
