import SluiceSimulation

/// A question to the database that can be asked once or listened to; every refinement makes a new
/// one.
///
/// Fault model: that of its `Firestore`. A mistake in building it stops the process with the
/// reason, as the SDK does by an exception. Source:
/// `Firestore/Source/Public/FirebaseFirestore/FIRQuery.h`.
public class Query: @unchecked Sendable {
  // Sendable: every stored property is an immutable value of a Sendable type. The compiler checks
  // that of final classes alone, and the vendor's `CollectionReference` is a subclass.

  /// The database that is asked.
  public let firestore: Firestore

  /// What is asked.
  package let shape: QueryShape

  package init(_ shape: QueryShape, firestore: Firestore) {
    self.shape = shape
    self.firestore = firestore
  }

  /// This query with another shape; what goes wrong in making that stops the process.
  func with(_ shape: (QueryShape) throws(FirestoreUsageError) -> QueryShape) -> Query {
    Query(
      stoppingOnMisuse { () throws(FirestoreUsageError) in try shape(self.shape) },
      firestore: firestore)
  }
}

extension Query: Equatable {
  /// Whether two queries ask the same of the same database.
  public static func == (left: Query, right: Query) -> Bool {
    left.firestore === right.firestore && left.shape == right.shape
  }
}

// MARK: - Listening

extension Query {
  /// Listens to the results: first their present state, then every change of it.
  ///
  /// Nothing is ever delivered inside this call. An error ends the listener.
  ///
  /// - Parameter listener: Called with a snapshot or an error.
  /// - Returns: The way to end the listener.
  @discardableResult
  public func addSnapshotListener(
    _ listener: @escaping (QuerySnapshot?, (any Error)?) -> Void
  ) -> any ListenerRegistration {
    addSnapshotListener(options: SnapshotListenOptions(), listener: listener)
  }

  /// Listens to the results: first their present state, then every change of it.
  ///
  /// - Parameters:
  ///   - includeMetadataChanges: Whether changes of metadata alone are told.
  ///   - listener: Called with a snapshot or an error.
  /// - Returns: The way to end the listener.
  @discardableResult
  public func addSnapshotListener(
    includeMetadataChanges: Bool,
    listener: @escaping (QuerySnapshot?, (any Error)?) -> Void
  ) -> any ListenerRegistration {
    addSnapshotListener(
      options: SnapshotListenOptions().withIncludeMetadataChanges(includeMetadataChanges),
      listener: listener)
  }

  /// Listens to the results: first their present state, then every change of it.
  ///
  /// - Parameters:
  ///   - options: How the listener wants to be told.
  ///   - listener: Called with a snapshot or an error.
  /// - Returns: The way to end the listener.
  @discardableResult
  public func addSnapshotListener(
    options: SnapshotListenOptions,
    listener: @escaping (QuerySnapshot?, (any Error)?) -> Void
  ) -> any ListenerRegistration {
    firestore.add(.query(CallbackBox(listener)), to: self, options: options)
  }
}

/// Where a single read gets its answer.
public enum FirestoreSource: UInt64, Sendable {
  /// The server where it can be reached, else the cache.
  case `default` = 0
  /// The server or an error.
  case server = 1
  /// The cache or an error.
  case cache = 2
}

extension Query {
  /// Finds the results once.
  ///
  /// - Parameters:
  ///   - source: Where the answer comes from.
  ///   - completion: Called with the results, or with `unavailable` where the source has no answer.
  public func getDocuments(
    source: FirestoreSource = .default,
    completion: @escaping (QuerySnapshot?, (any Error)?) -> Void
  ) {
    let query = self
    stoppingOnMisuse { () throws(FirestoreUsageError) in try shape.checkForListening() }
    firestore.backend.fetch(
      query, from: source,
      CallbackBox { result in
        switch result {
        case .success(let state): completion(QuerySnapshot(state, query: query), nil)
        case .failure(let error): completion(nil, error)
        }
      })
  }
}

/// A collection of documents, which is a query for all of them.
///
/// Fault model: that of its `Firestore`. Source:
/// `Firestore/Source/Public/FirebaseFirestore/FIRCollectionReference.h`.
public final class CollectionReference: Query, @unchecked Sendable {
  // Sendable: it adds no stored property to a class for which that is shown.

  init(path: ResourcePath, firestore: Firestore) throws(FirestoreUsageError) {
    if path.segments.isEmpty { throw .emptyPath }
    guard path.isCollection else {
      throw .notACollection("\(path)", segments: path.segments.count)
    }
    super.init(QueryShape(path: path), firestore: firestore)
  }

  /// The last part of the path.
  public var collectionID: String { shape.path.id.text }

  /// The whole path.
  public var path: String { shape.path.description }

  /// The document that the collection is in; nil for one at the root.
  public var parent: DocumentReference? {
    (try? DocumentKey(shape.path.parent)).map { DocumentReference($0, firestore: firestore) }
  }

  /// The document with an id, or at a path below; a path that names no document stops the process.
  public func document(_ documentPath: String) -> DocumentReference {
    stoppingOnMisuse { () throws(FirestoreUsageError) in
      let path = try ResourcePath(parsing: documentPath)
      if path.segments.isEmpty { throw .emptyPath }
      return try DocumentReference(DocumentKey(shape.path.appending(path)), firestore: firestore)
    }
  }

  /// A document with an id of its own, of twenty letters and digits.
  public func document() -> DocumentReference {
    document(firestore.backend.makeDocumentID())
  }

  /// Makes a new document with an id of its own.
  ///
  /// - Parameters:
  ///   - data: Its fields.
  ///   - completion: Called when the server has answered.
  /// - Returns: The new document.
  @discardableResult
  public func addDocument(
    data: [String: Any], completion: (((any Error)?) -> Void)? = nil
  ) -> DocumentReference {
    let reference = document()
    reference.setData(data, completion: completion)
    return reference
  }
}
