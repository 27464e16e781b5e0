import FakeStorage
import SluiceProducts
import SluiceSpies

/// What a scenario can make Storage do.
enum StorageVerbs {
  typealias StorageVerb = Verb<StorageBackend>

  static let all = (transfers + atServer + circumstances).map { verb in
    verb.standing(in: StorageVerb.emulated)
  }

  private static let path = StorageProduct.path
  /// A number of bytes, of which an object is made in memory.
  private static let bytes = Parameter<Int>.combining(
    Parameter<Int64>("bytes", .integer, "how many bytes")
  ) { bytes in
    guard (0...1_000_000_000).contains(bytes) else {
      throw FixtureError("a number of bytes is from 0 to 1000000000")
    }
    return Int(bytes)
  }
  private static let refusal = Parameter<StorageErrorCode>.combining(Parameter<String>.refusal) {
    name in try StorageErrorCode(named: name, of: "Storage")
  }

  /// What the app does.
  private static let transfers = [
    StorageVerb(
      "upload", "Starts to upload so many bytes to a place.", path, bytes,
      example: "storage.upload(images/a, 300)"
    ) { backend, path, bytes in try backend.upload(bytes, to: path) },
    StorageVerb(
      "download", "Starts to download the object at a place.", path,
      Parameter<Int64>(
        label: "max", .integer, default: 1_073_741_824, "the bytes it may have"),
      example: "storage.download(images/a)"
    ) { backend, path, limit in try backend.download(from: path, atMost: limit) },
    StorageVerb(
      "pause", "Has the app pause its latest transfer at a place.", path,
      example: "storage.pause(images/a)"
    ) { backend, path in try backend.transfer(at: path).pause() },
    StorageVerb(
      "resume", "Has the app resume its latest transfer at a place.", path,
      example: "storage.resume(images/a)"
    ) { backend, path in try backend.transfer(at: path).resume() },
    StorageVerb(
      "cancel", "Has the app cancel its latest transfer at a place.", path,
      example: "storage.cancel(images/a)"
    ) { backend, path in try backend.transfer(at: path).cancel() },
  ]

  /// What happens at the server, whatever its rules say.
  private static let atServer = [
    StorageVerb(
      "put", "Puts an object of so many bytes at the server.", path, bytes,
      Parameter<Bool>(
        label: "tells-size", .bool, default: true, "whether a download learns how large it is"),
      example: "storage.put(images/a, 300)"
    ) { backend, path, bytes, tellsSize in
      try backend.transfers.put(bytes, at: path, tellsSize: tellsSize)
    },
    StorageVerb(
      "delete", "Takes an object away at the server.", path, example: "storage.delete(images/a)"
    ) { backend, path in try backend.transfers.emulator.delete(path) },
    StorageVerb(
      "deny",
      "Refuses transfers below a path; those that run learn it at the server's next answer.",
      path, refusal, example: "storage.deny(/images)"
    ) { backend, path, code in try backend.transfers.emulator.deny(path, code: code) },
    StorageVerb(
      "protect", "Refuses transfers below a path to all but who is signed in when they begin.",
      path, Parameter.optional(label: "for", .string, "the only user whom it does not refuse"),
      example: "storage.protect(/images, for: \"ada\")"
    ) { backend, path, uid in try backend.transfers.emulator.protect(path, for: uid) },
    StorageVerb(
      "allow", "Takes back what was denied at a path.", path, example: "storage.allow(/images)"
    ) { backend, path in try backend.transfers.emulator.allow(path) },
  ]

  /// What stands between the client and the server.
  private static let circumstances = [
    StorageVerb(
      "offline", "Puts the server out of reach; transfers wait for ten minutes, then fail.",
      example: "storage.offline()"
    ) { backend in try backend.transfers.emulator.isReachable = false },
    StorageVerb(
      "online", "Brings the server back; transfers that wait go on.", example: "storage.online()"
    ) { backend in try backend.transfers.emulator.isReachable = true },
    .latency(
      [
        LatencyKind<StorageLatency>("response", \.response), LatencyKind("piece", \.piece),
        LatencyKind("finish", \.finish), LatencyKind("resume-data", \.resumeData),
      ],
      summary: "Says how long the parts of a transfer take; what is not named stays as it is.",
      example: "storage.latency(piece: 10ms)"
    ) { backend, change in change(&(try backend.transfers.emulator).latency) },
    StorageVerb(
      "pieces", "Says how many bytes go over in one piece; 262144 unless it is said.", bytes,
      example: "storage.pieces(100)"
    ) { backend, bytes in try backend.transfers.emulator.pieceSize = Int64(bytes) },
    StorageVerb(
      "observers", "Chooses the order in which the observers of one status are told.",
      Parameter<ObserverOrder>(
        "order", .choice,
        "who is told first of those who observe the same; the vendor doesn't say"),
      example: "storage.observers(newest-first)"
    ) { backend, order in
      try backend.storage.tellsNewestObserverFirst = order == .newestFirst
    },
    .script(for: "observers", of: "storage") { backend in try backend.chooseScript() },
  ]
}

/// Who is told first of those who observe the same status of a task.
private enum ObserverOrder: String, CaseIterable {
  case oldestFirst = "oldest-first"
  case newestFirst = "newest-first"
}
