import SluiceScenarios

/// The values of Firestore that JSON does not have, and what its snapshots look like.
enum FirestoreConstructors {
  static let all: [ConstructorSignature] = values + operations + snapshots + scripted

  private static let values: [ConstructorSignature] = [
    make("timestamp", [text], "A point in time.", "timestamp(\"2026-01-01T00:00:00Z\")"),
    make("bytes", [text], "Bytes in base64.", "bytes(\"aGk=\")"),
    make(
      "geo",
      [
        ParameterSignature("latitude", number, summary: "degrees north"),
        ParameterSignature("longitude", number, summary: "degrees east"),
      ], "A place on the earth.", "geo(52.5, 13.4)"),
    make(
      "ref", [ParameterSignature("path", .path, summary: "the document")],
      "A reference to a document.", "ref(cities/SF)"),
    make(
      "double",
      [
        ParameterSignature(
          "value", .oneOf([.symbol(["nan", "infinity"]), .int, .double]), summary: "the number")
      ],
      "A double that has no notation of its own.", "double(nan)"),
    make(
      "serverTimestamp", [], "The server's time when it takes the write.", "serverTimestamp()"),
  ]

  private static let operations: [ConstructorSignature] = [
    make(
      "increment", [ParameterSignature("by", number, summary: "how much")], "Adds to a number.",
      "increment(1)",
      .data),
    make("arrayUnion", [elements], "Adds what is missing.", "arrayUnion([1])", .data),
    make("arrayRemove", [elements], "Takes out.", "arrayRemove([1])", .data),
    make("delete", [], "Takes the field away.", "delete()", .data),
  ]

  private static let snapshots: [ConstructorSignature] = [
    make(
      "doc",
      [
        ParameterSignature(
          "contents", .pattern, .variadic, summary: "the fields; in a query the id before them")
      ] + metadata,
      "A document's snapshot by its fields, null where there is none; in a query by id and fields.",
      "doc({name: \"San Francisco\", ...}, pending: true)", .pattern),
    make(
      "query",
      [
        ParameterSignature("documents", .pattern, summary: "the results in their order"),
        ParameterSignature("changes", .pattern, summary: "what changed since the one before"),
      ] + metadata,
      "A query's snapshot by its results and changes.",
      "query([doc(\"SF\", {n: 1})], [added(\"SF\", 0)], cached: true)", .pattern),
    make(
      "added", [id, index], "A change: a document came in at an index.", "added(\"SF\", 0)",
      .pattern),
    make(
      "modified",
      [id, index, ParameterSignature("newIndex", .pattern, summary: "where it is now")],
      "A change: a document changed, and moved from one index to another.",
      "modified(\"SF\", 0, 1)", .pattern),
    make(
      "removed", [id, index], "A change: a document left its index.", "removed(\"SF\", 0)",
      .pattern),
  ]

  /// What a script hands over.
  private static let scripted: [ConstructorSignature] = [
    make(
      "snapshot",
      [
        ParameterSignature("path", .path, summary: "the document"),
        ParameterSignature("fields", .oneOf([.object, .null]), summary: "null: does not exist"),
      ] + flags,
      "A document's snapshot for a script to hand over.",
      "listener.send(snapshot(cities/SF, {n: 1}))", .data),
    make(
      "results",
      [
        ParameterSignature("path", .oneOf([.path, .symbol([])]), summary: "the collection"),
        ParameterSignature(
          "documents", .list(of: .array), summary: "ids with their fields, in their order"),
      ] + flags,
      "A query's snapshot for a script to hand over.",
      "listener.send(results(cities, [[\"SF\", {n: 1}]]))", .data),
  ]

  private static let number = ValueType.oneOf([.int, .double])
  private static let text = ParameterSignature(
    "text", .string, summary: "the text that the example shows the form of")
  private static let elements = ParameterSignature(
    "elements", .array, summary: "the elements")
  private static let id = ParameterSignature("id", .pattern, summary: "the document's id")
  private static let index = ParameterSignature("index", .pattern, summary: "counted from 0")
  private static let metadata = [
    ParameterSignature(label: "pending", .pattern, summary: "whether local writes are in it"),
    ParameterSignature(label: "cached", .pattern, summary: "whether it is from the cache"),
  ]
  private static let flags = [
    flag("pending", "whether local writes are in it"),
    flag("cached", "whether it is from the cache"),
  ]

  private static func flag(_ name: String, _ summary: String) -> ParameterSignature {
    ParameterSignature(label: name, .bool, .defaulted(.bool(false)), summary: summary)
  }

  private static func make(
    _ name: String, _ parameters: [ParameterSignature], _ summary: String, _ example: String,
    _ usage: ConstructorSignature.Usage = .both
  ) -> ConstructorSignature {
    ConstructorSignature(
      name, usage: usage, parameters: parameters, summary: summary, example: example)
  }
}
