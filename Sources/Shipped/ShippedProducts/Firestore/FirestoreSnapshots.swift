import FakeFirestore
import SluiceProducts
import SluiceSpies

/// What Firestore's snapshots look like, and how a script hands one over.
enum FirestoreSnapshots {
  static let document = Constructor(
    shown: "doc",
    "A document's snapshot by its fields, null where there is none; in a query by id and fields.",
    .variadic("contents", .pattern, "the fields; in a query the id before them"), isPending,
    isCached, example: "doc({name: \"San Francisco\", ...}, pending: true)", isPatternOnly: true)
  static let query = Constructor(
    shown: "query", "A query's snapshot by its results and changes.",
    Parameter<Value>("documents", .pattern, "the results in their order"),
    Parameter<Value>("changes", .pattern, "what changed since the one before"), isPending, isCached,
    example: "query([doc(\"SF\", {n: 1})], [added(\"SF\", 0)], cached: true)",
    isPatternOnly: true)

  static let added = Constructor(
    shown: "added", "A change: a document came in at an index.", id, index,
    example: "added(\"SF\", 0)", isPatternOnly: true)
  static let modified = Constructor(
    shown: "modified", "A change: a document changed, and moved from one index to another.", id,
    index, Parameter<Value>("newIndex", .pattern, "where it is now"),
    example: "modified(\"SF\", 0, 1)", isPatternOnly: true)
  static let removed = Constructor(
    shown: "removed", "A change: a document left its index.", id, index,
    example: "removed(\"SF\", 0)", isPatternOnly: true)

  static let scriptedDocument = Constructor(
    "snapshot", "A document's snapshot for a script to hand over.",
    Parameter<String>("path", .path, "the document"),
    Parameter<Value>("fields", .oneOf(.object, .null), "null: does not exist"), metadata,
    example: "listener.send(snapshot(cities/SF, {n: 1}))", isDataOnly: true
  ) { path, fields, metadata in
    ScriptedSnapshot(path: path, contents: .document(fields: fields), metadata: metadata)
  }
  static let scriptedResults = Constructor(
    "results", "A query's snapshot for a script to hand over.",
    Parameter<String>("path", .place, "the collection"),
    Parameter<[[Value]]>(
      "documents", .list(of: .elements), "ids with their fields, in their order"),
    metadata, example: "listener.send(results(cities, [[\"SF\", {n: 1}]]))", isDataOnly: true
  ) { path, rows, metadata in
    let documents = try rows.map { row in
      guard row.count == 2, case .string(let id) = row[0] else {
        throw FixtureError("\(Value.array(row)) is not an id with its fields")
      }
      return (id: id, fields: row[1])
    }
    return ScriptedSnapshot(path: path, contents: .results(documents), metadata: metadata)
  }

  private static let id = Parameter<Value>("id", .pattern, "the document's id")
  private static let index = Parameter<Value>("index", .pattern, "counted from 0")
  private static let isPending = Parameter<Value?>.optional(
    label: "pending", .pattern, "whether local writes are in it")
  private static let isCached = Parameter<Value?>.optional(
    label: "cached", .pattern, "whether it is from the cache")
  private static let metadata = Parameter<SnapshotMetadata>.combining(
    Parameter<Bool>(label: "pending", .bool, default: false, "whether local writes are in it"),
    Parameter<Bool>(label: "cached", .bool, default: false, "whether it is from the cache")
  ) { isPending, isCached in
    SnapshotMetadata(hasPendingWrites: isPending, isFromCache: isCached)
  }
}

/// A snapshot that a scenario has a script hand over.
struct ScriptedSnapshot: Sendable {
  /// What it is of.
  enum Contents: Sendable {
    /// A document with these fields; null where it does not exist.
    case document(fields: Value)
    /// A query with these results, in order.
    case results([(id: String, fields: Value)])
  }

  /// The document or the collection.
  let path: String
  let contents: Contents
  /// What the snapshot says of itself.
  let metadata: SnapshotMetadata
}

extension ScriptedSnapshot {
  /// The snapshot in a value that a scenario writes.
  init(_ value: Value) throws {
    let snapshot =
      try FirestoreSnapshots.scriptedDocument(value) ?? FirestoreSnapshots.scriptedResults(value)
    guard let snapshot else {
      throw FixtureError("\(value) is neither snapshot(…) nor results(…)")
    }
    self = snapshot
  }
}
