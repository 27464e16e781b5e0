import SluiceSpies

/// One client's mind: its listeners and their views over its store, and what it knows of the
/// connection.
///
/// A pure state machine: each call steps it, and `takeEffects` says what is to be done. It knows no
/// clock, no queue and no server. Sources:
/// `Firestore/core/src/core/{sync_engine,event_manager}.cc`,
/// `Firestore/core/src/remote/{remote_store,online_state_tracker}.cc`.
package struct ClientEngine: Sendable {
  /// One query with those who listen to it.
  struct ListenedQuery: Sendable {
    /// Its place amongst all queries that there ever were.
    let number: Int
    let shape: QueryShape
    let target: TargetID
    var view: View
    /// The listeners in the order of their adds.
    var listeners: [(id: ListenerID, gate: ListenerGate)] = []
    /// What the store has for a query with a limit, the limit aside; kept up with each change, so
    /// that the next document of a limit is found without a look at all of them.
    var candidates: DocumentSet?
    /// The last state of the view, which a new listener gets first.
    var last: ViewSnapshot?
    /// Whether the server is asked: not while all listeners want the cache alone.
    var isRemote = false

    var needsServer: Bool { listeners.contains { !$0.gate.options.isCacheOnly } }
  }

  /// The connection on which the server sends snapshots.
  enum Stream: Equatable, Sendable {
    case closed
    case opening
    case open
  }

  /// What the client keeps on its device.
  package internal(set) var store: LocalStore
  /// The queries in the order of their first listens.
  private(set) var queries: [ListenedQuery] = []
  private var queriesSoFar = 0
  /// Whom a document concerns, and who is asked for under a target, by the queries' numbers.
  private var watchers = Watchers<Int>()
  private var byTarget: [TargetID: [Int]] = [:]
  /// Those that were told last to forget what they show: what they are then told next counts.
  private var reset: Set<Int> = []
  var limbo = LimboLookups()
  var stream = Stream.closed
  var failedAttempts = 0
  var isOfflineTimerRunning = false
  var isIdleTimerRunning = false
  private var effects: [ClientEffect] = []

  /// What the client knows of its connection.
  package internal(set) var onlineState = OnlineState.unknown
  /// Whether the client may use the network.
  package internal(set) var isNetworkEnabled = true

  /// A client that has just started.
  ///
  /// - Parameters:
  ///   - store: What is on its device, perhaps from an earlier start.
  ///   - concurrentLookups: How many documents in limbo are looked up at a time.
  package init(store: LocalStore = LocalStore(), concurrentLookups: Int = 100) {
    self.store = store
    self.store.restart()
    limbo = LimboLookups(atMost: concurrentLookups)
  }

  /// What is to be done, in this order; asking again gives nothing.
  package mutating func takeEffects() -> [ClientEffect] {
    defer { effects = [] }
    return effects
  }

  mutating func want(_ effect: ClientEffect) {
    effects.append(effect)
  }
}

// MARK: - Listening

extension ClientEngine {
  /// Begins to listen: the view so far or the cache may be told at once, the server is asked where
  /// it is wanted.
  package mutating func listen(
    _ id: ListenerID, to shape: QueryShape, options: GateOptions
  ) {
    let gate = ListenerGate(options: options, onlineState: onlineState)
    if let index = queries.firstIndex(where: { $0.shape == shape }) {
      queries[index].listeners.append((id, gate))
      if let last = queries[index].last {
        tell(last, toListener: queries[index].listeners.count - 1, of: index)
      }
    } else {
      open(shape, with: (id, gate))
    }
    askServer()
  }

  /// Ends a listener; one that is not there, or got an error, is no mistake.
  package mutating func stopListening(_ id: ListenerID) {
    for index in queries.indices {
      guard let place = queries[index].listeners.firstIndex(where: { $0.id == id }) else {
        continue
      }
      queries[index].listeners.remove(at: place)
      if queries[index].isRemote, !queries[index].needsServer {
        queries[index].isRemote = false
        let target = queries[index].target
        if !isRemote(target) { leave(target) }
      }
      if queries[index].listeners.isEmpty {
        close(index)
        updateLimbo()
      }
      closeIdleStream()
      return
    }
  }

  private mutating func open(
    _ shape: QueryShape, with listener: (id: ListenerID, gate: ListenerGate)
  ) {
    let record = store.target(for: shape.target)
    let view = View(shape: shape, syncedKeys: record.syncedKeys)
    let mirror = queries(of: record.id).first
    queriesSoFar += 1
    var query = ListenedQuery(
      number: queriesSoFar, shape: shape, target: record.id, view: view)
    query.listeners = [listener]
    let found = store.documents(matching: shape)
    if shape.limit != nil { query.candidates = DocumentSet(shape: shape, of: found) }
    let pass = query.view.pass(over: found)
    let target = TargetChange(
      isCurrent: mirror.flatMap { queries[$0].view.isSynced } ?? false,
      hasResumePoint: record.resumePoint != nil)
    let snapshot = query.view.apply(pass, target: target)
    queries.append(query)
    watchers.add(query.number, to: shape)
    byTarget[query.target, default: []].append(query.number)
    updateLimbo()
    if let snapshot { publish(snapshot, of: shape) }
  }

  /// Ends a query that nobody listens to any more.
  private mutating func close(_ index: Int) {
    let query = queries.remove(at: index)
    watchers.remove(query.number, from: query.shape)
    byTarget[query.target]?.removeAll { number in number == query.number }
    if byTarget[query.target]?.isEmpty == true { byTarget[query.target] = nil }
    reset.remove(query.number)
    if byTarget[query.target] == nil { store.release(query.target) }
  }

  /// Ends the queries of a target.
  ///
  /// - Returns: Those who listened to them, in the order of the queries.
  mutating func closeQueries(of target: TargetID) -> [ListenerID] {
    let places = queries(of: target)
    let listeners = places.flatMap { place in queries[place].listeners.map(\.id) }
    for place in places.reversed() { close(place) }
    return listeners
  }

  /// The places of the queries of a target; several where they mirror each other.
  private func queries(of target: TargetID) -> [Int] {
    (byTarget[target] ?? []).map(place(ofQuery:))
  }

  /// The place of a query that is there: they stand in the order of their numbers.
  private func place(ofQuery number: Int) -> Int {
    var low = 0
    var high = queries.count
    while low < high {
      WorkCounter.looked()
      let middle = (low + high) / 2
      if queries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Has all views show what they have as what the cache has.
  ///
  /// - Returns: What that is, where it is news.
  mutating func goOffline() -> [ViewSnapshot] {
    queries.indices.compactMap { place in queries[place].view.goOffline() }
  }

  /// Tells those who wait for it how the connection is.
  mutating func tell(_ state: OnlineState) {
    for index in queries.indices {
      for listener in queries[index].listeners.indices {
        guard let told = queries[index].listeners[listener].gate.pass(state) else { continue }
        want(.deliver(queries[index].listeners[listener].id, told))
      }
    }
  }

  /// Asks the server for the queries that need it and are not asked for.
  private mutating func askServer() {
    for index in queries.indices where queries[index].needsServer && !queries[index].isRemote {
      let target = queries[index].target
      let isAsked = isRemote(target)
      queries[index].isRemote = true
      if !isAsked { ask(for: target) }
    }
    stopIdleTimer()
    openNeededStream()
  }

  func wantsServer() -> Bool { queries.contains { $0.isRemote } }

  /// Whether the server is asked for a target, which queries that mirror each other share.
  func isRemote(_ target: TargetID) -> Bool {
    queries(of: target).contains { place in queries[place].isRemote }
  }

  /// Asks the server for a target of which something is remembered, where there is a connection.
  mutating func ask(for target: TargetID) {
    guard stream == .open, let record = store.target(target) else { return }
    want(.listen(target, record.shape, resume: record))
  }

  mutating func leave(_ target: TargetID) {
    if stream == .open { want(.unlisten(target)) }
  }
}

// MARK: - Telling

extension ClientEngine {
  /// Shows changed documents in all views, then tells what came of it, query by query.
  mutating func refresh(
    _ changed: [CachedDocument], targets: [TargetID: TargetChange] = [:],
    mismatched: Set<TargetID> = []
  ) {
    var concerned = watchers.concerned(by: changed.lazy.map(\.key)).union(reset)
    for target in targets.keys { concerned.formUnion(byTarget[target] ?? []) }
    for target in mismatched { concerned.formUnion(byTarget[target] ?? []) }
    reset = []
    var news: [(index: Int, snapshot: ViewSnapshot)] = []
    var isLimboNew = false
    let places = concerned.sorted().map { number in (number, place(ofQuery: number)) }
    for (_, index) in places {
      for document in changed { queries[index].candidates?.keepUp(with: document) }
    }
    forgetDropped()
    for (number, index) in places {
      WorkCounter.looked()
      let limbo = queries[index].view.limbo
      let isReset = mismatched.contains(queries[index].target)
      if isReset { reset.insert(number) }
      if let snapshot = show(changed, in: index, targets[queries[index].target], isReset: isReset) {
        news.append((index, snapshot))
      }
      isLimboNew = isLimboNew || queries[index].view.limbo != limbo
    }
    updateLimbo(isNew: isLimboNew)
    for (index, snapshot) in news { publish(snapshot, of: index) }
    store.show(news.map { index, snapshot in ShownChange(snapshot, of: queries[index].target) })
  }

  /// Keeps limits from being filled with documents that the cache has dropped.
  private mutating func forgetDropped() {
    let keys = store.takeDropped()
    guard !keys.isEmpty else { return }
    for number in watchers.concerned(by: keys) {
      let index = place(ofQuery: number)
      queries[index].candidates?.remove(keys)
    }
  }

  /// Shows changed documents in one view.
  private mutating func show(
    _ changed: [CachedDocument], in index: Int, _ target: TargetChange?, isReset: Bool
  ) -> ViewSnapshot? {
    var pass = queries[index].view.pass(over: changed)
    if pass.needsRefill, let candidates = queries[index].candidates {
      pass = queries[index].view.pass(over: candidates.refill(of: pass.documents), after: pass)
    }
    if let target, target.answersListen {
      queries[index].view.confirm(target) { store.document($0).origin == .localWrite }
    }
    return queries[index].view.apply(pass, target: target, isReset: isReset)
  }

  /// Tells a new state of a view to its listeners in the order of their adds.
  mutating func publish(_ snapshot: ViewSnapshot, of shape: QueryShape) {
    guard let index = queries.firstIndex(where: { $0.shape == shape }) else { return }
    publish(snapshot, of: index)
  }

  private mutating func publish(_ snapshot: ViewSnapshot, of index: Int) {
    for listener in queries[index].listeners.indices {
      tell(snapshot, toListener: listener, of: index)
    }
    queries[index].last = snapshot
  }

  private mutating func tell(
    _ snapshot: ViewSnapshot, toListener listener: Int, of index: Int
  ) {
    guard let told = queries[index].listeners[listener].gate.pass(snapshot) else { return }
    want(.deliver(queries[index].listeners[listener].id, told))
  }

  /// Looks up the documents that came into limbo, and stops for those that left it.
  ///
  /// - Parameter isNew: Whether some may have, or there is only room for others.
  mutating func updateLimbo(isNew: Bool = true) {
    if isNew {
      for target in limbo.follow(queries.flatMap(\.view.limbo)) { leave(target) }
    }
    while let key = limbo.next {
      let target = store.allocateTarget()
      limbo.begin(key, as: target)
      if stream == .open { want(.listen(target, QueryShape(document: key), resume: nil)) }
    }
  }
}

/// What a client's engine wants done, in this order.
package enum ClientEffect: Sendable {
  /// Tell a listener a snapshot.
  case deliver(ListenerID, ViewSnapshot)
  /// Tell a listener the error that ends it.
  case fail(ListenerID, FirestoreErrorCode)
  /// Tell the caller of a write what the server decided; nil for success.
  case complete(BatchID, FirestoreErrorCode?)
  /// Try to connect to the server.
  case connect
  /// Give up connecting.
  case disconnect
  /// Wake the engine in ten seconds, should the server not have answered.
  case startOfflineTimer
  /// The wake-up is not needed any more.
  case stopOfflineTimer
  /// Wake the engine in sixty seconds, should nothing be listened to until then.
  case startIdleTimer
  /// That wake-up is not needed any more.
  case stopIdleTimer
  /// Ask the server for a query, on the open connection.
  case listen(TargetID, QueryShape, resume: TargetRecord?)
  /// Tell the server that a query is not needed any more.
  case unlisten(TargetID)
  /// Send a batch when there is a network.
  case write(MutationBatch)
  /// Send all batches anew after a while; at once the longest where the server is overburdened.
  case retryWrites(isOverburdened: Bool)
}

/// The number of one listener at one client, in the order of the adds.
package typealias ListenerID = Int

/// How long to wait before each further attempt at something that keeps failing.
///
/// The first one follows at once, the next after about a second, each further one after half as
/// long again, up to a minute; each is shorter or longer by up to a half. Source:
/// `Firestore/core/src/remote/exponential_backoff.cc`.
package struct Backoff: Equatable, Sendable {
  private static let initial: Int64 = 1000
  private static let longest: Int64 = 60_000

  /// The wait before the next attempt in milliseconds, chance aside.
  private var base: Int64 = 0

  package init() {}

  /// The wait before the next attempt.
  ///
  /// - Parameter random: 64 random bits; not asked for where they would not matter.
  /// - Returns: The wait.
  package mutating func next(random: () -> UInt64) -> Duration {
    let wait = base == 0 ? 0 : (base * ((1 << 31) + Int64(random() >> 32))) >> 32
    base = min(max(base * 3 / 2, Self.initial), Self.longest)
    return .milliseconds(wait)
  }

  /// The last attempt was a success: the next failure is a first one.
  package mutating func reset() {
    base = 0
  }

  /// The other side has too much to do: the longest wait follows at once.
  package mutating func lengthen() {
    base = Self.longest
  }
}
