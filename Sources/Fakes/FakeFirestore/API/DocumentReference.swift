import SluiceSimulation

/// One document's place, whether it exists or not.
///
/// Fault model: that of its `Firestore`. Source:
/// `Firestore/Source/Public/FirebaseFirestore/FIRDocumentReference.h`.
public final class DocumentReference: Sendable {
  /// The database that the document is in.
  public let firestore: Firestore

  package let key: DocumentKey

  package init(_ key: DocumentKey, firestore: Firestore) {
    self.key = key
    self.firestore = firestore
  }

  /// The last part of the path.
  public var documentID: String { key.id.text }

  /// The whole path.
  public var path: String { key.description }

  /// The collection that the document is in.
  public var parent: CollectionReference {
    stoppingOnMisuse { () throws(FirestoreUsageError) in
      try CollectionReference(path: key.collection, firestore: firestore)
    }
  }

  /// A collection below the document; a path that names none stops the process.
  public func collection(_ collectionPath: String) -> CollectionReference {
    stoppingOnMisuse { () throws(FirestoreUsageError) in
      let path = try ResourcePath(parsing: collectionPath)
      if path.segments.isEmpty { throw .emptyPath }
      return try CollectionReference(path: key.path.appending(path), firestore: firestore)
    }
  }

  /// The query that finds this document alone, which is what a listener on it listens to.
  var query: Query { Query(QueryShape(document: key), firestore: firestore) }
}

extension DocumentReference: Hashable {
  /// Whether two references are to one document of one database.
  public static func == (left: DocumentReference, right: DocumentReference) -> Bool {
    left.firestore === right.firestore && left.key == right.key
  }

  /// Feeds the place of the document to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }
}

// MARK: - Listening

extension DocumentReference {
  /// Listens to the document: first its present state, then every change of it.
  ///
  /// Nothing is ever delivered inside this call. An error ends the listener.
  ///
  /// - Parameter listener: Called with a snapshot or an error.
  /// - Returns: The way to end the listener.
  @discardableResult
  public func addSnapshotListener(
    _ listener: @escaping (DocumentSnapshot?, (any Error)?) -> Void
  ) -> any ListenerRegistration {
    addSnapshotListener(options: SnapshotListenOptions(), listener: listener)
  }

  /// Listens to the document: first its present state, then every change of it.
  ///
  /// - Parameters:
  ///   - includeMetadataChanges: Whether changes of metadata alone are told.
  ///   - listener: Called with a snapshot or an error.
  /// - Returns: The way to end the listener.
  @discardableResult
  public func addSnapshotListener(
    includeMetadataChanges: Bool,
    listener: @escaping (DocumentSnapshot?, (any Error)?) -> Void
  ) -> any ListenerRegistration {
    addSnapshotListener(
      options: SnapshotListenOptions().withIncludeMetadataChanges(includeMetadataChanges),
      listener: listener)
  }

  /// Listens to the document: first its present state, then every change of it.
  ///
  /// - Parameters:
  ///   - options: How the listener wants to be told.
  ///   - listener: Called with a snapshot or an error.
  /// - Returns: The way to end the listener.
  @discardableResult
  public func addSnapshotListener(
    options: SnapshotListenOptions,
    listener: @escaping (DocumentSnapshot?, (any Error)?) -> Void
  ) -> any ListenerRegistration {
    firestore.add(.document(CallbackBox(listener)), to: query, options: options)
  }
}

extension DocumentReference {
  /// Reads the document once.
  ///
  /// - Parameters:
  ///   - source: Where the answer comes from.
  ///   - completion: Called with the document, or with `unavailable` where the source has no
  ///     answer.
  public func getDocument(
    source: FirestoreSource = .default,
    completion: @escaping (DocumentSnapshot?, (any Error)?) -> Void
  ) {
    let key = key
    let firestore = firestore
    firestore.backend.fetch(
      query, from: source,
      CallbackBox { result in
        switch result {
        case .success(let state):
          completion(DocumentSnapshot(state, key: key, firestore: firestore), nil)
        case .failure(let error): completion(nil, error)
        }
      })
  }
}
