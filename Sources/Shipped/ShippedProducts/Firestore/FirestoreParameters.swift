import FakeFirestore
import SluiceProducts
import SluiceSpies

/// What lines give Firestore, as its API takes it: places and queries.
enum FirestoreParameters {
  /// A place in a verb.
  static let path = Parameter<String>("path", .path, "the place")

  /// A place in a stream.
  static let place = Parameter<String>(
    "path",
    .oneOf(.path, .string, .word()) { (path: String?, text: String?, word: String?) in
      path ?? text ?? word
    },
    "the document or the collection; a collection at the root is a bare word")

  /// A whole collection.
  static let collection = Parameter<QueryShape>.combining(place) { path in
    QueryShape(path: try ResourcePath(parsing: path))
  }

  /// A collection and what of it is asked for.
  static let query = Parameter<QueryShape>.combining(
    place,
    Parameter<[[Value]]?>.optional(
      label: "where", .list(of: .elements),
      "conditions, each a field, an operator and a value: [\"n\", \">\", 1]"),
    Parameter<[String]?>.optional(
      label: "order", .list(of: .string), "fields to order by, each with ' desc' behind it or not"),
    Parameter<Int64?>.optional(label: "limit", .integer, "how many from the front"),
    Parameter<Int64?>.optional(label: "limitToLast", .integer, "how many from the back"),
    .collecting(cursors.map { cursor in cursor.parameter }),
    Parameter<Bool>(
      label: "group", .bool, default: false, "whether all collections of this name are asked")
  ) { path, conditions, orders, first, last, positions, isGroup in
    var shape =
      isGroup ? try QueryShape(groupOf: path) : QueryShape(path: try ResourcePath(parsing: path))
    for condition in conditions ?? [] { shape = try shape.filtered(by: condition) }
    for order in orders ?? [] { shape = try shape.ordered(by: order) }
    if let first {
      shape = try shape.limited(to: Int(first), .first)
    } else if let last {
      shape = try shape.limited(to: Int(last), .last)
    }
    for (cursor, position) in zip(cursors, positions) {
      if let position { shape = try cursor.cutting(shape, position) }
    }
    return shape
  }

  /// The positions at which a query may be cut, in the order in which the API is told of them.
  private static let cursors = [
    QueryCursor("startAt", "the first position") { shape, position in
      shape.starting(try shape.cursor(at: position, isInclusive: true))
    },
    QueryCursor("startAfter", "the position before the first") { shape, position in
      shape.starting(try shape.cursor(at: position, isInclusive: false))
    },
    QueryCursor("endAt", "the last position") { shape, position in
      shape.ending(try shape.cursor(at: position, isInclusive: true))
    },
    QueryCursor("endBefore", "the position behind the last") { shape, position in
      shape.ending(try shape.cursor(at: position, isInclusive: false))
    },
  ]

  /// A position at which a query is cut: how a line gives it, and how the API takes it.
  private struct QueryCursor {
    let parameter: Parameter<[Value]?>
    let cutting: @Sendable (QueryShape, [Value]) throws -> QueryShape

    init(
      _ label: String, _ summary: String,
      cutting: @escaping @Sendable (QueryShape, [Value]) throws -> QueryShape
    ) {
      parameter = .optional(label: label, .elements, summary)
      self.cutting = cutting
    }
  }
}

extension QueryShape {
  /// The query with a condition as a scenario writes it: `["n", ">", 1]`.
  fileprivate func filtered(by condition: [Value]) throws -> QueryShape {
    guard condition.count == 3, let field = condition[0].letters,
      let comparison = condition[1].letters.flatMap(FieldFilter.Operator.init)
    else {
      let names = FieldFilter.Operator.allCases.map { comparison in comparison.rawValue }
      throw FixtureError(
        "\(Value.array(condition)) is not [field, operator, value] with one of: "
          + names.joined(separator: " "))
    }
    return try filtered(
      try FieldPath(parsing: field), comparison, try InputValue(scenario: condition[2]).operand)
  }

  /// The query with an order as a scenario writes it: `n` or `n desc`.
  fileprivate func ordered(by order: String) throws(FirestoreUsageError) -> QueryShape {
    let words = order.split(separator: " ")
    let isDescending = words.count == 2 && words[1] == "desc"
    return try ordered(
      by: try FieldPath(parsing: String(words.first ?? "")), descending: isDescending)
  }

  /// The cursor at values as a scenario writes them.
  fileprivate func cursor(
    at position: [Value], isInclusive: Bool
  ) throws(FirestoreUsageError) -> Cursor {
    var operands: [DocumentValue] = []
    for value in position { operands.append(try InputValue(scenario: value).operand) }
    return try cursor(at: operands, isInclusive: isInclusive)
  }
}
