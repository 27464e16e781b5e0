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
