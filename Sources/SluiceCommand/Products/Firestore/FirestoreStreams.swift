import SluiceScenarios

/// The streams of Firestore that the proposal names.
enum FirestoreStreams {
  static let document = "firestore.document-snapshots"
  static let collection = "firestore.collection-snapshots"
  static let query = "firestore.query-snapshots"

  static let all: [StreamSignature] = [
    StreamSignature(
      document, product: "firestore", suite: "firestore.document", parameters: [path, metadata],
      summary: "The snapshots of one document.",
      example: "L = firestore.document-snapshots(cities/SF)"),
    StreamSignature(
      collection, product: "firestore", suite: "firestore.collection",
      parameters: [path, metadata], summary: "The snapshots of a whole collection.",
      example: "L = firestore.collection-snapshots(cities)"),
    StreamSignature(
      query, product: "firestore", suite: "firestore.query",
      parameters: [path] + shape + [metadata], summary: "The snapshots of a query.",
      example: "L = firestore.query-snapshots(cities, order: [\"population desc\"], limit: 2)"),
  ]

  private static let path = ParameterSignature(
    "path", .oneOf([.path, .string, .symbol([])]),
    summary: "the document or the collection; a collection at the root is a bare word")

  private static let metadata = ParameterSignature(
    label: "includeMetadataChanges", .bool, .optional,
    summary: "whether changes of metadata alone are told; not said, the property is used")

  private static let shape: [ParameterSignature] = [
    ParameterSignature(
      label: "where", .list(of: .array), .optional,
      summary: "conditions, each a field, an operator and a value: [\"n\", \">\", 1]"),
    ParameterSignature(
      label: "order", .list(of: .string), .optional,
      summary: "fields to order by, each with ' desc' behind it or not"),
    ParameterSignature(label: "limit", .int, .optional, summary: "how many from the front"),
    ParameterSignature(
      label: "limitToLast", .int, .optional, summary: "how many from the back"),
    ParameterSignature(label: "startAt", .array, .optional, summary: "the first position"),
    ParameterSignature(
      label: "startAfter", .array, .optional, summary: "the position before the first"),
    ParameterSignature(label: "endAt", .array, .optional, summary: "the last position"),
    ParameterSignature(
      label: "endBefore", .array, .optional, summary: "the position behind the last"),
    ParameterSignature(
      label: "group", .bool, .defaulted(.bool(false)),
      summary: "whether all collections of this name are asked"),
  ]
}
