import FakeDatabase
import SluiceSpies

/// What a stream's or a verb's arguments say that is asked for.
struct DatabaseTarget {
  private let arguments: [Value.Argument]

  /// The target in some arguments.
  init(_ arguments: [Value.Argument]) {
    self.arguments = arguments
  }

  /// The query.
  ///
  /// - Throws: `DatabaseUsageError` where the product does not take it.
  func specification() throws(DatabaseUsageError) -> QuerySpecification {
    QuerySpecification(
      try TreePath(parsing: self["path"]?.place ?? ""),
      try limited(try ranged(try ordered(QueryParameters()))))
  }

  /// What the query asks for beside its place, as spies log it; null for everything.
  var options: Value {
    (try? specification().parameters.projected) ?? .null
  }

  private subscript(label: String) -> Value? {
    arguments.first { argument in argument.label == label }?.value
  }

  private func ordered(
    _ parameters: QueryParameters
  ) throws(DatabaseUsageError) -> QueryParameters {
    switch self["orderBy"] {
    case .string(let path)?: try parameters.ordered(byChild: path)
    case .symbol("key")?: try parameters.ordered(by: .key)
    case .symbol("value")?: try parameters.ordered(by: .value)
    case .symbol("priority")?: try parameters.ordered(by: .priority)
    default: parameters
    }
  }

  private func ranged(
    _ parameters: QueryParameters
  ) throws(DatabaseUsageError) -> QueryParameters {
    var parameters = parameters
    if let (value, key) = endpoint("startAt") {
      parameters = try parameters.starting(at: value, key: key)
    }
    if let (value, key) = endpoint("startAfter") {
      parameters = try parameters.starting(after: value, key: key)
    }
    if let (value, key) = endpoint("endAt") {
      parameters = try parameters.ending(at: value, key: key)
    }
    if let (value, key) = endpoint("endBefore") {
      parameters = try parameters.ending(before: value, key: key)
    }
    if let (value, key) = endpoint("equalTo") {
      parameters = try parameters.equal(to: value, key: key)
    }
    return parameters
  }

  private func limited(
    _ parameters: QueryParameters
  ) throws(DatabaseUsageError) -> QueryParameters {
    var parameters = parameters
    if let count = self["limitToFirst"]?.wholeNumber {
      parameters = try parameters.limited(to: .first(Int(count)))
    }
    if let count = self["limitToLast"]?.wholeNumber {
      parameters = try parameters.limited(to: .last(Int(count)))
    }
    return parameters
  }

  /// A value, or a value with a key.
  private func endpoint(_ label: String) -> (DatabaseValue, String?)? {
    guard let value = self[label] else { return nil }
    if case .array(let parts) = value, parts.count == 2, let key = parts[1].letters {
      return DatabaseValue(scenario: parts[0]).map { ($0, key) }
    }
    return DatabaseValue(scenario: value).map { ($0, nil) }
  }
}
