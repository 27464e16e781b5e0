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
