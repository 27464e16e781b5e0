package import SluiceSpies

/// What of a place a query shows, and in which order.
///
/// Source: `FirebaseDatabase/Sources/Core/FQueryParams.m`.
package struct QueryParameters: Hashable, Sendable {
  /// How many children at most, and from which end.
  package enum Limit: Hashable, Sendable {
    case first(Int)
    case last(Int)

    package var count: Int {
      switch self {
      case .first(let count), .last(let count): count
      }
    }
  }

  /// The order that was asked for; nil for the one by priority that nobody asked for.
  package var explicitIndex: SortIndex?
  package var start: Endpoint?
  package var end: Endpoint?
  package var limit: Limit?

  /// A plain reference's parameters: everything, by priority.
  package init() {}

  /// The order that decides.
  package var index: SortIndex { explicitIndex ?? .priority }

  /// Whether these are a plain reference's parameters.
  ///
  /// An order by priority that was asked for makes no difference, as it makes none to the product.
  package var isDefault: Bool { loadsAllData && index == .priority }

  /// Whether all children are shown, so that the whole place is listened to.
  package var loadsAllData: Bool { start == nil && end == nil && limit == nil }

  /// Whether a child is within the range, were there no limit.
  package func admits(_ child: NamedNode) -> Bool {
    start?.admits(child, asStartOf: index) != false && end?.admits(child, asEndOf: index) != false
  }
}

extension QueryParameters {
  /// Whether both ask for the same; an order by priority is the same asked for or not.
  package static func == (left: QueryParameters, right: QueryParameters) -> Bool {
    left.index == right.index && left.start == right.start && left.end == right.end
      && left.limit == right.limit
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(start)
    hasher.combine(end)
    hasher.combine(limit)
  }
}

/// What the children of a place are ordered by; the key decides between equals.
///
/// Sources: `FirebaseDatabase/Sources/{FKeyIndex,FPathIndex,FPriorityIndex,FValueIndex}.m`.
package enum SortIndex: Hashable, Sendable {
  case key
  case priority
  case value
  /// What is at a path below each child.
  case child(TreePath)

  /// What of a child decides; always empty for the key.
  package func value(of node: TreeNode) -> TreeNode {
    switch self {
    case .key: .empty
    case .priority: node[.priority]
    case .value: node
    case .child(let path): node.node(at: path)
    }
  }

  /// Whether a child has anything that decides.
  package func isDefined(on node: TreeNode) -> Bool {
    !value(of: node).isEmpty
  }

  /// The order of two children.
  package func order(of left: NamedNode, _ right: NamedNode) -> Ordering {
    let byKey = { left.key.order(against: right.key) }
    return switch self {
    case .key: byKey()
    case .priority: LeafValue.order(left.node.priority, right.node.priority).then(byKey())
    case .value, .child:
      value(of: left.node).order(against: value(of: right.node)).then(byKey())
    }
  }

  /// Whether a child that changed may stand elsewhere, so that it counts as moved.
  ///
  /// By value, children that differ at all count, even where neither comes first.
  package func isMove(from old: TreeNode, to new: TreeNode) -> Bool {
    switch self {
    case .key: false
    case .priority: old.priority != new.priority
    case .value: old != new
    case .child: value(of: old).order(against: value(of: new)) != .same
    }
  }
}

/// Where a query's range begins or ends: a value, perhaps a key, and whether it is inside itself.
package struct Endpoint: Hashable, Sendable {
  /// What the order's value is compared with; nil for null.
  package let value: LeafValue?
  /// The key that decides between equal values, if one was given.
  package let key: ChildKey?
  /// Whether what equals the endpoint is inside.
  package let isInclusive: Bool

  package init(_ value: LeafValue?, key: ChildKey? = nil, isInclusive: Bool = true) {
    self.value = value
    self.key = key
    self.isInclusive = isInclusive
  }

  /// Whether a child is inside a range that begins here.
  ///
  /// Without a key, all children with the value are inside, or of an exclusive endpoint none.
  package func admits(_ child: NamedNode, asStartOf index: SortIndex) -> Bool {
    let order = order(of: child, by: index)
    return order == .descending || (isInclusive && order == .same)
  }

  /// Whether a child is inside a range that ends here.
  package func admits(_ child: NamedNode, asEndOf index: SortIndex) -> Bool {
    let order = order(of: child, by: index)
    return order == .ascending || (isInclusive && order == .same)
  }

  /// The order of a child against the endpoint, as far as this one says something.
  private func order(of child: NamedNode, by index: SortIndex) -> Ordering {
    if index == .key {
      guard case .string(let text) = value else { return .same }
      return child.key.order(against: ChildKey(text))
    }
    let value = self.value.map { TreeNode.leaf($0) } ?? .empty
    let order = index.value(of: child.node).order(against: value)
    return key.map { key in order.then(child.key.order(against: key)) } ?? order
  }
}

/// A query: a place and what of it is shown.
package struct QuerySpecification: Hashable, Sendable {
  package let path: TreePath
  package let parameters: QueryParameters

  package init(_ path: TreePath, _ parameters: QueryParameters = QueryParameters()) {
    self.path = path
    self.parameters = parameters
  }

  package var index: SortIndex { parameters.index }

  /// Whether this is a plain reference.
  package var isDefault: Bool { parameters.isDefault }

  package var loadsAllData: Bool { parameters.loadsAllData }

  /// The query that the server is asked for: all data of a place are one listen in any order.
  package var listened: QuerySpecification {
    loadsAllData ? QuerySpecification(path) : self
  }
}

extension QueryParameters {
  /// What of a place is asked for, as spies log it; null for a plain reference.
  package var projected: Value {
    var members: [(String, Value)] = []
    if let explicitIndex { members.append(("orderBy", explicitIndex.projected)) }
    if let start {
      members.append((start.isInclusive ? "startAt" : "startAfter", start.projected))
    }
    if let end { members.append((end.isInclusive ? "endAt" : "endBefore", end.projected)) }
    switch limit {
    case .first(let count): members.append(("limitToFirst", .integer(Int64(count))))
    case .last(let count): members.append(("limitToLast", .integer(Int64(count))))
    case nil: break
    }
    return members.isEmpty ? .null : .members(members)
  }
}

extension SortIndex {
  fileprivate var projected: Value {
    switch self {
    case .key: .symbol("key")
    case .priority: .symbol("priority")
    case .value: .symbol("value")
    case .child(let path): .string(path.description)
    }
  }
}

extension Endpoint {
  fileprivate var projected: Value {
    let value = value.map { DatabaseValue($0) } ?? .null
    let keys = key.map { [Value.string($0.text)] } ?? []
    return .array([value.projected] + keys)
  }
}
