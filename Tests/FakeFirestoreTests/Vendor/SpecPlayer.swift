import FakeFirestore
import SluiceSpies

/// Takes one of the vendor's tests through a client's engine, step by step, and notes what is other
/// than the test expects.
struct SpecPlayer {
  let test: SpecCase
  var engine: ClientEngine
  var watch = SpecWatch()
  private(set) var mismatches: [String] = []

  /// The queries that have a number in the test, with the last number of each at the client.
  var numbers: [Int: (query: QueryShape, isLookup: Bool, target: TargetID?)] = [:]
  /// The lookups at the client.
  private var lookups: Set<TargetID> = []
  /// The lookups whose document the server has named.
  var foundLookups: Set<TargetID> = []
  var listeners: [(id: ListenerID, query: QueryShape)] = []
  private var lastListener: ListenerID = 0
  /// The documents of the writes of this start of the client.
  var writes: [BatchID: [DocumentKey]] = [:]
  var lastVersion: Version = 0
  /// Whether the next attempt to connect waits.
  var isBackingOff = false
  private var wantsStream = false

  private var events: [SpecEvent] = []
  /// Those who are told whenever several listeners have been told what belongs together.
  var syncListeners = 0
  var syncEvents = 0
  /// The writes that each of those waits for who want to know when all are answered.
  var waits: [Set<BatchID>] = []
  private var acknowledged: [String] = []
  private var rejected: [String] = []

  init(_ test: SpecCase, cache: CacheCollection) {
    self.test = test
    engine = ClientEngine(
      store: LocalStore(collection: cache), concurrentLookups: test.concurrentLookups)
  }

  /// What is other than the test expects; nothing where it passes.
  static func mismatches(of test: SpecCase, cache: CacheCollection) throws -> [String] {
    var player = SpecPlayer(test, cache: cache)
    for (number, step) in test.steps.enumerated() {
      player.learnNumbers(from: step)
      try player.take(step)
      player.follow()
      try player.compare(step, number)
    }
    return player.mismatches
  }

  mutating func listen(to query: QueryShape, number: Int, options: DocumentValue?) {
    lastListener += 1
    numbers[number] = (query.target, false, nil)
    listeners.removeAll { $0.query == query }
    listeners.append((lastListener, query))
    let options = GateOptions(
      includesMetadataChanges: options?["includeMetadataChanges"]?.flag ?? true,
      isCacheOnly: options?["source"]?.text == "cache",
      waitsForServer: options?["waitForSyncWhenOnline"]?.flag ?? false)
    engine.listen(lastListener, to: query, options: options)
  }

  mutating func stopListening(to query: QueryShape) throws {
    guard let place = listeners.firstIndex(where: { $0.query == query }) else {
      throw UnknownSpecWord(word: "unlisten of \(query.path)")
    }
    engine.stopListening(listeners.remove(at: place).id)
  }

  /// Begins anew with what is on the device.
  mutating func restart() {
    engine = ClientEngine(store: engine.store, concurrentLookups: test.concurrentLookups)
    listeners = []
    writes = [:]
    waits = []
    syncListeners = 0
    giveUpStream()
  }

  /// The client itself has done with the connection, and waits for no other.
  private mutating func giveUpStream() {
    wantsStream = false
    isBackingOff = false
    loseStream()
  }

  mutating func loseStream() {
    watch = SpecWatch()
    lookups = []
    foundLookups = []
  }
}

// MARK: - What the client wants

extension SpecPlayer {
  /// Has done what the client wants done, as often as it wants more.
  mutating func follow() {
    while case let effects = engine.takeEffects(), !effects.isEmpty || mayConnect {
      let before = events.count
      for effect in effects { carryOut(effect) }
      if events[before...].contains(where: { $0.error == 0 }) { syncEvents += syncListeners }
      guard mayConnect else { continue }
      wantsStream = false
      engine.streamOpened()
    }
  }

  private var mayConnect: Bool { wantsStream && !isBackingOff }

  private mutating func carryOut(_ effect: ClientEffect) {
    switch effect {
    case .deliver(_, let snapshot): events.append(SpecEvent(snapshot))
    case .fail(let id, let error):
      guard let place = listeners.firstIndex(where: { $0.id == id }) else { return }
      events.append(SpecEvent(error, of: listeners[place].query))
    case .complete(let batch, let error):
      let keys = (writes.removeValue(forKey: batch) ?? []).map(\.description)
      if error == nil { acknowledged += keys } else { rejected += keys }
    case .connect: wantsStream = true
    case .disconnect: giveUpStream()
    case .listen(let target, let shape, let resume):
      watch.ask(for: target, shape)
      if resume == nil { lookups.insert(target) }
      noteNumber(of: target, shape, isLookup: resume == nil)
    case .unlisten(let target): watch.leave(target)
    case .startOfflineTimer, .stopOfflineTimer, .startIdleTimer, .stopIdleTimer, .write,
      .retryWrites:
      break
    }
  }

  private mutating func noteNumber(of target: TargetID, _ shape: QueryShape, isLookup: Bool) {
    for (number, named) in numbers where named.query == shape && named.isLookup == isLookup {
      numbers[number]?.target = target
    }
  }

  /// The client's number for a target that has a number in the test.
  func target(_ number: Int) throws -> TargetID {
    if let named = numbers[number] {
      let isAsked: (TargetID) -> Bool = {
        watch.shapes[$0] == named.query && lookups.contains($0) == named.isLookup
      }
      if let target = watch.shapes.keys.sorted().first(where: isAsked) ?? named.target {
        return target
      }
    }
    // The client never asked for it; what is said of it is lost on everybody.
    return -number
  }

  /// The numbers of lookups are the server's affair; a step says them among the active targets.
  private mutating func learnNumbers(from step: DocumentValue) {
    for entry in step["expectedState"]?["activeTargets"]?.members?.entries ?? [] {
      guard let number = Int(entry.name.text),
        entry.value["targetPurpose"]?.text?.hasSuffix("LimboResolution") == true,
        let query = entry.value["queries"]?.elements.first,
        let shape = try? QueryShape(spec: query)
      else { continue }
      if numbers[number]?.query != shape || numbers[number]?.isLookup != true {
        numbers[number] = (shape, true, nil)
      }
    }
  }
}

// MARK: - What the test expects

extension SpecPlayer {
  private mutating func compare(_ step: DocumentValue, _ number: Int) throws {
    let words = step.members?.entries.map(\.name.text).filter { !$0.hasPrefix("expected") } ?? []
    let place = "step \(number), \(words.joined(separator: " "))"
    let expected = try (step["expectedSnapshotEvents"]?.elements ?? []).map(SpecEvent.init(spec:))
    var unused = events
    for event in expected {
      if let position = unused.firstIndex(of: event) {
        unused.remove(at: position)
      } else {
        mismatches.append("\(place): expected \(event), got \(events)")
      }
    }
    for event in unused { mismatches.append("\(place): got \(event), expected \(expected)") }
    let callbacks = step["expectedState"]?["userCallbacks"]
    compare(acknowledged, callbacks?["acknowledgedDocs"], "\(place): acknowledged")
    compare(rejected, callbacks?["rejectedDocs"], "\(place): rejected")
    let settled = takeSettledWaits()
    if settled != step["expectedWaitForPendingWritesEvents"]?.number ?? 0 {
      mismatches.append("\(place): \(settled) waits are over")
    }
    if syncEvents != step["expectedSnapshotsInSyncEvents"]?.number ?? 0 {
      mismatches.append("\(place): \(syncEvents) times in sync")
    }
    syncEvents = 0
    if let outstanding = step["expectedState"]?["numOutstandingWrites"]?.number,
      outstanding != min(engine.pendingBatches.count, 10)
    {
      mismatches.append("\(place): \(engine.pendingBatches.count) writes are not answered")
    }
    (events, acknowledged, rejected) = ([], [], [])
  }

  /// How many wait for no write any more.
  private mutating func takeSettledWaits() -> Int {
    let pending = Set(engine.pendingBatches.map(\.id))
    let before = waits.count
    waits.removeAll { $0.isDisjoint(with: pending) }
    return before - waits.count
  }

  private mutating func compare(_ documents: [String], _ expected: DocumentValue?, _ what: String) {
    let expected = expected?.elements.compactMap(\.text) ?? []
    if documents != expected { mismatches.append("\(what) \(documents), not \(expected)") }
  }
}
