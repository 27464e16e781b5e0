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
