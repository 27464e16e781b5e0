import FakeListener

/// The decisions of a station, each of which a faulty stream can take wrongly.
protocol StationSteps: SendableMetatype {
  /// What is awaited before the listener is added; nothing by default.
  static func connect() async
  /// Whether a station that awaits this remembers that its listener is on its way.
  static var remembersThatItStarts: Bool { get }
}

extension StationSteps {
  static func connect() async {}
  static var remembersThatItStarts: Bool { true }
}

/// A station with an interface that is awaited: an actor that keeps a continuation for each reader,
/// and one listener for all of them.
actor Station<Steps: StationSteps> {
  typealias Stream = AsyncThrowingStream<SentinelElement, any Error>

  private let source: FakeListener<SentinelElement>
  private let options: ListenerOptions
  private var listeners: [Int: Stream.Continuation] = [:]
  private var lastNumber = 0
  private var handle: ListenerHandle?
  private var inbox: AsyncStream<ListenerEvent<SentinelElement>>.Continuation?
  private var generation = 0
  private var isStarting = false

  init(source: FakeListener<SentinelElement>, options: ListenerOptions) {
    self.source = source
    self.options = options
  }

  func listen() async -> Stream {
    let (stream, continuation) = Stream.makeStream()
    lastNumber += 1
    listeners[lastNumber] = continuation
    continuation.onTermination = { [number = lastNumber] _ in
      Task { await self.leave(number) }
    }
    guard inbox == nil, !isStarting else { return stream }
    isStarting = Steps.remembersThatItStarts
    await Steps.connect()
    isStarting = false
    // All readers may have left meanwhile.
    if !listeners.isEmpty { start() }
    return stream
  }

  private func start() {
    generation += 1
    let (events, inbox) = AsyncStream<ListenerEvent<SentinelElement>>.makeStream()
    self.inbox = inbox
    do {
      handle = try source.subscribe(options: options) { event in inbox.yield(event) }
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

/// What its iterators share.
struct StationSequence<Steps: StationSteps>: AsyncSequence, Sendable {
  typealias Element = SentinelElement

  let station: Station<Steps>

  func makeAsyncIterator() -> Iterator { Iterator(station: station) }

  struct Iterator: AsyncIteratorProtocol {
    let station: Station<Steps>
    var base: Station<Steps>.Stream.AsyncIterator?

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      if base == nil { base = await station.listen().makeAsyncIterator() }
      return try await base?.next(isolation: actor)
    }
  }
}
