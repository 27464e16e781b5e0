// MARK: - Orders

extension DatabaseQuery {
  /// The query in the order of what is at a path below each child.
  public func queryOrdered(byChild key: String) -> DatabaseQuery {
    with { parameters throws(DatabaseUsageError) in try parameters.ordered(byChild: key) }
  }

  /// The query in the order of the keys.
  public func queryOrderedByKey() -> DatabaseQuery {
    with { parameters throws(DatabaseUsageError) in try parameters.ordered(by: .key) }
  }

  /// The query in the order of the children's values.
  public func queryOrderedByValue() -> DatabaseQuery {
    with { parameters throws(DatabaseUsageError) in try parameters.ordered(by: .value) }
  }

  /// The query in the order of the children's priorities, as it is without an order.
  public func queryOrderedByPriority() -> DatabaseQuery {
    with { parameters throws(DatabaseUsageError) in try parameters.ordered(by: .priority) }
  }
}

// MARK: - Ranges and limits

extension DatabaseQuery {
  /// The query from a value on, and from a key on among the children with that value.
  public func queryStarting(
    atValue startValue: Any?, childKey: String? = nil
  ) -> DatabaseQuery {
    with { parameters throws(DatabaseUsageError) in
      try parameters.starting(at: DatabaseValue(any: startValue), key: childKey)
    }
  }

  /// The query behind a value, or behind a key among the children with that value.
  public func queryStarting(
    afterValue startAfterValue: Any?, childKey: String? = nil
  ) -> DatabaseQuery {
    with { parameters throws(DatabaseUsageError) in
      try parameters.starting(after: DatabaseValue(any: startAfterValue), key: childKey)
    }
  }

  /// The query up to a value, and up to a key among the children with that value.
  public func queryEnding(atValue endValue: Any?, childKey: String? = nil) -> DatabaseQuery {
    with { parameters throws(DatabaseUsageError) in
      try parameters.ending(at: DatabaseValue(any: endValue), key: childKey)
    }
  }

  /// The query before a value, or before a key among the children with that value.
  public func queryEnding(
    beforeValue endBeforeValue: Any?, childKey: String? = nil
  ) -> DatabaseQuery {
    with { parameters throws(DatabaseUsageError) in
      try parameters.ending(before: DatabaseValue(any: endBeforeValue), key: childKey)
    }
  }

  /// The query for one value, and for one key where that is given.
  public func queryEqual(toValue value: Any?, childKey: String? = nil) -> DatabaseQuery {
    with { parameters throws(DatabaseUsageError) in
      try parameters.equal(to: DatabaseValue(any: value), key: childKey)
    }
  }

  /// The query's first children, so many at most.
  public func queryLimited(toFirst limit: UInt) -> DatabaseQuery {
    with { parameters throws(DatabaseUsageError) in
      try parameters.limited(to: .first(Int(clamping: limit)))
    }
  }

  /// The query's last children, so many at most, in the same order.
  public func queryLimited(toLast limit: UInt) -> DatabaseQuery {
    with { parameters throws(DatabaseUsageError) in
      try parameters.limited(to: .last(Int(clamping: limit)))
    }
  }

  private func with(
    _ change: (QueryParameters) throws(DatabaseUsageError) -> QueryParameters
  ) -> DatabaseQuery {
    stoppingOnMisuse { () throws(DatabaseUsageError) in
      let parameters = try change(specification.parameters)
      return DatabaseQuery(QuerySpecification(specification.path, parameters), of: database)
    }
  }
}
