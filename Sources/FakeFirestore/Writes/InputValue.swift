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
