package import SluiceSpies

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
