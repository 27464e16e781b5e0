import FakeFirestore
import SluiceSpies

extension SpecPlayer {
  /// Does what a step says, whatever it expects.
  mutating func take(_ step: DocumentValue) throws {
    for entry in step.members?.entries ?? [] {
      let word = entry.name.text
      switch word {
      case "expectedState", "expectedSnapshotEvents", "expectedSnapshotsInSyncEvents",
        "expectedWaitForPendingWritesEvents", "drainQueue", "setIndexConfiguration",
        "clientIndex":
        break
      default:
        if try takeUser(word, entry.value) { continue }
        if try takeWatch(word, entry.value) { continue }
        guard try takeCircumstance(word, entry.value) else { throw UnknownSpecWord(word: word) }
      }
    }
  }

  /// What the app does.
  private mutating func takeUser(_ word: String, _ value: DocumentValue) throws -> Bool {
    let parts = value.elements
    switch word {
    case "userListen":
      listen(
        to: try QueryShape(spec: value["query"] ?? .null), number: value["targetId"]?.number ?? 0,
        options: value["options"])
    case "userUnlisten": try stopListening(to: try QueryShape(spec: parts.last ?? .null))
    case "userSet":
      write(try .set(try DocumentKey(parsing: parts[0].text ?? ""), spec: parts[1]))
    case "userPatch":
      write(try .patch(try DocumentKey(parsing: parts[0].text ?? ""), spec: parts[1]))
    case "waitForPendingWrites": waits.append(Set(engine.pendingBatches.map(\.id)))
    case "addSnapshotsInSyncListener":
      syncListeners += 1
      syncEvents += 1
    case "removeSnapshotsInSyncListener": syncListeners -= 1
    case "userDelete": write(.delete(try DocumentKey(parsing: value.text ?? "")))
    default: return false
    }
    return true
  }

  private mutating func write(_ mutation: Mutation) {
    let time = Timestamp(seconds: 1, nanoseconds: 0)
    let batch = engine.write([mutation], at: time)
    writes[batch] = [mutation.key]
  }

  /// What happens around the client.
  private mutating func takeCircumstance(_ word: String, _ value: DocumentValue) throws -> Bool {
    switch word {
    case "enableNetwork":
      if value.flag == true { engine.enableNetwork() } else { engine.disableNetwork() }
    case "changeUser":
      waits = []
      engine.changeUser(to: value.text)
    case "restart": restart()
    case "triggerLruGC":
      // All that nobody needs is dropped, and not a tenth of it, where the cache is that large.
      let thresholds = CollectionThresholds(minimumBytes: value.number ?? 0, percentile: 100)
      _ = engine.collectGarbage(thresholds)
    case "runTimer": try run(timer: value.text ?? "")
    case "writeAck":
      let batch = try oldestBatch()
      let outcome = CommitResult.Outcome(version: Version(value["version"]?.number ?? 0))
      let outcomes = batch.mutations.map { _ in outcome }
      engine.acknowledge(batch.id, CommitResult(outcomes: outcomes))
    case "failWrite": engine.reject(try oldestBatch().id, try error(value["error"]))
    case "watchStreamClose":
      loseStream()
      isBackingOff = value["runBackoffTimer"]?.flag == false
      engine.streamFailed(retries: true)
    default: return false
    }
    return true
  }

  private func oldestBatch() throws -> MutationBatch {
    guard let batch = engine.pendingBatches.first else { throw UnknownSpecWord(word: "no write") }
    return batch
  }

  private func error(_ value: DocumentValue?) throws -> FirestoreErrorCode {
    guard let number = value?["code"]?.number, number != 0,
      let code = FirestoreErrorCode.Code(rawValue: number)
    else { throw UnknownSpecWord(word: "error \(value.map { "\($0)" } ?? "")") }
    return FirestoreErrorCode(code)
  }

  private mutating func run(timer: String) throws {
    switch timer {
    case "listen_stream_idle": engine.idleTimerFired()
    case "online_state_timeout": engine.offlineTimerFired()
    case "listen_stream_connection_backoff": isBackingOff = false
    case "all":
      engine.offlineTimerFired()
      engine.idleTimerFired()
      isBackingOff = false
    case "write_stream_idle", "write_stream_connection_backoff": break
    default: throw UnknownSpecWord(word: timer)
    }
  }
}

// MARK: - The stream of snapshots

extension SpecPlayer {
  private mutating func takeWatch(_ word: String, _ value: DocumentValue) throws -> Bool {
    switch word {
    case "watchAck": try eachTarget(of: value) { $0.acknowledge($1) }
    case "watchCurrent":
      let hasToken = value.elements.last?.text?.isEmpty == false
      try eachTarget(of: value.elements.first) { $0.markCurrent($1, hasToken: hasToken) }
    case "watchReset": try eachTarget(of: value) { $0.reset($1) }
    case "watchRemove": try takeRemoval(value)
    case "watchEntity": try takeDocuments(value)
    case "watchFilter":
      let filter = ExistenceFilter(spec: value)
      try eachTarget(of: value["targetIds"]) { $0.count(filter, of: $1) }
    case "watchSnapshot": try takeSnapshot(value)
    default: return false
    }
    return true
  }

  /// Does something for each target that a list names, once the client has heard something.
  private mutating func eachTarget(
    of list: DocumentValue?, _ body: (inout SpecWatch, TargetID) -> Void
  ) throws {
    engine.hear()
    learnResults()
    for number in list?.elements.compactMap(\.number) ?? [] { body(&watch, try target(number)) }
  }

  private mutating func takeRemoval(_ value: DocumentValue) throws {
    guard let cause = value["cause"], cause != .null else {
      try eachTarget(of: value["targetIds"]) { $0.remove($1) }
      return
    }
    engine.hear()
    for number in value["targetIds"]?.elements.compactMap(\.number) ?? [] {
      let target = try target(number)
      guard watch.shapes[target] != nil else { continue }
      watch.drop(target)
      engine.refuse(target, try error(cause))
    }
  }

  private mutating func takeDocuments(_ value: DocumentValue) throws {
    let documents = try (value["docs"]?.elements ?? [value["doc"]].compactMap(\.self))
      .map(CachedDocument.init(spec:))
    for document in documents {
      try eachTarget(of: value["targets"]) { $0.put(document, into: $1) }
      try eachTarget(of: value["removedTargets"]) { $0.remove(document.key, from: $1, document) }
    }
    guard let key = try value["key"]?.text.map({ try DocumentKey(parsing: $0) }) else { return }
    try eachTarget(of: value["targets"]) { $0.remove(key, from: $1, nil) }
    try eachTarget(of: value["removedTargets"]) { $0.remove(key, from: $1, nil) }
  }

  private mutating func takeSnapshot(_ value: DocumentValue) throws {
    let hasToken = value["resumeToken"]?.text?.isEmpty == false
    let named = value["targetIds"]?.elements.compactMap(\.number) ?? []
    engine.hear()
    learnResults()
    for target in named.isEmpty ? Array(watch.shapes.keys) : try named.map(target) {
      watch.noteToken(hasToken, of: target)
    }
    // What is said of some targets only makes no snapshot whole.
    let version = Version(value["version"]?.number ?? 0)
    guard named.isEmpty, version >= lastVersion else { return }
    lastVersion = version
    let snapshot = watch.snapshot(version)
    for (target, change) in snapshot.targets where watch.shapes[target]?.document != nil {
      if !change.added.isEmpty { foundLookups.insert(target) }
      if !change.removed.isEmpty { foundLookups.remove(target) }
    }
    engine.receive(snapshot)
  }

  /// Tells the stream what the client counts to the results of each target.
  private mutating func learnResults() {
    for (target, shape) in watch.shapes {
      if let record = engine.store.target(target) {
        watch.know(record.syncedKeys, of: target)
      } else if let key = shape.document {
        watch.know(foundLookups.contains(target) ? [key] : [], of: target)
      }
    }
  }
}
