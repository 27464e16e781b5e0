import SluiceScenarios

/// What a scenario can make the Realtime Database do.
enum DatabaseVerbs {
  private static let words = EmulatorWords(product: "database")

  static let all: [VerbSignature] = atServer + byClients + atDisconnect + circumstances

  /// What happens at the server, whatever its rules say; listening clients are told.
  private static let atServer: [VerbSignature] = [
    verb(
      "put", [path, value, priority], "Replaces everything at a place of the server.",
      "database.put(/scores, {ada: {pts: 10}})"),
    verb(
      "update", [path, values], "Replaces what is at some paths below a place of the server.",
      "database.update(/scores/ada, {pts: 15})"),
    verb("remove", [path], "Removes a place at the server.", "database.remove(/scores/ada)"),
  ]

  /// What a client does: it shows at once there, and at the server when it gets there.
  private static let byClients: [VerbSignature] = [
    verb(
      "client-set", [path, value, priority, client],
      "Has a client replace everything at a place.",
      "database.client-set(/scores/ada, {pts: increment(1)}, by: second)"),
    verb(
      "client-update", [path, values, client],
      "Has a client replace what is at some paths below a place, all or nothing.",
      "database.client-update(/scores, {\"ada/pts\": 1, bo: null})"),
    verb(
      "client-remove", [path, client], "Has a client remove a place.",
      "database.client-remove(/scores/ada)"),
    verb(
      "client-priority",
      [
        path,
        ParameterSignature("priority", priorityType, summary: "a number, a text or null"), client,
      ],
      "Has a client replace a place's priority alone.",
      "database.client-priority(/scores/ada, 2)"),
    verb(
      "client-transaction",
      [
        path,
        ParameterSignature(
          label: "add", .int, .optional, summary: "how much is added to the number there, or to 0"),
        ParameterSignature(label: "set", .data, .optional, summary: "what shall be there"),
        ParameterSignature(
          label: "local", .bool, .defaulted(.bool(true)),
          summary: "whether it is shown before the server has it"),
        client,
      ],
      "Has a client run a transaction; without add and set, it gives up.",
      "database.client-transaction(/count, add: 1)"),
    verb(
      "client-once",
      [DatabaseStreams.path] + DatabaseStreams.conditions + [
        ParameterSignature(
          label: "event", .symbol(["value", "added", "changed", "moved", "removed"]),
          .defaulted(.symbol("value")), summary: "the kind of the event"),
        client,
      ],
      "Has a client listen to one event, which is then among the answers.",
      "database.client-once(/scores, event: added)"),
    verb(
      "purge", [client], "Has a client give up all writes that are not answered.",
      "database.purge()"),
  ]

  /// What the server shall do when a client's connection ends.
  private static let atDisconnect: [VerbSignature] = [
    verb(
      "on-disconnect-set", [path, value, client],
      "Has the server replace a place when a client's connection ends.",
      "database.on-disconnect-set(/online/ada, false)"),
    verb(
      "on-disconnect-update", [path, values, client],
      "Has the server replace what is at some paths when a client's connection ends.",
      "database.on-disconnect-update(/online, {ada: null})"),
    verb(
      "on-disconnect-cancel", [path, client],
      "Takes back what was to happen at a place when a client's connection ends.",
      "database.on-disconnect-cancel(/online)"),
  ]

  /// What stands between clients and server.
  private static let circumstances: [VerbSignature] = [
    verb(
      "keep-synced",
      [DatabaseStreams.path] + DatabaseStreams.conditions + [
        ParameterSignature(
          label: "on", .bool, .defaulted(.bool(true)), summary: "whether it is kept from now on"),
        client,
      ],
      "Has a client keep data up to date without a listener, or stops that.",
      "database.keep-synced(/scores)"),
    verb(
      "offline", [client], "Takes the connection from a client, which knows.",
      "database.offline()"),
    verb("online", [client], "Lets a client connect again.", "database.online()"),
    verb(
      "network",
      [
        ParameterSignature(
          "state", .symbol(["reachable", "unreachable"]),
          summary: "whether the server can be reached; a connection that stands breaks"),
        client,
      ],
      "Changes what lies between a client and the server.", "database.network(unreachable)"),
    words.deny(
      path, summary: "Refuses operations at a place, below it and above it; listens concerned end.",
      example: "/scores"),
    verb("allow", [path], "Takes back what was denied at a place.", "database.allow(/scores)"),
    words.latency(of: ["connect", "listen", "write", "watch"], example: "listen: 50ms"),
    words.script(),
  ]

  static let probes: [ProbeSignature] = [
    ProbeSignature(
      "database.listeners", product: "database",
      summary: "The number of listeners that are registered now.",
      example: "expect database.listeners == 0"),
    ProbeSignature(
      "database.data", product: "database", parameters: [path], result: .data,
      summary: "The data of a place at the server; null where there are none.",
      example: "expect database.data(/scores/ada) == {pts: 10}"),
    ProbeSignature(
      "database.answers", product: "database", result: .data,
      summary: "What writes, transactions and single events of all clients ended with, in order.",
      example: "expect database.answers == [ok, {committed: true, value: 2}]"),
  ]

  private static let path = ParameterSignature(
    "path", .oneOf([.path, .symbol([])]),
    summary: "the place; one at the root may be a bare word")
  private static let value = ParameterSignature("value", .data, summary: "the data")
  private static let values = ParameterSignature(
    "values", .object, summary: "paths with their data")
  private static let priorityType = ValueType.oneOf([.int, .double, .string, .null])
  private static let priority = ParameterSignature(
    label: "priority", priorityType, .optional, summary: "a number, a text or null")
  private static let client = ParameterSignature(
    label: "by", .symbol(["first", "second"]), .defaulted(.symbol("first")),
    summary: "the client that does it; streams are the first one's")

  private static func verb(
    _ name: String, _ parameters: [ParameterSignature], _ summary: String, _ example: String
  ) -> VerbSignature {
    words.verb(name, parameters, summary, example)
  }
}
