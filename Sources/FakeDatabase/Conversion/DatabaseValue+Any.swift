import Foundation

extension DatabaseValue {
  /// A value of Swift as a caller passes it.
  ///
  /// Texts, truths, numbers, `nil`, `NSNull`, and arrays and dictionaries of them can be stored;
  /// anything else stops the process, as in the SDK.
  package init(any value: Any?) {
    guard let value, !Self.isNil(value) else {
      self = .null
      return
    }
    switch value {
    case let value as Bool: self = .boolean(value)
    case let value as any BinaryInteger: self = Self.number(value)
    case let value as Double: self = .double(value)
    case let value as Float: self = .double(Double(value))
    case let value as String: self = .string(value)
    case let value as [Any]: self = .array(value.map { DatabaseValue(any: $0) })
    case let value as [AnyHashable: Any]: self = .object(Self.members(value))
    case is NSNull: self = .null
    default: preconditionFailure("a value of type \(type(of: value)) can't be stored")
    }
  }

  /// The value as Swift shows it to a reader: `NSNull` where there is none.
  package var any: Any {
    switch self {
    case .null: NSNull()
    case .boolean(let value): value
    case .integer(let value): Int(value)
    case .double(let value): value
    case .string(let value): value
    case .array(let values): values.map(\.any)
    case .object(let members):
      Dictionary(members.map { ($0.name, $0.value.any) }, uniquingKeysWith: { _, last in last })
    }
  }

  /// A number that 64 bits can't hold exactly becomes the nearest double.
  private static func number(_ value: some BinaryInteger) -> DatabaseValue {
    Int64(exactly: value).map { .integer($0) } ?? .double(Double(value))
  }

  private static func members(_ values: [AnyHashable: Any]) -> [Member] {
    let named = values.map { key, value in
      guard let name = key.base as? String else {
        preconditionFailure("a key of type \(type(of: key.base)) can't be stored")
      }
      return Member(name, DatabaseValue(any: value))
    }
    return named.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Whether a value of any type is an optional without a value.
  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}
