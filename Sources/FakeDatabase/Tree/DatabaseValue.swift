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
