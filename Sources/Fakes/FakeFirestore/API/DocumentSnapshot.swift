public import SluiceSpies

/// The contents of one document at one moment, or the fact that it did not exist.
///
/// It never changes, and never lies on its own: a script hands over what it was told to, an
/// emulator what its state says. Source:
/// `Firestore/Source/Public/FirebaseFirestore/FIRDocumentSnapshot.h`.
public class DocumentSnapshot: @unchecked Sendable, ProjectsToValue {
  // Sendable: every stored property is an immutable value of a Sendable type. The compiler checks
  // that of final classes alone, and the vendor's `QueryDocumentSnapshot` is a subclass.

  /// The document.
  public let reference: DocumentReference

  /// What the snapshot says of itself.
  public let metadata: SnapshotMetadata

  /// The fields; nil where the document does not exist.
  package let fields: Fields?

  package let cached: CachedDocument

  /// Shows whether anybody keeps the snapshot; nil for one that no listener was handed.
  private let sentinel: Sentinel?

  init(
    _ document: CachedDocument, metadata: SnapshotMetadata, firestore: Firestore,
    sentinel: Sentinel? = nil
  ) {
    self.sentinel = sentinel
    reference = DocumentReference(document.key, firestore: firestore)
    self.metadata = metadata
    fields = document.fields
    cached = document
  }

  /// The last part of the document's path.
  public var documentID: String { reference.documentID }

  /// Whether the document existed.
  public var exists: Bool { fields != nil }

  /// The fields, a pending server timestamp as null; nil where the document does not exist.
  public func data() -> [String: Any]? {
    data(with: .none)
  }

  /// The fields; nil where the document does not exist.
  ///
  /// - Parameter behavior: What stands for a server timestamp that is not decided yet.
  /// - Returns: The fields by their names.
  public func data(with behavior: ServerTimestampBehavior) -> [String: Any]? {
    fields?.anyFields(behavior, firestore: reference.firestore)
  }

  /// One field, by dotted path or `FieldPath`; nil where it is not there.
  ///
  /// - Parameters:
  ///   - field: A `String` or a `FieldPath`; anything else stops the process, as in the SDK.
  ///   - behavior: What stands for a server timestamp that is not decided yet.
  /// - Returns: The field's value.
  public func get(
    _ field: Any, serverTimestampBehavior behavior: ServerTimestampBehavior = .none
  ) -> Any? {
    let path = stoppingOnMisuse { () throws(FirestoreUsageError) in try FieldPath(any: field) }
    if path.isKey { return documentID }
    return fields?[path]?.any(behavior, firestore: reference.firestore)
  }

  /// One field, by dotted path or `FieldPath`; nil where it is not there.
  public subscript(field: Any) -> Any? {
    get { get(field, serverTimestampBehavior: .none) }
  }

  /// The document as scenarios write it: `doc({…})`, `doc(null)` where it does not exist.
  ///
  /// Metadata stands behind the fields where it is not the usual: `pending: true`, `cached: true`.
  public var projected: Value {
    .call("doc", [Value.Argument(nil, fields?.projected ?? .null)] + metadata.arguments)
  }
}

/// The contents of a document that a query found: it existed.
///
/// It never changes. Source: `Firestore/Source/Public/FirebaseFirestore/FIRDocumentSnapshot.h`.
public final class QueryDocumentSnapshot: DocumentSnapshot, @unchecked Sendable {
  // Sendable: it adds no stored property to a class for which that is shown.

  /// The fields, a pending server timestamp as null.
  public override func data() -> [String: Any] {
    data(with: .none)
  }

  /// The fields.
  ///
  /// - Parameter behavior: What stands for a server timestamp that is not decided yet.
  /// - Returns: The fields by their names.
  public override func data(with behavior: ServerTimestampBehavior) -> [String: Any] {
    super.data(with: behavior) ?? [:]
  }
}

/// What stands in a snapshot for a server timestamp that the server has not decided yet.
public enum ServerTimestampBehavior: Int, Sendable {
  /// Null.
  case none
  /// The client's own time at the write.
  case estimate
  /// What the field held before the write.
  case previous
}

/// What a snapshot says of itself: whether local writes are in it, and whether the server has
/// confirmed it.
///
/// Source: `Firestore/Source/Public/FirebaseFirestore/FIRSnapshotMetadata.h`.
public struct SnapshotMetadata: Hashable, Sendable {
  /// Whether the snapshot holds local writes that the server has not answered.
  public let hasPendingWrites: Bool

  /// Whether the snapshot may lag behind the server.
  public let isFromCache: Bool

  /// What a script has a snapshot say of itself.
  ///
  /// - Parameters:
  ///   - hasPendingWrites: Whether it holds local writes that the server has not answered.
  ///   - isFromCache: Whether it may lag behind the server.
  public init(hasPendingWrites: Bool, isFromCache: Bool) {
    self.hasPendingWrites = hasPendingWrites
    self.isFromCache = isFromCache
  }
}

extension SnapshotMetadata {
  var arguments: [Value.Argument] {
    (hasPendingWrites ? [Value.Argument("pending", .bool(true))] : [])
      + (isFromCache ? [Value.Argument("cached", .bool(true))] : [])
  }
}
