import SluiceScenarios

/// The streams of the Realtime Database that the proposal names.
enum DatabaseStreams {
  static let value = "database.value"
  static let events = "database.events"

  static let all: [StreamSignature] = [
    StreamSignature(
      value, product: "database", suite: "database.value", parameters: [path] + conditions,
      summary: "The data of a place or a query, whenever they change.",
      example: "S = database.value(/scores)"),
    StreamSignature(
      events, product: "database", suite: "database.events", parameters: [path] + conditions,
      summary: "The events of the children of a place or a query.",
      example: "E = database.events(/scores, orderBy: \"pts\", limitToLast: 2)"),
  ]

  static let path = ParameterSignature(
    "path", .oneOf([.path, .symbol([])]),
    summary: "the place; one at the root may be a bare word")

  /// What of a place is asked for.
  static let conditions: [ParameterSignature] =
    [
      ParameterSignature(
        label: "orderBy", .oneOf([.string, .symbol(["key", "value", "priority"])]), .optional,
        summary: "the path below each child that decides, or what else does")
    ]
    + [
      endpoint("startAt", "where the range begins: a value, or one with a key as [10, \"bo\"]"),
      endpoint("startAfter", "what the range begins behind"),
      endpoint("endAt", "where the range ends"),
      endpoint("endBefore", "what the range ends before"),
      endpoint("equalTo", "the range's only value, perhaps with its only key"),
      ParameterSignature(
        label: "limitToFirst", .int, .optional, summary: "how many from the front"),
      ParameterSignature(label: "limitToLast", .int, .optional, summary: "how many from the back"),
    ]

  private static func endpoint(_ label: String, _ summary: String) -> ParameterSignature {
    ParameterSignature(
      label: label, .oneOf([.null, .bool, .int, .double, .string, .array]), .optional,
      summary: summary)
  }
}
