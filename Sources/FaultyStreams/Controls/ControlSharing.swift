import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams that have one listener for all who read them, in the ways in which apps write that.
enum ControlSharing {
  /// What each of these declares whose readers have an `AsyncThrowingStream` of their own.
  static let streaming = Traits.broadcast.with { traits in
    traits.registration = .iterator
    traits.bufferOnCancel = .drains
    traits.repeatsError = true
  }

  /// A class with a lock that gives each reader a stream.
  static let locked = Subject.overListener("right-shares-under-a-lock", traits: streaming) {
    source, options in
    HubSequence<RightHub>(source: source, options: options)
  }

  /// One that is written by hand, with a buffer for each reader.
  static let byHand = Subject.overListener("right-shares-by-hand", traits: .broadcast) {
    source, options in
    LatestSequence<FromNow>(source: source, options: options)
  }

  /// One that gives the latest value to whoever comes later.
  static let replaying = Subject.overListener(
    "right-replays-the-latest", traits: Traits.broadcast.with { $0.lateIterator = .latest }
  ) { source, options in
    LatestSequence<RightLatest>(source: source, options: options)
  }

  /// A task that reads a right stream for all of its sides.
  static let inATask = Subject.overListener(
    "right-shares-a-stream", traits: streaming.with { $0.removal = .settled }
  ) { source, options in
    ShareSequence<_, RightShare>(HandwrittenSequence<RightSteps>(source: source, options: options))
  }

  /// An `AsyncStream` that several read at once, each of whom gets a part of the values.
  static let kept = Subject.overListener("right-divides-a-stream", traits: .shared) {
    source, options in
    ControlStreams.listen(to: source, options, .unbounded)
  }

  /// The same by hand: a queue of values, or one of those who wait.
  static let dividing = Subject.overListener("right-divides-by-hand", traits: .shared) {
    source, options in
    DividedSequence<RightDivision>(source: source, options: options)
  }

  private enum RightDivision: DividedSteps {}

  /// An actor with a dictionary of continuations.
  static let onAnActor = Subject.overListener(
    "right-shares-on-an-actor",
    traits: streaming.with { traits in
      traits.registration = .firstNext
      traits.removal = .settled
    }
  ) { source, options in
    StationSequence(station: Station(source: source, options: options))
  }

  enum RightHub: HubSteps {}
  enum RightLatest: LatestSteps {}
  enum FromNow: LatestSteps {
    static func replay(_ latest: SentinelElement?) -> [SentinelElement] { [] }
  }
  enum RightShare: ShareSteps {}
}

/// A station with an interface that is awaited: it counts who listens to it.
private actor Station {
  typealias Stream = AsyncThrowingStream<SentinelElement, any Error>

  private let source: FakeListener<SentinelElement>
  private let options: ListenerOptions
  private var listeners: [Int: Stream.Continuation] = [:]
  private var lastNumber = 0
  private var handle: ListenerHandle?
  private var inbox: AsyncStream<ListenerEvent<SentinelElement>>.Continuation?
  private var generation = 0

  init(source: FakeListener<SentinelElement>, options: ListenerOptions) {
    self.source = source
    self.options = options
  }

  func listen() -> Stream {
    let (stream, continuation) = Stream.makeStream()
    lastNumber += 1
    listeners[lastNumber] = continuation
    continuation.onTermination = { [number = lastNumber] _ in
      Task { await self.leave(number) }
    }
    if listeners.count == 1 { start() }
    return stream
  }

  private func start() {
    generation += 1
    let (events, inbox) = AsyncStream<ListenerEvent<SentinelElement>>.makeStream()
    self.inbox = inbox
    do {
      handle = try source.addEventListener(options: options) { event in inbox.yield(event) }
    } catch {
      inbox.yield(.failure(error))
    }
    Task { [generation] in
      for await event in events { take(event, generation) }
    }
  }

  private func leave(_ number: Int) {
    guard listeners.removeValue(forKey: number) != nil, listeners.isEmpty else { return }
    stop()
  }

  private func stop() {
    generation += 1
    handle?.remove()
    handle = nil
    inbox?.finish()
    inbox = nil
  }

  private func take(_ event: ListenerEvent<SentinelElement>, _ generation: Int) {
    guard generation == self.generation else { return }
    switch event {
    case .value(let element):
      for number in listeners.keys.sorted() { listeners[number]?.yield(element) }
    case .nothing: return
    case .failure(let error), .both(_, let error): end { $0.finish(throwing: error) }
    case .finish: end { $0.finish() }
    }
  }

  private func end(_ tell: (Stream.Continuation) -> Void) {
    let ended = listeners.sorted { one, other in one.key < other.key }
    listeners = [:]
    stop()
    for (_, continuation) in ended { tell(continuation) }
  }
}

private struct StationSequence: AsyncSequence, Sendable {
  typealias Element = SentinelElement

  let station: Station

  func makeAsyncIterator() -> Iterator { Iterator(station: station) }

  struct Iterator: AsyncIteratorProtocol {
    let station: Station
    var base: Station.Stream.AsyncIterator?

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      if base == nil { base = await station.listen().makeAsyncIterator() }
      return try await base?.next(isolation: actor)
    }
  }
}
