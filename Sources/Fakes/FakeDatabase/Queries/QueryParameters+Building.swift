extension QueryParameters {
  /// The parameters in an order by what is at a path below each child.
  ///
  /// - Throws: `DatabaseUsageError` when there is an order, or the path is none.
  package func ordered(byChild text: String) throws(DatabaseUsageError) -> QueryParameters {
    let path = try? TreePath(parsing: text)
    guard let path, !path.isRoot, path.first?.text != ".info" else { throw .invalidOrder(text) }
    return try ordered(by: .child(path))
  }

  /// The parameters in an order.
  ///
  /// - Throws: `DatabaseUsageError` when there is an order, or one that an endpoint does not fit.
  package func ordered(by index: SortIndex) throws(DatabaseUsageError) -> QueryParameters {
    guard explicitIndex == nil else { throw .repeatedOrder }
    var result = self
    result.explicitIndex = index
    try result.checkEndpoint(start, name: "queryStarting")
    try result.checkEndpoint(end, name: "queryEnding")
    return result
  }

  /// The parameters with the range's start at a value, and at a key among those that equal it.
  package func starting(
    at value: DatabaseValue, key: String? = nil
  ) throws(DatabaseUsageError) -> QueryParameters {
    try starting(value, key, isInclusive: true, name: "queryStarting(atValue:)")
  }

  /// The parameters with the range's start behind a value, or behind a key among those that equal
  /// it.
  package func starting(
    after value: DatabaseValue, key: String? = nil
  ) throws(DatabaseUsageError) -> QueryParameters {
    try starting(value, key, isInclusive: false, name: "queryStarting(afterValue:)")
  }

  /// The parameters with the range's end at a value, and at a key among those that equal it.
  package func ending(
    at value: DatabaseValue, key: String? = nil
  ) throws(DatabaseUsageError) -> QueryParameters {
    try ending(value, key, isInclusive: true, name: "queryEnding(atValue:)")
  }

  /// The parameters with the range's end before a value, or before a key among those that equal it.
  package func ending(
    before value: DatabaseValue, key: String? = nil
  ) throws(DatabaseUsageError) -> QueryParameters {
    try ending(value, key, isInclusive: false, name: "queryEnding(beforeValue:)")
  }

  /// The parameters with a range of one value, and of one key if that is given.
  package func equal(
    to value: DatabaseValue, key: String? = nil
  ) throws(DatabaseUsageError) -> QueryParameters {
    guard start == nil, end == nil else { throw .equalBesideRange }
    return try starting(value, key, isInclusive: true, name: "queryEqual(toValue:)")
      .ending(value, key, isInclusive: true, name: "queryEqual(toValue:)")
  }

  /// The parameters with a limit.
  ///
  /// - Throws: `DatabaseUsageError` when there is one, or this one is not positive.
  package func limited(to limit: Limit) throws(DatabaseUsageError) -> QueryParameters {
    guard self.limit == nil else { throw .repeatedLimit }
    guard limit.count > 0 else { throw .nonPositiveLimit(limit.count) }
    var result = self
    result.limit = limit
    return result
  }

  private func starting(
    _ value: DatabaseValue, _ key: String?, isInclusive: Bool, name: String
  ) throws(DatabaseUsageError) -> QueryParameters {
    guard start == nil else { throw .repeatedStart(name) }
    var result = self
    result.start = try endpoint(value, key, isInclusive: isInclusive)
    try result.checkEndpoint(result.start, name: name)
    return result
  }

  private func ending(
    _ value: DatabaseValue, _ key: String?, isInclusive: Bool, name: String
  ) throws(DatabaseUsageError) -> QueryParameters {
    guard end == nil else { throw .repeatedEnd(name) }
    var result = self
    result.end = try endpoint(value, key, isInclusive: isInclusive)
    try result.checkEndpoint(result.end, name: name)
    return result
  }

  private func endpoint(
    _ value: DatabaseValue, _ key: String?, isInclusive: Bool
  ) throws(DatabaseUsageError) -> Endpoint {
    if let key, !TreeLimits.allows(key: key) { throw .invalidEndpointKey(key) }
    let node = try? TreeNode(value)
    guard let node, node.priority == nil, node.isEmpty || node.isLeaf else {
      throw .invalidEndpoint("a list or an object", order: index.name)
    }
    if case .server = node.leafValue {
      throw .invalidEndpoint("a server value", order: index.name)
    }
    return Endpoint(node.leafValue, key: key.map { ChildKey($0) }, isInclusive: isInclusive)
  }

  /// Checks that an endpoint can be compared in this order.
  private func checkEndpoint(
    _ endpoint: Endpoint?, name: String
  ) throws(DatabaseUsageError) {
    guard let endpoint else { return }
    let spelling = endpoint.value.map { TreeNode.leaf($0).exported.spelling } ?? "null"
    switch (index, endpoint.value) {
    case (.key, .string(let text)):
      guard endpoint.key == nil else { throw .keyBesideKeyOrder(name) }
      guard TreeLimits.allows(key: text) else { throw .invalidEndpointKey(text) }
    case (.key, _), (.priority, .boolean):
      throw .invalidEndpoint(spelling, order: index.name)
    default: break
    }
  }
}

extension SortIndex {
  /// What the order is by, for messages.
  fileprivate var name: String {
    switch self {
    case .key: "key"
    case .priority: "priority"
    case .value: "value"
    case .child(let path): "the child \(path)"
    }
  }
}

extension DatabaseValue {
  /// A single value as text, for messages.
  fileprivate var spelling: String {
    switch self {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    default: "null"
    }
  }
}
