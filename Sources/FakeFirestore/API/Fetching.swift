import SluiceSimulation

/// Where a single read gets its answer.
public enum FirestoreSource: UInt64, Sendable {
  /// The server where it can be reached, else the cache.
  case `default` = 0
  /// The server or an error.
  case server = 1
  /// The cache or an error.
  case cache = 2
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
