/// What an argument, a table's cell or a compared value may be.
public indirect enum ValueType: Hashable, Sendable {
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
  public var noun: String {
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
  public var short: String {
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
