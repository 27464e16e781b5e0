/// Order, limits and cursors.
extension Query {
  /// The results by a field, smallest first; documents without the field are left out.
  public func order(by field: String) -> Query { order(by: field, descending: false) }

  /// The results by a field; documents without the field are left out.
  public func order(by field: String, descending: Bool) -> Query {
    with { shape throws(FirestoreUsageError) in
      try shape.ordered(by: FieldPath(parsing: field), descending: descending)
    }
  }

  /// The results by a field, smallest first; documents without the field are left out.
  public func order(by path: FieldPath) -> Query { order(by: path, descending: false) }

  /// The results by a field; documents without the field are left out.
  public func order(by path: FieldPath, descending: Bool) -> Query {
    with { shape throws(FirestoreUsageError) in
      try shape.ordered(by: path, descending: descending)
    }
  }

  /// The first results, at most so many.
  public func limit(to limit: Int) -> Query {
    with { shape throws(FirestoreUsageError) in try shape.limited(to: limit, .first) }
  }

  /// The last results, at most so many; needs an order.
  public func limit(toLast limit: Int) -> Query {
    with { shape throws(FirestoreUsageError) in try shape.limited(to: limit, .last) }
  }

  /// The results from values of the leading orders on.
  public func start(at fieldValues: [Any]) -> Query {
    cut(fieldValues, isInclusive: true) { $0.starting($1) }
  }

  /// The results behind values of the leading orders.
  public func start(after fieldValues: [Any]) -> Query {
    cut(fieldValues, isInclusive: false) { $0.starting($1) }
  }

  /// The results up to values of the leading orders.
  public func end(at fieldValues: [Any]) -> Query {
    cut(fieldValues, isInclusive: true) { $0.ending($1) }
  }

  /// The results before values of the leading orders.
  public func end(before fieldValues: [Any]) -> Query {
    cut(fieldValues, isInclusive: false) { $0.ending($1) }
  }

  /// The results from a document on.
  public func start(atDocument document: DocumentSnapshot) -> Query {
    cut(document, isInclusive: true) { $0.starting($1) }
  }

  /// The results behind a document.
  public func start(afterDocument document: DocumentSnapshot) -> Query {
    cut(document, isInclusive: false) { $0.starting($1) }
  }

  /// The results up to a document.
  public func end(atDocument document: DocumentSnapshot) -> Query {
    cut(document, isInclusive: true) { $0.ending($1) }
  }

  /// The results before a document.
  public func end(beforeDocument document: DocumentSnapshot) -> Query {
    cut(document, isInclusive: false) { $0.ending($1) }
  }

  private func cut(
    _ values: [Any], isInclusive: Bool, _ change: (QueryShape, Cursor) -> QueryShape
  ) -> Query {
    with { shape throws(FirestoreUsageError) in
      var position: [DocumentValue] = []
      for value in values {
        position.append(try InputValue(any: value, at: "a cursor").operand)
      }
      return change(shape, try shape.cursor(at: position, isInclusive: isInclusive))
    }
  }

  /// Cuts at a document, by all orders, the silent ones too.
  private func cut(
    _ document: DocumentSnapshot, isInclusive: Bool,
    _ change: (QueryShape, Cursor) -> QueryShape
  ) -> Query {
    with { shape throws(FirestoreUsageError) in
      change(shape, try shape.cursor(at: document.cached, isInclusive: isInclusive))
    }
  }
}
