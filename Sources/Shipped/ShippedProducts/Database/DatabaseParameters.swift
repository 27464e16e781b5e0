import FakeDatabase
import SluiceProducts
import SluiceSpies

/// What lines give the Realtime Database, as its API takes it: places, queries, writes and
/// transactions.
enum DatabaseParameters {
  /// A place of the server.
  static let path = Parameter<TreePath>.combining(anyPath) { path in
    try path.checkForServer()
    return path
  }

  private static let anyPath = Parameter<TreePath>.combining(
    Parameter<String>("path", .place, "the place; one at the root may be a bare word")
  ) { path in try TreePath(parsing: path) }

  /// A place of the server and a query there, which can be kept in sync.
  static let syncedQuery = Parameter<QuerySpecification>.combining(query) { query in
    try query.path.checkForServer()
    return query
  }

  /// A place and what of it is asked for.
  static let query = Parameter<QuerySpecification>.combining(
    anyPath, order, .collecting(ends.map { end in end.parameter }),
    limit("limitToFirst", "how many from the front"),
    limit("limitToLast", "how many from the back")
  ) { path, order, given, first, last in
    try path.checkForListening()
    var query = QueryParameters()
    switch order {
    case .child(let path): query = try query.ordered(byChild: path)
    case .index(let name): query = try query.ordered(by: name.index)
    case nil: break
    }
    for (end, given) in zip(ends, given) {
      if let given { query = try end.limiting(query, given) }
    }
    if let first { query = try query.limited(to: .first(Int(first))) }
    if let last { query = try query.limited(to: .last(Int(last))) }
    return QuerySpecification(path, query)
  }

  private static let order = Parameter<QueryOrder?>.optional(
    label: "orderBy",
    .oneOf(.string, .choice) { (path: String?, name: IndexName?) in
      path.map { path in .child(path) } ?? name.map { name in .index(name) }
    },
    "the path below each child that decides, or what else does")

  /// The ends that a range may have, in the order in which the API is told of them.
  private static let ends = [
    RangeEnd("startAt", "where the range begins: a value, or one with a key as [10, \"bo\"]") {
      query, end in try query.starting(at: end.value, key: end.key)
    },
    RangeEnd("startAfter", "what the range begins behind") { query, end in
      try query.starting(after: end.value, key: end.key)
    },
    RangeEnd("endAt", "where the range ends") { query, end in
      try query.ending(at: end.value, key: end.key)
    },
    RangeEnd("endBefore", "what the range ends before") { query, end in
      try query.ending(before: end.value, key: end.key)
    },
    RangeEnd("equalTo", "the range's only value, perhaps with its only key") { query, end in
      try query.equal(to: end.value, key: end.key)
    },
  ]

  /// An end of a range: how a line gives it, and how the API takes it.
  private struct RangeEnd {
    let parameter: Parameter<QueryEnd?>
    let limiting: @Sendable (QueryParameters, QueryEnd) throws -> QueryParameters

    init(
      _ label: String, _ summary: String,
      _ limiting: @escaping @Sendable (QueryParameters, QueryEnd) throws -> QueryParameters
    ) {
      parameter = .combining(
        Parameter<Value?>.optional(
          label: label, .oneOf(.null, .bool, .integer, .double, .string, .array), summary)
      ) { value in try value.map { value in try QueryEnd(checking: value) } }
      self.limiting = limiting
    }
  }

  private static func limit(_ label: String, _ summary: String) -> Parameter<Int64?> {
    .optional(label: label, .integer, summary)
  }
}

// MARK: - Writes

extension DatabaseParameters {
  /// A place and what shall be there, perhaps with a priority.
  static let replacement = Parameter<DatabaseWrite>.combining(
    path, value, Parameter<Value?>.optional(label: "priority", priority, prioritySummary)
  ) { path, value, priority in
    .set(path, try TreeNode(checking: value, priority: priority ?? .null, at: path))
  }

  /// A place and what shall be there.
  static let plainReplacement = Parameter<DatabaseWrite>.combining(path, value) { path, value in
    .set(path, try TreeNode(checking: value, at: path))
  }

  /// A place, and what shall be at some paths below it.
  static let update = Parameter<DatabaseWrite>.combining(
    path, Parameter<[Value.Member]>("values", .members, "paths with their data")
  ) { path, values in
    let values = try values.map { member in
      DatabaseValue.Member(member.name, try DatabaseValue(checking: member.value))
    }
    return .update(path, try TreeNode.update(values, at: path))
  }

  /// A place where nothing shall be.
  static let removal = Parameter<DatabaseWrite>.combining(path) { path in
    .set(path, try TreeNode(checking: .null, at: path))
  }

  /// A place and what its priority shall be.
  static let newPriority = Parameter<DatabaseWrite>.combining(
    path, Parameter<Value>("priority", priority, prioritySummary)
  ) { path, priority in
    .set(path.appending(.priority), try TreeNode(checking: priority))
  }

  /// A place, and what a transaction makes of the data there.
  static let transaction = Parameter<ClientTransaction>.combining(
    path,
    Parameter<Int64?>.optional(
      label: "add", .integer, "how much is added to the number there, or to 0"),
    Parameter<Value?>.optional(label: "set", .data, "what shall be there"),
    Parameter<Bool>(
      label: "local", .bool, default: true, "whether it is shown before the server has it")
  ) { path, sum, value, showsLocalEvents in
    let node = try value.map { value in try TreeNode(checking: value, at: path) }
    return ClientTransaction(
      path: path, sum: sum, replacement: node, showsLocalEvents: showsLocalEvents)
  }

  private static let value = Parameter<Value>("value", .data, "the data")
  private static let priority = ArgumentKind<Value>.oneOf(.integer, .double, .string, .null)
  private static let prioritySummary = "a number, a text or null"
}

/// A transaction that a scenario has a client run.
struct ClientTransaction: Sendable {
  let path: TreePath
  /// How much is added to the number there, or to 0; it goes before the replacement.
  let sum: Int64?
  /// What shall be there; without it and a sum, the transaction gives up.
  let replacement: TreeNode?
  let showsLocalEvents: Bool

  /// What shall be there in place of the present data; nil gives up.
  func decide(_ present: TreeNode) -> TreeNode? {
    guard let sum else { return replacement }
    guard case .number(.integer(let number))? = present.leafValue else {
      return .leaf(.integer(sum))
    }
    return .leaf(.integer(number + sum))
  }
}

// MARK: - Values

/// What the children of a query are ordered by.
private enum QueryOrder: Sendable {
  /// What is at a path below each.
  case child(String)
  case index(IndexName)
}

/// An order that needs no path.
private enum IndexName: String, Sendable, CaseIterable {
  case key
  case value
  case priority

  var index: SortIndex {
    switch self {
    case .key: .key
    case .value: .value
    case .priority: .priority
    }
  }
}

/// Where a query's range ends on one side: a value, or a value with a key.
private struct QueryEnd: Sendable {
  let value: DatabaseValue
  var key: String?

  init(checking value: Value) throws(FixtureError) {
    if case .array(let parts) = value, parts.count == 2, let key = parts[1].letters {
      self.value = try DatabaseValue(checking: parts[0])
      self.key = key
    } else {
      self.value = try DatabaseValue(checking: value)
    }
  }
}

extension DatabaseValue {
  /// Data that a scenario writes.
  fileprivate init(checking value: SluiceSpies.Value) throws(FixtureError) {
    guard let data = DatabaseValue(scenario: value) else {
      throw FixtureError("\(value) can't be stored in the Realtime Database")
    }
    self = data
  }
}

extension TreeNode {
  /// What a scenario says that a place holds.
  ///
  /// - Throws: `FixtureError` where something in it can't be stored, and `DatabaseUsageError`.
  init(checking value: Value, priority: Value = .null, at path: TreePath = .root) throws {
    self = try TreeNode(
      DatabaseValue(checking: value), priority: DatabaseValue(checking: priority), at: path)
  }
}
