import SluiceSimulation

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
