import SluiceScenarios

/// What a scenario can make Storage do.
enum StorageVerbs {
  private static let words = EmulatorWords(product: "storage")

  /// The stream of a transfer's progress.
  static let progress = "storage.progress-updates"

  static let stream = StreamSignature(
    progress, product: "storage", suite: "storage.progress", parameters: [path],
    summary: "The progress of the latest transfer at a place; a script has one at every place.",
    example: "S = storage.progress-updates(images/a)")

  static let all: [VerbSignature] = transfers + atServer + circumstances

  /// What the app does.
  private static let transfers: [VerbSignature] = [
    verb(
      "upload", [path, bytes], "Starts to upload so many bytes to a place.",
      "storage.upload(images/a, 300)"),
    verb(
      "download",
      [
        path,
        ParameterSignature(
          label: "max", .int, .defaulted(.int(1_073_741_824)), summary: "the bytes it may have"),
      ],
      "Starts to download the object at a place.", "storage.download(images/a)"),
    verb(
      "pause", [path], "Has the app pause its latest transfer at a place.",
      "storage.pause(images/a)"),
    verb(
      "resume", [path], "Has the app resume its latest transfer at a place.",
      "storage.resume(images/a)"),
    verb(
      "cancel", [path], "Has the app cancel its latest transfer at a place.",
      "storage.cancel(images/a)"),
  ]

  /// What happens at the server, whatever its rules say.
  private static let atServer: [VerbSignature] = [
    verb(
      "put",
      [
        path, bytes,
        ParameterSignature(
          label: "tells-size", .bool, .defaulted(.bool(true)),
          summary: "whether a download learns how large it is"),
      ],
      "Puts an object of so many bytes at the server.", "storage.put(images/a, 300)"),
    verb("delete", [path], "Takes an object away at the server.", "storage.delete(images/a)"),
    verb(
      "deny",
      [
        path,
        ParameterSignature(
          label: "code", .error, .defaulted(.symbol("permission-denied")),
          summary: "the error that says so"),
      ],
      "Refuses transfers below a path; those that run learn it at the server's next answer.",
      "storage.deny(/images)"),
    verb("allow", [path], "Takes back what was denied at a path.", "storage.allow(/images)"),
  ]

  /// What stands between the client and the server.
  private static let circumstances: [VerbSignature] = [
    verb(
      "offline", [], "Puts the server out of reach; transfers wait for ten minutes, then fail.",
      "storage.offline()"),
    verb("online", [], "Brings the server back; transfers that wait go on.", "storage.online()"),
    words.latency(
      of: ["response", "piece", "finish", "resume-data"], example: "piece: 10ms",
      summary: "Says how long the parts of a transfer take; what is not named stays as it is."),
    verb(
      "pieces", [bytes], "Says how many bytes go over in one piece; 262144 unless it is said.",
      "storage.pieces(100)"),
    verb(
      "observers",
      [
        ParameterSignature(
          "order", .symbol(["oldest-first", "newest-first"]),
          summary: "who is told first of those who observe the same; the vendor doesn't say")
      ],
      "Chooses the order in which the observers of one status are told.",
      "storage.observers(newest-first)"),
    words.script(for: "observers"),
  ]

  static let probes: [ProbeSignature] = [
    ProbeSignature(
      "storage.listeners", product: "storage",
      summary: "The number of observers that were added and not removed by who added them.",
      example: "expect storage.listeners == 0"),
    ProbeSignature(
      "storage.status", product: "storage", parameters: [path], result: .symbol([]),
      summary: "What the snapshot of the latest transfer at a place says of it.",
      example: "expect storage.status(images/a) == pause"),
    ProbeSignature(
      "storage.bytes", product: "storage", parameters: [path], result: .data,
      summary: "The size of an object at the server; null where there is none.",
      example: "expect storage.bytes(images/a) == 300"),
  ]

  static let constructors: [ConstructorSignature] = [
    ConstructorSignature(
      "progress",
      parameters: [
        ParameterSignature("completed", .pattern, summary: "the bytes that went over"),
        ParameterSignature(
          "total", .pattern, summary: "the bytes in all: 0 before the start, or unknown"),
      ],
      summary: "How far a transfer is.", example: "progress(100, 300)"),
    ConstructorSignature(
      "paused", usage: .data, summary: "A pause, for a script to tell of.",
      example: "listener.send(paused())"),
    ConstructorSignature(
      "resumed", usage: .data, summary: "A resume, for a script to tell of.",
      example: "listener.send(resumed())"),
  ]

  private static let path = ParameterSignature("path", .path, summary: "the place")
  private static let bytes = ParameterSignature("bytes", .int, summary: "how many bytes")

  private static func verb(
    _ name: String, _ parameters: [ParameterSignature], _ summary: String, _ example: String
  ) -> VerbSignature {
    words.verb(name, parameters, summary, example)
  }
}
