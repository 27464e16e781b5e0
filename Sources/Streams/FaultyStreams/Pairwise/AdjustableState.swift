import FakeListener
import SluiceConformance

/// What an adjustable stream keeps for one subscription, and how it changes.
///
/// Every change returns what to do outside the lock. A subscription has one reader, which several
/// iterators of a divided stream have in common, or as many readers as a broadcast has iterators.
struct AdjustableState: Sendable {
  typealias Answer = HandwrittenState.Answer
  typealias Waiter = HandwrittenState.Waiter
  typealias Event = ListenerEvent<SentinelElement>

  /// What to do outside the lock, in the order of the properties.
  struct Effects: Sendable {
    /// Listeners to remove.
    var removed: [AdjustableConnection] = []
    /// Timers whose round is over.
    var obsolete: [Task<Void, Never>] = []
    /// Consumers to resume, each with its answer.
    var answered: [(waiter: Waiter, answer: Answer)] = []
    /// The subscription that is to stop later if no reader has come by then.
    var deserted: Int?
    /// Timers to start, each for a round of a reader.
    var timers: [(reader: Int, round: Int)] = []
    /// The subscription whose listeners are to be added.
    var started: Int?
  }

  private enum Upstream {
    /// No listener is there, and the next reader has some added.
    case idle
    /// Listeners are being added.
    case starting
    /// All listeners are there.
    case running
    /// There will be no listener any more.
    case over
  }

  let settings: AdjustableSettings
  private var upstream = Upstream.idle
  /// The number of the latest subscription.
  private var generation = 0
  /// The number of loops that are adding listeners; no consumer is answered until they are done.
  private var startsUnderWay = 0
  private var connections: [AdjustableConnection] = []
  /// The listeners that were told the end, by their places.
  private var ended: Set<Int> = []
  /// The listeners that were told a value, by their places.
  private var heard: Set<Int> = []
  private var readers: [Int: AdjustableReader] = [0: AdjustableReader()]
  private var lastReader = 0
  private var lastConsumer = 0
  /// The latest value, where a reader that joins later wants it.
  private var latest: SentinelElement?

  /// A subscription that has not begun.
  init(settings: AdjustableSettings) {
    self.settings = settings
  }

  private var isBroadcast: Bool { settings.traits.iterators == .broadcast }
}

// MARK: The consumers' side

extension AdjustableState {
  /// A new reader that has not joined.
  mutating func makeReader() -> Int {
    lastReader += 1
    readers[lastReader] = AdjustableReader()
    return lastReader
  }

  /// The number of a new consumer.
  mutating func makeConsumer() -> Int {
    lastConsumer += 1
    return lastConsumer
  }

  /// A reader joins, if it has not yet; the first one has the listeners added.
  mutating func enter(_ number: Int) -> Effects {
    var effects = Effects()
    guard readers[number]?.phase == .outside else { return effects }
    readers[number]?.phase = .joined
    if let latest { readers[number]?.buffer = [latest] }
    switch upstream {
    case .starting, .running: break
    case .over: readers[number]?.end = .finished
    case .idle:
      upstream = .starting
      generation += 1
      startsUnderWay += 1
      effects.started = generation
    }
    return effects
  }

  /// A consumer asks for the next element.
  mutating func ask(_ number: Int, _ consumer: Int, _ waiter: Waiter) -> Effects {
    var effects = Effects()
    if readers[number] == nil {
      effects.answered = [(waiter, .end)]
    } else {
      readers[number]?.waiters.append((consumer, waiter))
      settle(&effects)
    }
    return effects
  }

  /// A consumer's task is cancelled: its reader leaves, and drops or keeps what is buffered.
  mutating func cancel(_ number: Int, _ consumer: Int) -> Effects {
    var effects = Effects()
    guard let end = readers[number]?.end else {
      guard readers[number] != nil else { return effects }
      let hadJoined = readers[number]?.phase == .joined
      readers[number]?.cancel(by: consumer, settings.traits, &effects)
      if hadJoined { leave(&effects) }
      settle(&effects)
      return effects
    }
    if settings.traits.bufferOnCancel == .drops {
      readers[number]?.buffer = []
      if case .failed = end, settings.traits.cancelOutcome == .ends {
        readers[number]?.end = .finished
      }
    }
    return effects
  }

  /// The owner of a reader is gone.
  mutating func drop(_ number: Int) -> Effects {
    var effects = Effects()
    guard var reader = readers.removeValue(forKey: number) else { return effects }
    reader.stopTimer(&effects)
    if reader.isReading { leave(&effects) }
    settle(&effects)
    return effects
  }

  /// The end of a subscription whose last reader has left, unless another one has joined since.
  mutating func stopIfDeserted(_ generation: Int) -> Effects {
    var effects = Effects()
    guard generation == self.generation, !hasReaders else { return effects }
    stop(&effects)
    return effects
  }

  private var hasReaders: Bool { readers.values.contains { reader in reader.isReading } }

  /// A reader has left.
  private mutating func leave(_ effects: inout Effects) {
    guard !hasReaders else { return }
    if isBroadcast, settings.traits.removal == .settled {
      effects.deserted = generation
    } else {
      stop(&effects)
    }
  }

  /// Has the listeners removed; a listener that is being added is removed when its add comes back.
  private mutating func stop(_ effects: inout Effects) {
    effects.removed += connections
    connections = []
    ended = []
    heard = []
    latest = nil
    upstream = isBroadcast ? .idle : .over
  }
}

// MARK: The source's side

extension AdjustableState {
  /// Whether the listeners of a subscription are still being added.
  func isStarting(_ generation: Int) -> Bool {
    guard generation == self.generation, case .starting = upstream else { return false }
    return true
  }

  /// An add came back: its listener is kept, or removed if all is over.
  mutating func added(_ connection: AdjustableConnection, _ generation: Int) -> Effects {
    guard isStarting(generation) else { return Effects(removed: [connection]) }
    connections.append(connection)
    return Effects()
  }

  /// An add threw, which ends the subscription.
  mutating func refused(_ error: any Error, _ generation: Int) -> Effects {
    var effects = Effects()
    if isStarting(generation) { end(.failed(error), &effects) }
    return effects
  }

  /// The last add of a subscription came back, or no more are wanted.
  mutating func started(_ generation: Int) -> Effects {
    var effects = Effects()
    startsUnderWay -= 1
    if isStarting(generation) { upstream = .running }
    settle(&effects)
    return effects
  }

  /// A listener was called; after its end this changes nothing.
  mutating func receive(_ event: Event, of listener: Int, _ generation: Int) -> Effects {
    var effects = Effects()
    guard generation == self.generation, !ended.contains(listener) else { return effects }
    switch upstream {
    case .idle, .over: return effects
    case .starting, .running: break
    }
    switch event {
    case .value(let element): accept(element, of: listener, &effects)
    case .failure(let error): end(.failed(error), &effects)
    case .both(let element, let error):
      switch settings.traits.ambiguousEvent {
      case .fails: end(.failed(error), &effects)
      case .yields: accept(element, of: listener, &effects)
      }
    case .nothing:
      switch settings.traits.emptyEvent {
      case .ignored: break
      case .ends: finish(listener, &effects)
      }
    case .finish: finish(listener, &effects)
    }
    settle(&effects)
    return effects
  }

  /// Hands on the kept values of a reader whose timer has run out.
  mutating func timerFired(_ number: Int, _ round: Int) -> Effects {
    var effects = Effects()
    readers[number]?.timerFired(round, settings.traits.overflow)
    settle(&effects)
    return effects
  }

  /// Keeps a timer that was started, or has it cancelled if its round is over.
  mutating func keep(_ timer: Task<Void, Never>, _ number: Int, _ round: Int) -> Effects {
    guard readers[number]?.isTiming(round) == true else { return Effects(obsolete: [timer]) }
    readers[number]?.timer = timer
    return Effects()
  }

  private mutating func accept(
    _ element: SentinelElement, of listener: Int, _ effects: inout Effects
  ) {
    heard.insert(listener)
    if settings.traits.merging == .combining, heard.count < settings.traits.listeners { return }
    if settings.traits.lateIterator == .latest { latest = element }
    for number in readers.keys.sorted() where readers[number]?.isReading == true {
      if let round = readers[number]?.offer(element, settings.traits, &effects) {
        effects.timers.append((number, round))
      }
    }
  }

  private mutating func finish(_ listener: Int, _ effects: inout Effects) {
    ended.insert(listener)
    if settings.traits.merging == .combining, !heard.contains(listener) {
      return end(.finished, &effects)
    }
    switch settings.traits.joining {
    case .firstEnd: end(.finished, &effects)
    case .allEnd: if ended.count == settings.traits.listeners { end(.finished, &effects) }
    }
  }

  private mutating func end(_ end: AdjustableReader.End, _ effects: inout Effects) {
    var told = end
    if case .failed = end, !settings.traits.canFail { told = .finished }
    for number in readers.keys.sorted() where readers[number]?.isReading == true {
      readers[number]?.finish(with: told, settings.traits, &effects)
    }
    stop(&effects)
  }

  /// Answers the waiting consumers, as far as there are answers for them.
  ///
  /// During an add it does nothing: a consumer must not see the end before the listener is removed.
  private mutating func settle(_ effects: inout Effects) {
    guard startsUnderWay == 0 else { return }
    for number in readers.keys.sorted() {
      readers[number]?.answer(settings.traits.cancelOutcome, &effects)
    }
  }
}
