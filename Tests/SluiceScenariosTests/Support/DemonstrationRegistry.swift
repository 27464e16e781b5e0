import SluiceScenarios

/// A vocabulary for the tests of the language: a part of what the fakes will have.
enum DemonstrationRegistry {
  static let registry: Registry = {
    var registry = Registry()
    addProducts(to: &registry)
    addVerbs(to: &registry)
    addStreams(to: &registry)
    addValues(to: &registry)
    addWords(to: &registry)
    return registry
  }()

  private static func addProducts(to registry: inout Registry) {
    registry.add(ProductSignature("firestore", reaches: ["listener"], summary: "documents"))
    registry.add(ProductSignature("database", reaches: ["listener"], summary: "a tree"))
    registry.add(ProductSignature("auth", summary: "users"))
    registry.add(ProductSignature("websocket", summary: "messages"))
    registry.add(ProductSignature("listener", summary: "any listener"))
    registry.add(
      ProductSignature(
        "all-products", reaches: ["firestore", "database", "auth", "websocket", "listener"],
        summary: "what holds for all of them"))
  }

  private static func addVerbs(to registry: inout Registry) {
    let path = ParameterSignature("path", .path, summary: "where")
    let fields = ParameterSignature("fields", .object, summary: "what")
    registry.add(
      VerbSignature(
        "firestore.put", product: "firestore",
        parameters: [
          path, fields, ParameterSignature(label: "merge", .bool, .defaulted(.bool(false))),
        ],
        summary: "writes a document", example: "firestore.put(cities/SF, {a: 1})"))
    registry.add(
      VerbSignature(
        "firestore.update", product: "firestore", parameters: [path, fields],
        summary: "changes fields", example: "firestore.update(cities/SF, {a: 2})"))
    registry.add(
      VerbSignature(
        "firestore.delete", product: "firestore",
        parameters: [ParameterSignature("paths", .path, .variadic)],
        summary: "deletes documents", example: "firestore.delete(cities/SF)"))
    registry.add(
      VerbSignature(
        "firestore.fill", product: "firestore", parameters: [path],
        table: TableSignature(
          columns: [ParameterSignature("id", .string)], otherColumns: .data, isRequired: true),
        summary: "writes documents from a table", example: "firestore.fill(cities/of/it)"))
    registry.add(
      VerbSignature(
        "firestore.latency", product: "firestore", layers: [.integration, .cancellation],
        parameters: [
          ParameterSignature("time", .duration),
          ParameterSignature(label: "of", .symbol(["read", "write"]), .optional),
        ], summary: "slows the backend down", example: "firestore.latency(5ms, of: read)"))
    registry.add(
      VerbSignature(
        "database.put", product: "database",
        parameters: [path, ParameterSignature("value", .data)], summary: "writes",
        example: "database.put(/scores, {ada: 1})"))
    registry.add(
      VerbSignature(
        "database.update", product: "database", parameters: [path, fields], summary: "merges",
        example: "database.update(/scores, {ada: 1})"))
    registry.add(
      VerbSignature(
        "listener.fail", product: "listener",
        parameters: [ParameterSignature("error", .error)], summary: "calls back with an error",
        example: "listener.fail(permission-denied)"))
    registry.add(
      VerbSignature(
        "listener.send", product: "listener",
        parameters: [
          ParameterSignature("value", .data),
          ParameterSignature(label: "to", .stream, .optional),
          ParameterSignature(label: "weight", .double, .optional),
          ParameterSignature(label: "ids", .list(of: .int), .optional),
        ], summary: "calls back with a value", example: "listener.send(1)"))
  }

  private static func addStreams(to registry: inout Registry) {
    registry.add(
      StreamSignature(
        "firestore.document-snapshots", product: "firestore", suite: "firestore.document",
        parameters: [
          ParameterSignature("path", .path),
          ParameterSignature(label: "includeMetadataChanges", .bool, .defaulted(.bool(false))),
        ], summary: "a document", example: "L = firestore.document-snapshots(cities/SF)"))
    registry.add(
      StreamSignature(
        "database.events", product: "database", suite: "database.events",
        parameters: [
          ParameterSignature("path", .path), ParameterSignature(label: "orderBy", .string),
        ], summary: "children", example: "E = database.events(/scores)"))
    registry.add(
      StreamSignature(
        "database.value", product: "database", suite: "database.value",
        parameters: [ParameterSignature("path", .path)], summary: "a value",
        example: "V = database.value(/scores)"))
    registry.add(
      StreamSignature(
        "auth.state-changes", product: "auth", suite: "auth.state", summary: "users",
        example: "A = auth.state-changes()"))
    registry.add(
      StreamSignature(
        "websocket.messages", product: "websocket", suite: "websocket.messages",
        parameters: [ParameterSignature("url", .string)], summary: "messages",
        example: "W = websocket.messages(\"ws://feed.test/v1\")"))
    registry.add(
      StreamSignature(
        "listener.values", product: "listener", suite: "listener.values", summary: "values",
        example: "L = listener.values()"))
    for product in ["firestore", "listener"] {
      registry.add(
        ProbeSignature(
          "\(product).listeners", product: product, summary: "active listeners",
          example: "expect \(product).listeners == 0"))
    }
    registry.add(
      ProbeSignature(
        "firestore.document", product: "firestore", parameters: [ParameterSignature("path", .path)],
        result: .oneOf([.null, .object]), summary: "a document",
        example: "expect firestore.document(cities/SF) == {a: 1}"))
  }

  private static func addValues(to registry: inout Registry) {
    registry.add(
      ConstructorSignature(
        "doc", usage: .pattern, parameters: [ParameterSignature("fields", .objectPattern)],
        summary: "a document that exists", example: "doc({a: 1})"))
    registry.add(
      ConstructorSignature(
        "timestamp", parameters: [ParameterSignature("text", .string)], summary: "an instant",
        example: "timestamp(\"2026-01-01T00:00:00Z\")"))
    registry.add(
      ConstructorSignature(
        "geo",
        parameters: [ParameterSignature("lat", .double), ParameterSignature("lon", .double)],
        summary: "a place", example: "geo(52.5, 13.4)"))
    registry.add(
      ConstructorSignature(
        "ref", parameters: [ParameterSignature("path", .path)], summary: "a reference",
        example: "ref(cities/SF)"))
    registry.add(
      ConstructorSignature(
        "double", parameters: [ParameterSignature("name", .symbol(["nan", "infinity"]))],
        summary: "a double without digits", example: "double(nan)"))
    registry.add(
      ConstructorSignature(
        "serverTimestamp", usage: .data, summary: "the server's time", example: "serverTimestamp()")
    )
    registry.add(
      ConstructorSignature(
        "increment", usage: .data,
        parameters: [ParameterSignature("by", .oneOf([.int, .double]))], summary: "a sum",
        example: "increment(1)"))
  }

  private static func addWords(to registry: inout Registry) {
    for error in ["permission-denied", "unavailable"] { registry.add(error: WordSignature(error)) }
    for trait in ["releases-while-held", "drains"] { registry.add(trait: WordSignature(trait)) }
    for rule in [
      "errors.sync-error-removes", "ordering.fifo", "cancellation.suspended-removes",
      "cancellation.immediate", "cancellation.registration-race",
    ] {
      registry.add(rule: WordSignature(rule))
    }
  }
}
