import SluiceSimulation

/// The children of a place that meet conditions, in an order; without conditions, all of them.
///
/// It never changes: each condition makes a new query. What the SDK does not allow stops the
/// process. It is `Sendable` as in the SDK's unreleased sources for Swift, unless the trait
/// `NonSendableHandles` is on: the header of the releases does not say that it is. Sources:
/// `FirebaseDatabase/Sources/Public/FirebaseDatabase/FIRDatabaseQuery.h`,
/// `FirebaseDatabase/Swift/Sources/Database+AsyncSequences.swift`.
public class DatabaseQuery {
  package let specification: QuerySpecification
  /// The database that is asked.
  package let database: Database

  init(_ specification: QuerySpecification, of database: Database) {
    self.specification = specification
    self.database = database
  }

  /// The place that is asked.
  public var ref: DatabaseReference {
    DatabaseReference(specification.path, of: database)
  }
}

#if !NonSendableHandles
  // Every stored property is an immutable value of a Sendable type. The compiler checks that of
  // final classes alone, and the vendor's `DatabaseReference` is a subclass, which adds none.
  extension DatabaseQuery: @unchecked Sendable {}
#endif

// MARK: - Listening

extension DatabaseQuery {
  /// Listens to one kind of events.
  ///
  /// Nothing is ever delivered inside this call. Events that are on their way when the listener is
  /// removed still arrive.
  ///
  /// - Parameters:
  ///   - eventType: The kind of events.
  ///   - block: Called with the data of each event.
  ///   - cancelBlock: Called once where the server refuses the listen, or ends it; nothing comes
  ///     after that.
  /// - Returns: The handle by which the listener is removed.
  @discardableResult
  public func observe(
    _ eventType: DataEventType, with block: @escaping (DataSnapshot) -> Void,
    withCancel cancelBlock: ((any Error) -> Void)? = nil
  ) -> DatabaseHandle {
    database.observe(
      eventType, of: specification, { snapshot, _ in block(snapshot) }, cancel: cancelBlock)
  }

  /// Listens to one kind of events, with where the children are.
  ///
  /// - Parameters:
  ///   - eventType: The kind of events.
  ///   - block: Called with the data of each event, and the key of the sibling before the child;
  ///     nil for the first child, for a removed one and for a value.
  ///   - cancelBlock: Called once where the server refuses the listen, or ends it.
  /// - Returns: The handle by which the listener is removed.
  @discardableResult
  public func observe(
    _ eventType: DataEventType,
    andPreviousSiblingKeyWith block: @escaping (DataSnapshot, String?) -> Void,
    withCancel cancelBlock: ((any Error) -> Void)? = nil
  ) -> DatabaseHandle {
    database.observe(eventType, of: specification, block, cancel: cancelBlock)
  }

  /// Listens to one event.
  ///
  /// - Parameters:
  ///   - eventType: The kind of the event.
  ///   - block: Called once, with its data.
  ///   - cancelBlock: Called instead where the server refuses the listen.
  public func observeSingleEvent(
    of eventType: DataEventType, with block: @escaping (DataSnapshot) -> Void,
    withCancel cancelBlock: ((any Error) -> Void)? = nil
  ) {
    database.observeOnce(
      eventType, of: specification, { snapshot, _ in block(snapshot) }, cancel: cancelBlock)
  }

  /// Listens to one event, with where the child is.
  ///
  /// - Parameters:
  ///   - eventType: The kind of the event.
  ///   - block: Called once, with its data and the key of the sibling before the child.
  ///   - cancelBlock: Called instead where the server refuses the listen.
  public func observeSingleEvent(
    of eventType: DataEventType,
    andPreviousSiblingKeyWith block: @escaping (DataSnapshot, String?) -> Void,
    withCancel cancelBlock: ((any Error) -> Void)? = nil
  ) {
    database.observeOnce(eventType, of: specification, block, cancel: cancelBlock)
  }

  /// Reads what the query shows, once: at once where a listener keeps it known, else at the server.
  ///
  /// Without a connection within three seconds it fails with a `DatabaseReadError`, and so it does
  /// where the server refuses. A place at or below `/.info` stops the process.
  ///
  /// - Parameter block: Called with an error or the data.
  public func getData(completion block: @escaping ((any Error)?, DataSnapshot?) -> Void) {
    stoppingOnMisuse { () throws(DatabaseUsageError) in try specification.path.checkForServer() }
    database.backend.read(
      specification, of: database,
      completion: CallbackBox { answer in
        switch answer {
        case .success(let snapshot): block(nil, snapshot)
        case .failure(let error): block(error, nil)
        }
      })
  }

  /// Removes the listener with a handle; on a reference, of any query of its place, on a query, of
  /// that query alone.
  ///
  /// Any other handle does nothing.
  public func removeObserver(withHandle handle: DatabaseHandle) {
    database.removeObserver(withHandle: handle, from: specification)
  }

  /// Removes all listeners; on a reference, of all queries of its place, on a query, of that query
  /// alone.
  public func removeAllObservers() {
    database.removeAllObservers(from: specification)
  }

  /// Keeps the data of the query up to date without a listener, or stops that.
  ///
  /// A place below `/.info` stops the process, as in the SDK.
  public func keepSynced(_ keepSynced: Bool) {
    stoppingOnMisuse { () throws(DatabaseUsageError) in try specification.path.checkForServer() }
    database.backend.keepSynced(specification, keepSynced)
  }
}

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
