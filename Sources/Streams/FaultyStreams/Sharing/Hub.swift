import FakeListener
import Synchronization

/// The decisions of a hub, each of which a faulty stream can take wrongly.
protocol HubSteps: SendableMetatype {
  /// Whether the listener has to go when a reader has left.
  static func isDeserted(readersLeft: Int) -> Bool
  /// Which of the readers, in the order in which they came, a value is for.
  static func recipients(of readers: [HubReader]) -> [HubReader]
  /// Whether it keeps everything that was called back since the listener was added.
  static var remembers: Bool { get }
  /// What a reader that joins gets first, of everything that was called back since the listener
  /// was added.
  static func replay(_ history: [SentinelElement]) -> [SentinelElement]
  /// Whether a reader that joins has the listener added.
  static func adds(isIdle: Bool) -> Bool
  /// Whether a hub that is adding its listener counts as idle.
  static var forgetsThatItStarts: Bool { get }
  /// Has the listener added, at once or elsewhere.
  static func perform(_ add: @escaping @Sendable () -> Void)
}

extension HubSteps {
  static func isDeserted(readersLeft: Int) -> Bool { readersLeft == 0 }
  static func recipients(of readers: [HubReader]) -> [HubReader] { readers }
  static var remembers: Bool { false }
  static func replay(_ history: [SentinelElement]) -> [SentinelElement] { [] }
  static func adds(isIdle: Bool) -> Bool { isIdle }
  static var forgetsThatItStarts: Bool { false }
  static func perform(_ add: @escaping @Sendable () -> Void) { add() }
}

/// One reader of a hub.
struct HubReader {
  let number: Int
  let continuation: StreamPerIteration.Stream.Continuation
  /// How many values it has been told.
  var told = 0
}

/// A class with a lock that has one listener for all of its readers, and gives each of them a
/// stream of its own: the way in which apps share a listener.
///
/// The first reader adds the listener outside of the lock. A reader that comes or goes meanwhile
/// finds that the hub is starting; the first reader looks afterwards whether the listener is still
/// wanted.
final class Hub<Steps: HubSteps>: Sendable {
  private enum Upstream {
    case idle
    case starting
    case running(ListenerHandle)
  }

  private struct State {
    var readers: [HubReader] = []
    var lastNumber = 0
    var upstream = Upstream.idle
    /// Tells what belongs to a listener that is gone.
    var generation = 0
    var history: [SentinelElement] = []
    /// An end that came inside add, to be told when that has come back.
    var early: Result<Void, any Error>?

    /// Forgets the listener, and hands out its handle if there is one yet.
    mutating func stop() -> ListenerHandle? {
      defer {
        upstream = .idle
        generation += 1
        history = []
        early = nil
      }
      if case .running(let handle) = upstream { return handle }
      return nil
    }
  }

  private let source: FakeListener<SentinelElement>
  private let options: ListenerOptions
  private let state = Mutex(State())

  init(source: FakeListener<SentinelElement>, options: ListenerOptions) {
    self.source = source
    self.options = options
  }

  /// A stream of everything from now on.
  func join() -> StreamPerIteration.Stream {
    let (stream, continuation) = StreamPerIteration.Stream.makeStream()
    let (number, generation, replayed) = state.withLock { state in
      state.lastNumber += 1
      let reader = HubReader(number: state.lastNumber, continuation: continuation)
      state.readers.append(reader)
      let isStopped = if case .idle = state.upstream { true } else { false }
      let isStarting = if case .starting = state.upstream { true } else { false }
      let isIdle = isStopped || (Steps.forgetsThatItStarts && isStarting)
      guard Steps.adds(isIdle: isIdle) else {
        return (reader.number, Int?.none, Steps.replay(state.history))
      }
      if isStopped {
        state.upstream = .starting
        state.generation += 1
      }
      return (reader.number, state.generation, Steps.replay(state.history))
    }
    for element in replayed { continuation.yield(element) }
    // A reader keeps the hub alive, which no other object may hold by then.
    continuation.onTermination = { _ in self.leave(number) }
    if let generation { Steps.perform { self.start(generation) } }
    return stream
  }

  private func start(_ generation: Int) {
    // All readers may have left before an add that is made later.
    guard state.withLock({ state in state.generation == generation }) else { return }
    do {
      let handle = try source.subscribe(options: options) { [weak self] event in
        self?.take(event, generation)
      }
      let (early, isWanted) = state.withLock { state in
        guard state.generation == generation else {
          return (Result<Void, any Error>?.none, false)
        }
        state.upstream = .running(handle)
        return (state.early, true)
      }
      if !isWanted { handle.remove() }
      if let early { end(early, generation) }
    } catch {
      end(.failure(error), generation)
    }
  }

  private func leave(_ number: Int) {
    let handle: ListenerHandle? = state.withLock { state in
      guard let place = state.readers.firstIndex(where: { $0.number == number }) else { return nil }
      state.readers.remove(at: place)
      return Steps.isDeserted(readersLeft: state.readers.count) ? state.stop() : nil
    }
    handle?.remove()
  }

  private func take(_ event: ListenerEvent<SentinelElement>, _ generation: Int) {
    switch event {
    case .value(let element): tell(element, generation)
    case .nothing: return
    case .failure(let error), .both(_, let error): hear(.failure(error), generation)
    case .finish: hear(.success(()), generation)
    }
  }

  private func tell(_ element: SentinelElement, _ generation: Int) {
    let recipients = state.withLock { state -> [HubReader] in
      guard state.generation == generation, state.early == nil else { return [] }
      if Steps.remembers { state.history.append(element) }
      let recipients = Steps.recipients(of: state.readers)
      for place in state.readers.indices { state.readers[place].told += 1 }
      return recipients
    }
    for reader in recipients { reader.continuation.yield(element) }
  }

  /// Ends the stream, or leaves that to the reader that is adding the listener.
  private func hear(_ end: Result<Void, any Error>, _ generation: Int) {
    let isEarly = state.withLock { state in
      guard state.generation == generation, case .starting = state.upstream else { return false }
      state.early = state.early ?? end
      return true
    }
    if !isEarly { self.end(end, generation) }
  }

  private func end(_ end: Result<Void, any Error>, _ generation: Int) {
    let (readers, handle) = state.withLock { state -> ([HubReader], ListenerHandle?) in
      guard state.generation == generation else { return ([], nil) }
      defer { state.readers = [] }
      return (state.readers, state.stop())
    }
    handle?.remove()
    for reader in readers {
      switch end {
      case .success: reader.continuation.finish()
      case .failure(let error): reader.continuation.finish(throwing: error)
      }
    }
  }
}

/// What its iterators share.
struct HubSequence<Steps: HubSteps>: AsyncSequence, Sendable {
  typealias Element = SentinelElement
  typealias Failure = any Error

  let hub: Hub<Steps>

  init(source: FakeListener<SentinelElement>, options: ListenerOptions) {
    hub = Hub(source: source, options: options)
  }

  func makeAsyncIterator() -> StreamPerIteration.Stream.AsyncIterator {
    hub.join().makeAsyncIterator()
  }
}
