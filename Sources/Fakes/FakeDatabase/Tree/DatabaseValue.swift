import Foundation
package import SluiceSpies

/// Data as a caller writes and reads it: JSON, in which objects may carry `.value`, `.priority` and
/// `.sv`.
package indirect enum DatabaseValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([DatabaseValue])
  case object([Member])

  /// One named value of an object.
  package struct Member: Sendable, Hashable {
    package let name: String
    package let value: DatabaseValue

    package init(_ name: String, _ value: DatabaseValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a member; nil where this is no object or has none of that name.
  package subscript(name: String) -> DatabaseValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { TextOrder.areSame($0.name, name) }?.value
  }
}

extension DatabaseValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(nilLiteral: ()) { self = .null }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: DatabaseValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, DatabaseValue)...) {
    self = .object(elements.map { Member($0, $1) })
  }
}

// MARK: - As callers pass it

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

// MARK: - As scenarios write it

extension DatabaseValue {
  /// Data as scenarios write them; nil where something in them can't be stored.
  ///
  /// `serverTimestamp()` and `increment(1)` stand for what the server decides.
  package init?(scenario value: SluiceSpies.Value) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let values):
      let elements = values.compactMap { DatabaseValue(scenario: $0) }
      guard elements.count == values.count else { return nil }
      self = .array(elements)
    case .object(let values):
      let members = values.compactMap { member in
        DatabaseValue(scenario: member.value).map { Member(member.name, $0) }
      }
      guard members.count == values.count else { return nil }
      self = .object(members)
    case .call("serverTimestamp", _): self = [".sv": "timestamp"]
    case .call("increment", let arguments):
      guard let delta = arguments.first.flatMap({ DatabaseValue(scenario: $0.value) }) else {
        return nil
      }
      self = [".sv": ["increment": delta]]
    default: return nil
    }
  }

  /// The data as scenarios write them.
  package var projected: SluiceSpies.Value {
    switch self {
    case .null: .null
    case .boolean(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .array(let values): .array(values.map { $0.projected })
    case .object(let members): .members(members.map { ($0.name, $0.value.projected) })
    }
  }
}
