import SluiceScenarios

/// What a scenario can make Firestore do.
enum FirestoreVerbs {
  private static let words = EmulatorWords(product: "firestore")

  private static let client = ParameterSignature(
    label: "by", .symbol(["first", "second"]), .defaulted(.symbol("first")),
    summary: "the client that writes; streams are the first one's")

  static let all: [VerbSignature] = atServer + byClients + circumstances

  /// What happens at the server, whatever its rules say; listening clients are told.
  private static let atServer: [VerbSignature] = [
    verb(
      "put", [path, fields], "Makes a document at the server, or replaces it.",
      "firestore.put(cities/SF, {name: \"San Francisco\"})"),
    verb(
      "update", [path, fields], "Writes some fields of a document at the server.",
      "firestore.update(cities/SF, {population: 870000})"),
    verb("delete", [path], "Deletes a document at the server.", "firestore.delete(cities/SF)"),
  ]

  /// What a client does: it shows at once there, and at the server when it gets there.
  private static let byClients: [VerbSignature] = [
    verb(
      "client-set",
      [
        path, fields,
        ParameterSignature(
          label: "merge", .bool, .defaulted(.bool(false)),
          summary: "whether fields that are not named stay"),
        client,
      ],
      "Has a client set a document.", "firestore.client-set(cities/SF, {n: 1}, by: second)"),
    verb(
      "client-update", [path, fields, client], "Has a client write some fields of a document.",
      "firestore.client-update(cities/SF, {n: increment(1)})"),
    verb(
      "client-delete", [path, client], "Has a client delete a document.",
      "firestore.client-delete(cities/SF)"),
    verb(
      "client-get",
      [
        path,
        ParameterSignature(
          label: "from", .symbol(["default", "server", "cache"]), .defaulted(.symbol("default")),
          summary: "where the answer comes from"),
        client,
      ],
      "Has a client read a document or a collection once, which leaves it in its cache.",
      "firestore.client-get(cities/SF)"),
  ]

  /// What stands between clients and server.
  private static let circumstances: [VerbSignature] = [
    verb(
      "offline", [client], "Takes the network from a client, which knows at once.",
      "firestore.offline()"),
    verb("online", [client], "Gives a client the network back.", "firestore.online()"),
    verb(
      "network",
      [
        ParameterSignature(
          "state", .symbol(["reachable", "unreachable", "silent"]),
          summary: "whether the server answers, attempts fail, or nothing is answered at all"),
        client,
      ],
      "Changes what lies between a client and the server; the client has to find out.",
      "firestore.network(unreachable)"),
    words.deny(
      path, summary: "Refuses operations below a path; listens concerned end with the error.",
      example: "/cities"),
    verb("allow", [path], "Takes back what was denied at a path.", "firestore.allow(/cities)"),
    words.latency(of: ["connect", "listen", "write", "watch"], example: "listen: 50ms"),
    words.script(),
  ]

  static let probes: [ProbeSignature] = [
    ProbeSignature(
      "firestore.listeners", product: "firestore",
      summary: "The number of listeners that are registered now.",
      example: "expect firestore.listeners == 0"),
    ProbeSignature(
      "firestore.fields", product: "firestore", parameters: [path], result: .data,
      summary: "The fields of a document at the server; null where it does not exist.",
      example: "expect firestore.fields(cities/SF) == {n: 1}"),
  ]

  private static let path = ParameterSignature("path", .path, summary: "the place")
  private static let fields = ParameterSignature("fields", .object, summary: "the fields")

  private static func verb(
    _ name: String, _ parameters: [ParameterSignature], _ summary: String, _ example: String
  ) -> VerbSignature {
    words.verb(name, parameters, summary, example)
  }
}
