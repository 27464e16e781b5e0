/// One parameter of a verb, a stream, a probe or a value call; also one column of a verb's table.
package struct ParameterSignature: Hashable, Sendable {
  /// Whether an argument must be given.
  package enum Presence: Hashable, Sendable {
    /// It must.
    case required
    /// It need not, and then there is no value.
    case optional
    /// It need not, and then this is the value.
    case defaulted(SyntaxValue.Kind)
    /// It may be given any number of times; only the last parameter without a label may be so.
    case variadic
  }

  /// The label that stands before the argument, or nil for an argument known by its position.
  package var label: String?
  /// The name by which the implementation asks for the value.
  package var name: String
  /// What the argument may be.
  package var type: ValueType
  /// Whether it must be given.
  package var presence: Presence
  /// What it is for, as the second half of a sentence.
  package var summary: String

  /// Creates a parameter known by its position.
  package init(
    _ name: String, _ type: ValueType, _ presence: Presence = .required, summary: String = ""
  ) {
    self.name = name
    self.type = type
    self.presence = presence
    self.summary = summary
  }

  /// Creates a parameter with a label, which is its name, too.
  package init(
    label: String, _ type: ValueType, _ presence: Presence = .optional, summary: String = ""
  ) {
    self.label = label
    self.name = label
    self.type = type
    self.presence = presence
    self.summary = summary
  }

  /// The parameter as a signature shows it, such as `includeMetadataChanges: BOOL = false`.
  var description: String {
    let head = label.map { label in "\(label): " } ?? ""
    return switch presence {
    case .required: head + type.short
    case .optional: "[\(head)\(type.short)]"
    case .variadic: head + type.short + ", ..."
    case .defaulted(let kind):
      "\(head)\(type.short) = \(SyntaxValue(kind, at: SourceSpan(file: 0, start: 0, end: 0)))"
    }
  }
}

/// What an argument, a table's cell or a compared value may be.
package indirect enum ValueType: Hashable, Sendable {
  /// Data as a backend stores it: JSON values and calls that make data; no patterns.
  case data
  /// A pattern: anything, with wildcards and ellipses.
  case pattern
  /// A truth value.
  case bool
  /// An integer.
  case int
  /// A double; an integer is not one.
  case double
  /// A duration.
  case duration
  /// A string or a text.
  case string
  /// A path, or a string in its place.
  case path
  /// An object of data.
  case object
  /// An object as a pattern.
  case objectPattern
  /// An array of data.
  case array
  /// An array as a pattern.
  case arrayPattern
  /// An array whose elements are all of one type.
  case list(of: ValueType)
  /// One of these bare words; any bare word if the list is empty.
  case symbol([String])
  /// The name of an error that the registry knows.
  case error
  /// The name of a stream of the scenario.
  case stream
  /// The word `null`.
  case null
  /// Any of these types.
  case oneOf([ValueType])

  /// The type with an article, for messages.
  package var noun: String {
    switch self {
    case .data: "data"
    case .pattern: "a pattern"
    case .bool: "true or false"
    case .int: "an integer"
    case .double: "a double"
    case .duration: "a duration"
    case .string: "a string"
    case .path: "a path"
    case .object, .objectPattern: "an object"
    case .array, .arrayPattern: "an array"
    case .list(let element): "an array of elements that each are \(element.noun)"
    case .symbol(let names): names.isEmpty ? "a bare word" : ValueType.choice(names)
    case .error: "the name of an error"
    case .stream: "the name of a stream"
    case .null: "null"
    case .oneOf(let types): ValueType.choice(types.map(\.noun))
    }
  }

  /// The type as one word in a signature.
  package var short: String {
    switch self {
    case .data: "DATA"
    case .pattern: "PATTERN"
    case .bool: "BOOL"
    case .int: "INT"
    case .double: "DOUBLE"
    case .duration: "DURATION"
    case .string: "STRING"
    case .path: "PATH"
    case .object, .objectPattern: "OBJECT"
    case .array, .arrayPattern: "ARRAY"
    case .list(let element): "[\(element.short)]"
    case .symbol(let names): names.isEmpty ? "WORD" : names.joined(separator: "|")
    case .error: "ERROR"
    case .stream: "STREAM"
    case .null: "null"
    case .oneOf(let types): types.map(\.short).joined(separator: "|")
    }
  }

  private static func choice(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
