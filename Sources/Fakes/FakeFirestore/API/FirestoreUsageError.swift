/// The mistakes in using the product that its SDK reports by raising an exception.
///
/// The vendor-shaped methods can't throw, so they stop the process with this text as the SDK does;
/// what a scenario says is checked through throwing ways in, so that it becomes a diagnostic
/// instead. Sources: `Firestore/core/src/api/query_core.cc`,
/// `Firestore/core/src/core/user_data.cc`, `Firestore/Source/API/FSTUserDataReader.mm`.
public enum FirestoreUsageError: Error, Equatable, Sendable {
  /// A path to a document or collection without a segment.
  case emptyPath
  /// A path with two slashes together.
  case doubleSlash(String)
  /// A document path with an odd number of segments.
  case notADocument(String, segments: Int)
  /// A collection path with an even number of segments.
  case notACollection(String, segments: Int)
  /// A collection group's id that is empty or has a slash in it.
  case invalidCollectionGroup(String)
  /// A dotted field path with an empty part or a forbidden character.
  case invalidFieldPath(String)
  /// A field name that the product keeps for itself.
  case reservedFieldName(String)
  /// A field without a name.
  case emptyFieldName(in: String)

  /// An array as an element of an array.
  case nestedArray(field: String)
  /// A value of a type that the product does not store.
  case unsupportedValue(type: String, field: String)
  /// A field deletion in a set that does not merge.
  case deleteOutsideMerge(field: String)
  /// A field deletion inside a map of an update.
  case deleteBelowTopLevel(field: String)
  /// A transform where the product does not take one: in an array, or in a query.
  case misplacedTransform(String, place: String)
  /// A field of the mask that the data does not have.
  case maskedFieldMissing(String)

  /// A limit of zero or less.
  case nonPositiveLimit(Int)
  /// A limit to the last documents without an order.
  case limitToLastWithoutOrder
  /// `in`, `not-in` or `array-contains-any` with no values.
  case emptyValues(filter: String)
  /// Two filters that exclude each other.
  case conflictingFilters(String, String)
  /// The same filter twice where the product takes one.
  case repeatedFilter(String)
  /// An array filter on the document id.
  case arrayFilterOnKey(String)
  /// A value that can't be compared with a document id.
  case invalidKeyValue(String)
  /// More cursor values than there are orders.
  case tooManyCursorValues(Int, orders: Int)
  /// An order after a cursor.
  case orderAfterCursor(String)
  /// A cursor from a document that does not exist.
  case cursorDocumentMissing(String)
  /// A cursor from a document without the field that orders.
  case cursorFieldMissing(String)
  /// A cursor from a document whose ordering field is a pending server timestamp.
  case cursorFieldPending(String)
  /// Metadata changes asked of a snapshot that was listened to without them.
  case metadataChangesNotIncluded
  /// A write at the emulator's server that the server refuses.
  case refusedByServer(FirestoreErrorCode)
}

extension FirestoreUsageError: CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var description: String {
    switch self {
    case .emptyPath, .doubleSlash, .notADocument, .notACollection, .invalidCollectionGroup,
      .invalidFieldPath, .reservedFieldName, .emptyFieldName:
      pathDescription
    case .nestedArray(let field): "nested arrays are not supported (found in field \(field))"
    case .unsupportedValue(let type, let field):
      "unsupported type \(type) (found in field \(field))"
    case .deleteOutsideMerge(let field):
      "FieldValue.delete() needs an update or a merging set (found in field \(field))"
    case .deleteBelowTopLevel(let field):
      "FieldValue.delete() can only stand at the top level of an update (found in field \(field))"
    case .misplacedTransform(let name, let place): "\(name) can't be used in \(place)"
    case .maskedFieldMissing(let field):
      "the field \(field) is in the field mask but not in the data"
    case .metadataChangesNotIncluded:
      "to list metadata changes, listen with includeMetadataChanges: true"
    case .refusedByServer(let error): error.description
    default: queryDescription
    }
  }

  private var pathDescription: String {
    switch self {
    case .emptyPath: "a path must not be empty"
    case .doubleSlash(let path): "the path \"\(path)\" must not contain two slashes together"
    case .notADocument(let path, let segments):
      "a document reference must have an even number of segments, but \"\(path)\" has \(segments)"
    case .notACollection(let path, let segments):
      "a collection reference must have an odd number of segments, but \"\(path)\" has \(segments)"
    case .invalidCollectionGroup(let id):
      "a collection id must not be empty or contain a slash: \"\(id)\""
    case .invalidFieldPath(let path):
      "the field path \"\(path)\" must not be empty, have an empty part, or contain ~ * / [ or ]"
    case .reservedFieldName(let name):
      "a field name must not begin and end with two underscores: \"\(name)\""
    case .emptyFieldName(let place): "a field name must not be empty (found in \(place))"
    default: ""
    }
  }

  private var queryDescription: String {
    switch self {
    case .nonPositiveLimit(let limit): "the limit \(limit) must be positive"
    case .limitToLastWithoutOrder: "limit(toLast:) needs at least one order(by:)"
    case .emptyValues(let filter): "a non-empty array is required for \(filter) filters"
    case .conflictingFilters(let new, let old): "\(new) filters can't be used with \(old) filters"
    case .repeatedFilter(let filter): "more than one \(filter) filter can't be used"
    case .arrayFilterOnKey(let filter): "\(filter) can't be used on the document id"
    case .invalidKeyValue(let reason): "a filter or cursor on the document id needs \(reason)"
    case .tooManyCursorValues(let values, let orders):
      "a cursor has \(values) values, but the query has \(orders) orders"
    case .orderAfterCursor(let cursor): "the order must be said before the \(cursor) cursor"
    case .cursorDocumentMissing(let key):
      "a query can't start or end at \(key), which does not exist"
    case .cursorFieldMissing(let field):
      "a query can't start or end at a document without the ordering field \(field)"
    case .cursorFieldPending(let field):
      "a query can't start or end at an undecided server timestamp, which orders by \(field)"
    default: ""
    }
  }
}

/// Runs a check of what the caller passed; what the SDK answers with an exception stops the process
/// with the reason.
func stoppingOnMisuse<Success>(
  _ body: () throws(FirestoreUsageError) -> Success
) -> Success {
  do throws(FirestoreUsageError) {
    return try body()
  } catch {
    // A precondition says nothing in a release build.
    fatalError(error.description)
  }
}
