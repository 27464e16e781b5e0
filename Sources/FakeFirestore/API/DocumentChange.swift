public import SluiceSpies

/// What became of a document between two snapshots of a query.
public enum DocumentChangeType: Int, Sendable {
  /// It came into the results.
  case added
  /// It changed within the results.
  case modified
  /// It left the results.
  case removed
}

/// One document's change between two snapshots of a query, with its places before and after.
///
/// Indexes hold for changes applied one after the other, in the order of the list. Source:
/// `Firestore/Source/Public/FirebaseFirestore/FIRDocumentChange.h`.
public final class DocumentChange: Sendable {
  /// What became of the document.
  public let type: DocumentChangeType

  /// The document after the change; before it where it was removed.
  public let document: QueryDocumentSnapshot

  /// The index before the change; `NSNotFound` where it was added.
  public let oldIndex: UInt

  /// The index after the change; `NSNotFound` where it was removed.
  public let newIndex: UInt

  /// The index for none, which is Foundation's `NSNotFound`.
  package static let notFound = UInt(Int.max)

  init(
    type: DocumentChangeType, document: QueryDocumentSnapshot, oldIndex: Int?, newIndex: Int?
  ) {
    self.type = type
    self.document = document
    self.oldIndex = oldIndex.map(UInt.init) ?? Self.notFound
    self.newIndex = newIndex.map(UInt.init) ?? Self.notFound
  }
}

extension DocumentChange: ProjectsToValue {
  /// The change as scenarios write it: `added("SF", 0)`, `modified("SF", 1, 0)`, `removed("SF",
  /// 2)`.
  public var projected: Value {
    let id = Value.string(document.documentID)
    let old = Value.integer(Int64(clamping: oldIndex))
    let new = Value.integer(Int64(clamping: newIndex))
    return switch type {
    case .added: .call("added", id, new)
    case .modified: .call("modified", id, old, new)
    case .removed: .call("removed", id, old)
    }
  }
}
