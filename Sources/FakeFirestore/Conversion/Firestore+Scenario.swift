package import SluiceSpies

/// What a scenario has a client do; mistakes are thrown, where the public calls stop the process.
extension Firestore {
  /// The document at a path.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no document.
  package func document(scenario path: String) throws(FirestoreUsageError) -> DocumentReference {
    DocumentReference(try DocumentKey(parsing: path), firestore: self)
  }

  /// A query of a shape.
  ///
  /// - Throws: `FirestoreUsageError` where the product refuses to listen to it.
  package func query(_ shape: QueryShape) throws(FirestoreUsageError) -> Query {
    try shape.checkForListening()
    return Query(shape, firestore: self)
  }

  /// Sets a document at this client, or merges into it.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no document or the fields can't be
  ///   stored.
  package func set(
    scenario path: String, _ fields: Value, merge: Bool
  ) throws(FirestoreUsageError) {
    let mutation = try Mutation.set(
      DocumentKey(parsing: path), InputValue.fields(scenario: fields),
      merge: merge ? .all : .replace)
    backend.write([mutation], completion: nil)
  }

  /// Writes some fields of a document at this client.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no document or the fields can't be
  ///   stored.
  package func update(scenario path: String, _ fields: Value) throws(FirestoreUsageError) {
    let mutation = try Mutation.update(
      DocumentKey(parsing: path), InputValue.update(scenario: fields))
    backend.write([mutation], completion: nil)
  }

  /// Deletes a document at this client.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no document.
  package func delete(scenario path: String) throws(FirestoreUsageError) {
    backend.write([.delete(try DocumentKey(parsing: path))], completion: nil)
  }

  /// Reads a document or a collection once, which leaves it in the client's cache.
  ///
  /// - Throws: `FirestoreUsageError` where the path is malformed.
  package func get(
    scenario path: String, from source: FirestoreSource
  ) throws(FirestoreUsageError) {
    let place = try ResourcePath(parsing: path)
    if place.isDocument {
      try document(scenario: path).getDocument(source: source) { _, _ in }
    } else {
      try query(QueryShape(path: place)).getDocuments(source: source) { _, _ in }
    }
  }
}
