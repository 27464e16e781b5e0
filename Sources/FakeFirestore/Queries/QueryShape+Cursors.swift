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
