import Foundation

/// What a caller hands to a write, before it is checked: values with the product's special values
/// among them.
package indirect enum InputValue: Sendable {
  /// A value without anything special in it.
  case value(DocumentValue)
  case array([InputValue])
  case map([(String, InputValue)])
  /// The special value that takes the field out.
  case delete
  /// A special value that the server decides.
  case transform(Transform)
}

extension InputValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
  package init(stringLiteral value: String) { self = .value(.string(value)) }
  package init(integerLiteral value: Int64) { self = .value(.integer(value)) }
  package init(dictionaryLiteral elements: (String, InputValue)...) { self = .map(elements) }
  package init(arrayLiteral elements: InputValue...) { self = .array(elements) }
}

extension Transform {
  /// The call that makes this special value, for messages.
  package var call: String {
    switch self {
    case .serverTimestamp: "FieldValue.serverTimestamp()"
    case .increment: "FieldValue.increment()"
    case .arrayUnion: "FieldValue.arrayUnion()"
    case .arrayRemove: "FieldValue.arrayRemove()"
    }
  }
}

// MARK: - As callers pass it

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

/// A special value for a write: one that the server decides, or the deletion of a field.
///
/// Source: `Firestore/Source/Public/FirebaseFirestore/FIRFieldValue.h`.
public final class FieldValue: Sendable {
  let input: InputValue

  private init(_ input: InputValue) {
    self.input = input
  }

  /// Takes the field out, in an update or a merging set.
  public static func delete() -> FieldValue {
    FieldValue(.delete)
  }

  /// The server's time at the commit.
  public static func serverTimestamp() -> FieldValue {
    FieldValue(.transform(.serverTimestamp))
  }

  /// Appends to an array what it does not have.
  public static func arrayUnion(_ elements: [Any]) -> FieldValue {
    FieldValue(.transform(.arrayUnion(operands(elements))))
  }

  /// Takes elements out of an array, each as often as it is there.
  public static func arrayRemove(_ elements: [Any]) -> FieldValue {
    FieldValue(.transform(.arrayRemove(operands(elements))))
  }

  /// Adds a whole number.
  public static func increment(_ value: Int64) -> FieldValue {
    FieldValue(.transform(.increment(.integer(value))))
  }

  /// Adds a floating-point number.
  public static func increment(_ value: Double) -> FieldValue {
    FieldValue(.transform(.increment(.double(value))))
  }

  private static func operands(_ elements: [Any]) -> [DocumentValue] {
    stoppingOnMisuse { () throws(FirestoreUsageError) in
      var result: [DocumentValue] = []
      for element in elements {
        result.append(try InputValue(any: element, at: "an array operation").operand)
      }
      return result
    }
  }
}
