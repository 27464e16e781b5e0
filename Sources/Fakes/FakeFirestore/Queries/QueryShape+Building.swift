extension QueryShape {
  /// The most values that the server takes in the disjunctions of one query, multiplied.
  package static let maximumDisjunctions = 30

  /// The most values that the server takes in a `not-in` filter.
  package static let maximumExclusions = 10

  /// This query with one more filter.
  ///
  /// - Throws: `FirestoreUsageError` when the filter does not go with the others, or not with its
  ///   field.
  package func filtered(
    _ field: FieldPath, _ comparison: FieldFilter.Operator, _ value: DocumentValue
  ) throws(FirestoreUsageError) -> QueryShape {
    var value = value
    if comparison.takesSeveral {
      guard case .array(let values) = value, !values.isEmpty else {
        throw .emptyValues(filter: comparison.rawValue)
      }
    }
    if field.isKey { value = try keyOperand(value, for: comparison) }
    for existing in filters where comparison.conflicting.contains(existing.comparison) {
      if existing.comparison == comparison { throw .repeatedFilter(comparison.rawValue) }
      throw .conflictingFilters(comparison.rawValue, existing.comparison.rawValue)
    }
    var result = self
    result.filters.append(FieldFilter(field: field, comparison: comparison, value: value))
    return result
  }

  /// This query with one more order, after those that it has.
  ///
  /// - Throws: `FirestoreUsageError.orderAfterCursor` when a cursor was said before.
  package func ordered(
    by field: FieldPath, descending: Bool
  ) throws(FirestoreUsageError) -> QueryShape {
    if start != nil { throw .orderAfterCursor("start") }
    if end != nil { throw .orderAfterCursor("end") }
    var result = self
    result.explicitOrders.append(SortOrder(field: field, isDescending: descending))
    return result
  }

  /// This query with at most so many results.
  ///
  /// - Throws: `FirestoreUsageError.nonPositiveLimit` for zero and less.
  package func limited(to count: Int, _ end: LimitEnd) throws(FirestoreUsageError) -> QueryShape {
    guard count > 0 else { throw .nonPositiveLimit(count) }
    var result = self
    result.limit = Limit(count: count, end: end)
    return result
  }

  /// What must hold of a query when it is listened to or fetched.
  ///
  /// - Throws: `FirestoreUsageError.limitToLastWithoutOrder`.
  package func checkForListening() throws(FirestoreUsageError) {
    if limit?.end == .last, explicitOrders.isEmpty { throw .limitToLastWithoutOrder }
  }

  /// Why the server refuses this query; nil when it takes it.
  package var refusal: FirestoreErrorCode? {
    var disjunctions = 1
    for filter in filters {
      switch filter.comparison {
      case .isIn, .arrayContainsAny:
        disjunctions = min(disjunctions * filter.operands.count, Int(Int32.max))
      case .notIn where filter.operands.count > Self.maximumExclusions:
        return FirestoreErrorCode(
          .invalidArgument, message: "not-in supports up to \(Self.maximumExclusions) values")
      default: break
      }
    }
    guard disjunctions > Self.maximumDisjunctions else { return nil }
    return FirestoreErrorCode(
      .invalidArgument,
      message:
        "a query supports up to \(Self.maximumDisjunctions) disjunctions, not \(disjunctions)")
  }

  private func keyOperand(
    _ value: DocumentValue, for comparison: FieldFilter.Operator
  ) throws(FirestoreUsageError) -> DocumentValue {
    switch (comparison, value) {
    case (.arrayContains, _), (.arrayContainsAny, _):
      throw .arrayFilterOnKey(comparison.rawValue)
    case (.isIn, .array(let values)), (.notIn, .array(let values)):
      var keys: [DocumentValue] = []
      for value in values {
        keys.append(.reference(try key(named: value)))
      }
      return .array(keys)
    default: return .reference(try key(named: value))
    }
  }

  /// The document that a value names in this query: a reference, an id, or below a group a path.
  func key(named value: DocumentValue) throws(FirestoreUsageError) -> DocumentKey {
    switch value {
    case .reference(let key): return key
    case .string(let text):
      if text.isEmpty { throw .invalidKeyValue("an id that is not empty") }
      let relative = try ResourcePath(parsing: text)
      if group == nil, relative.segments.count != 1 {
        throw .invalidKeyValue("a plain document id, without a slash: \"\(text)\"")
      }
      let whole = path.appending(relative)
      guard whole.isDocument else {
        throw .invalidKeyValue("a path with an even number of segments: \"\(whole)\"")
      }
      return try DocumentKey(whole)
    default: throw .invalidKeyValue("a string or a reference, not \(value)")
    }
  }

  /// The query for the documents of all collections with an id.
  ///
  /// - Throws: `FirestoreUsageError.invalidCollectionGroup` for an empty id or one with a slash.
  package init(groupOf id: String) throws(FirestoreUsageError) {
    if id.isEmpty || id.unicodeScalars.contains("/") { throw .invalidCollectionGroup(id) }
    self.init(path: .root, group: Name(id))
  }
}

// MARK: - Cursors

extension QueryShape {
  /// The cursor at these values of the leading orders.
  ///
  /// - Throws: `FirestoreUsageError` when there are more values than orders said, or a value does
  ///   not fit the document id.
  package func cursor(
    at values: [DocumentValue], isInclusive: Bool
  ) throws(FirestoreUsageError) -> Cursor {
    guard values.count <= explicitOrders.count else {
      throw .tooManyCursorValues(values.count, orders: explicitOrders.count)
    }
    var position: [DocumentValue] = []
    for (value, sort) in zip(values, explicitOrders) {
      guard sort.field.isKey else {
        position.append(value)
        continue
      }
      guard case .string = value else {
        throw .invalidKeyValue("a string for the document id, not \(value)")
      }
      position.append(.reference(try key(named: value)))
    }
    return Cursor(position: position, isInclusive: isInclusive)
  }

  /// The cursor at a document: at its values of all orders, the key included.
  ///
  /// - Throws: `FirestoreUsageError` when the document does not exist or lacks a value that orders.
  package func cursor(
    at document: CachedDocument, isInclusive: Bool
  ) throws(FirestoreUsageError) -> Cursor {
    guard let fields = document.fields else {
      throw .cursorDocumentMissing("\(document.key)")
    }
    var position: [DocumentValue] = []
    for sort in orders {
      if sort.field.isKey {
        position.append(.reference(document.key))
        continue
      }
      switch fields[sort.field] {
      case nil: throw .cursorFieldMissing("\(sort.field)")
      case .pendingTimestamp: throw .cursorFieldPending("\(sort.field)")
      case .some(let value): position.append(value)
      }
    }
    return Cursor(position: position, isInclusive: isInclusive)
  }

  /// This query, starting at a cursor.
  package func starting(_ cursor: Cursor) -> QueryShape {
    var result = self
    result.start = cursor
    return result
  }

  /// This query, ending at a cursor.
  package func ending(_ cursor: Cursor) -> QueryShape {
    var result = self
    result.end = cursor
    return result
  }
}
