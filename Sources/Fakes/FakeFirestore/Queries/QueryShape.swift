package import SluiceSpies

/// What a query asks for: equal shapes share one view and one target at the server.
package struct QueryShape: Equatable, Sendable {
  /// Which end of the results a limit keeps.
  package enum LimitEnd: Sendable {
    case first
    case last
  }

  /// How many documents at most, and from which end.
  package struct Limit: Equatable, Sendable {
    package let count: Int
    package let end: LimitEnd
  }

  /// The collection, the document of a document listener, or the ancestor of a collection group.
  package let path: ResourcePath
  /// The id that all collections of a group have; nil for a query of one collection or document.
  package let group: Name?
  package var filters: [FieldFilter] = []
  package var explicitOrders: [SortOrder] = []
  package var limit: Limit?
  package var start: Cursor?
  package var end: Cursor?

  package init(path: ResourcePath, group: Name? = nil) {
    self.path = path
    self.group = group
  }

  /// The query that a listener on one document makes.
  package init(document key: DocumentKey) {
    self.init(path: key.path)
  }

  /// The document of a document listener; nil for real queries.
  package var document: DocumentKey? {
    guard group == nil, path.isDocument else { return nil }
    return try? DocumentKey(path)
  }

  /// The orders that decide: the said ones, then the fields of inequalities, then the key.
  ///
  /// The silent ones go in the direction of the last said one; fields of inequalities come in the
  /// order of their names.
  package var orders: [SortOrder] {
    var result = explicitOrders
    let isDescending = explicitOrders.last?.isDescending ?? false
    let unsaid = filters.filter { $0.isInequality && !$0.field.isKey }.map(\.field).sorted()
    for field in unsaid where !result.contains(where: { $0.field == field }) {
      result.append(SortOrder(field: field, isDescending: isDescending))
    }
    if !result.contains(where: \.field.isKey) {
      result.append(SortOrder(field: .key, isDescending: isDescending))
    }
    return result
  }

  /// The order of two documents in the results, by orders that were worked out before.
  package func order(
    of left: CachedDocument, _ right: CachedDocument, by orders: [SortOrder]
  ) -> Ordering {
    countLook()
    for sort in orders {
      let order =
        sort.field.isKey
        ? Ordering(left.key, right.key)
        : (left.fields?[sort.field] ?? .null).order(against: right.fields?[sort.field] ?? .null)
      if order != .same { return sort.isDescending ? order.reversed : order }
    }
    return .same
  }
}

extension QueryShape {
  /// Whether a document belongs to the results, were there no limit.
  package func matches(_ document: CachedDocument) -> Bool {
    countLook()
    guard let fields = document.fields else { return false }
    return matches(fields, key: document.key)
  }

  /// Whether a document with these fields belongs to the results, were there no limit.
  package func matches(_ fields: Fields, key: DocumentKey) -> Bool {
    guard matches(key) else { return false }
    let orders = orders
    return orders.allSatisfy { $0.field.isKey || fields[$0.field] != nil }
      && filters.allSatisfy { $0.matches(fields, key: key) }
      && isWithinCursors(fields, key: key, orders: orders)
  }

  private func matches(_ key: DocumentKey) -> Bool {
    if let group { return key.collection.id == group && path.isPrefix(of: key.path) }
    return path == key.path || path == key.collection
  }

  private func isWithinCursors(
    _ fields: Fields, key: DocumentKey, orders: [SortOrder]
  ) -> Bool {
    if let start {
      let order = start.order(against: fields, key: key, orders: orders)
      guard order == .ascending || (start.isInclusive && order == .same) else { return false }
    }
    if let end {
      let order = end.order(against: fields, key: key, orders: orders)
      guard order == .descending || (end.isInclusive && order == .same) else { return false }
    }
    return true
  }
}

/// Counts a look at a document, where a test may ask how many a write costs.
private func countLook() {
  #if DEBUG
    WorkCounter.count(1)
  #endif
}

/// One criterion that orders the documents of a query.
package struct SortOrder: Equatable, Sendable {
  package let field: FieldPath
  package let isDescending: Bool

  package init(field: FieldPath, isDescending: Bool = false) {
    self.field = field
    self.isDescending = isDescending
  }
}

/// A place in the order of a query where its results start or end.
package struct Cursor: Equatable, Sendable {
  /// The values of the leading orders.
  package let position: [DocumentValue]
  /// Whether documents exactly at the place belong to the results.
  package let isInclusive: Bool

  package init(position: [DocumentValue], isInclusive: Bool) {
    self.position = position
    self.isInclusive = isInclusive
  }

  /// How this place is ordered against a document.
  package func order(
    against fields: Fields, key: DocumentKey, orders: [SortOrder]
  ) -> Ordering {
    for (value, sort) in zip(position, orders) {
      let field: DocumentValue? = sort.field.isKey ? .reference(key) : fields[sort.field]
      let order = value.order(against: field ?? .null)
      if order != .same { return sort.isDescending ? order.reversed : order }
    }
    return .same
  }
}

extension QueryShape {
  /// The query as the server is asked for it: by its whole order, its limit counted from the front.
  ///
  /// Two queries that mirror each other, one to the first in ascending order and one to the last in
  /// descending order, ask for the same. Source: `Firestore/core/src/core/query.cc`, `ToTarget`.
  package var target: QueryShape {
    var result = self
    result.explicitOrders = orders
    guard let limit, limit.end == .last else { return result }
    result.explicitOrders = orders.map { order in
      SortOrder(field: order.field, isDescending: !order.isDescending)
    }
    result.limit = Limit(count: limit.count, end: .first)
    result.start = end
    result.end = start
    return result
  }
}
