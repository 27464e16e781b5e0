public import FakeStorage
import SluiceConformance
public import SluiceProducts
import SluiceSpies

/// Storage: its uploads and downloads, by script and by emulator.
public enum StorageProduct {
  /// The product, without implementations.
  public static let product = Product(
    "storage", module: "FakeStorage",
    summary: "Storage: the progress of uploads and downloads, by script and by emulator.",
    belongsToApp: true,
    backend: StorageBackend.init(in:),
    verbs: ScriptVerbs.verbs() + StorageVerbs.all,
    probes: probes,
    streams: progressUpdates,
    constructors: progress, paused, resumed)

  /// A place in a bucket.
  static let path = Parameter<String>("path", .path, "the place")

  /// The stream of a transfer's progress.
  ///
  /// Progress, success and failure are observed with a listener each, and the source ends. The
  /// proposal has two names for it, each once: it declares `progressUpdates`, and its example
  /// iterates `uploadTask.progress`.
  public static let progressUpdates = StreamDeclaration<StorageBackend, StorageTask>(
    "storage.progress-updates", suite: "storage.progress",
    """
    The progress of the latest transfer at a place; a script has one at every place. The proposal \
    declares it as progressUpdates, and its example calls it progress.
    """,
    path, example: "S = storage.progress-updates(images/a)",
    traits: { traits in
      traits.source = .operation
      traits.listeners = 3
    },
    source: { backend, path in try backend.task(at: path) })

  private static let probes: [Probe<StorageBackend>] = [
    Probe(
      counting: "listeners",
      "The number of observers that were added and not removed by who added them.",
      example: "expect storage.listeners == 0"
    ) { backend in try backend.storage.observerCount },
    Probe(
      "status", "What the snapshot of the latest transfer at a place says of it.", path,
      result: .word(), example: "expect storage.status(images/a) == pause"
    ) { backend, path in try backend.task(at: path).snapshot.status.projected },
    Probe(
      "bytes", "The size of an object at the server; null where there is none.", path,
      result: .data, example: "expect storage.bytes(images/a) == 300"
    ) { backend, path in
      let object = try backend.transfers.emulator.contents(of: path)
      return object.map { data in .integer(Int64(data.count)) } ?? .null
    },
  ]

  /// What a script tells of a transfer, if a value says so.
  static func news(_ value: Value) throws -> ScriptedTransferNews? {
    try progress(value) ?? paused(value) ?? resumed(value)
  }

  /// How far a transfer is, as streams hand it on and as a script tells it.
  private static let progress = Constructor<ScriptedTransferNews>(
    "progress", "How far a transfer is.",
    Parameter<Value>("completed", .pattern, "the bytes that went over"),
    Parameter<Value>("total", .pattern, "the bytes in all: 0 before the start, or unknown"),
    example: "progress(100, 300)"
  ) { completed, total in
    switch (completed, total) {
    case (.integer(let completed), .integer(let total)):
      .progress(completed, of: total)
    case (.integer(let completed), .symbol("unknown")): .progress(completed)
    case (.integer, _):
      throw FixtureError("progress(\(completed), \(total)) does not say how many bytes there are")
    default:
      throw FixtureError("progress(\(completed), \(total)) does not say how many bytes went over")
    }
  }

  private static let paused = Constructor<ScriptedTransferNews>(
    "paused", "A pause, for a script to tell of.", example: "listener.send(paused())",
    isDataOnly: true
  ) { .status(.pause) }

  private static let resumed = Constructor<ScriptedTransferNews>(
    "resumed", "A resume, for a script to tell of.", example: "listener.send(resumed())",
    isDataOnly: true
  ) { .status(.resume) }
}
