import FakeListener
import Synchronization

/// How a stream keeps the handles of its several listeners while it adds them.
protocol ObserverSteps: SendableMetatype {
  /// Adds listeners one behind the other, until the iteration is over.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - observers: Where their handles are kept.
  ///   - add: Adds the one of a number, from 0.
  /// - Throws: What the add of one throws.
  static func add(
    _ count: Int, for observers: Observers<Self>, _ add: (Int) throws -> ListenerHandle
  ) throws
}

extension ObserverSteps {
  static func add(
    _ count: Int, for observers: Observers<Self>, _ add: (Int) throws -> ListenerHandle
  ) throws {
    for number in 0..<count where !observers.isOver { observers.keep(try add(number)) }
  }
}

/// A stream with a listener for values, one for errors and one for the end, as an upload has them.
final class Observers<Steps: ObserverSteps>: Sendable {
  private struct State {
    var handles: [ListenerHandle] = []
    var isOver = false
  }

  private let continuation: StreamPerIteration.Stream.Continuation
  private let state = Mutex(State())

  private init(_ continuation: StreamPerIteration.Stream.Continuation) {
    self.continuation = continuation
  }

  /// The stream over a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - options: The listeners' options.
  ///   - addsValuesLast: Whether the listener for values is added behind the others.
  /// - Returns: A stream that adds when an iterator is made.
  static func stream(
    _ source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    addsValuesLast: Bool = false
  ) -> StreamPerIteration {
    StreamPerIteration {
      StreamPerIteration.Stream { continuation in
        Observers(continuation).listen(to: source, options, addsValuesLast: addsValuesLast)
      }
    }
  }

  /// The stream over a source, written by hand.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - options: The listeners' options.
  /// - Returns: A stream that adds when it is first asked, and removes in the call that cancels.
  static func sequence(
    _ source: FakeListener<SentinelElement>, _ options: ListenerOptions
  ) -> ObservedSequence {
    ObservedSequence {
      let (stream, continuation) = StreamPerIteration.Stream.makeStream()
      let observers = Observers(continuation)
      let listening = HandleLatch()
      return ObservedIterator(
        stream: stream.makeAsyncIterator(),
        begin: { if listening.begin() { observers.listen(to: source, options) } },
        cancel: { observers.end(throwing: nil) })
    }
  }

  private func listen(
    to source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    addsValuesLast: Bool = false
  ) {
    continuation.onTermination = { _ in self.stop() }
    var callbacks: [ListenerCallback<SentinelElement>] = [
      .value { value in if !self.isOver { self.continuation.yield(value) } },
      .failure { error in self.end(throwing: error) },
      .finish { self.end(throwing: nil) },
    ]
    if addsValuesLast { callbacks.reverse() }
    do {
      try Steps.add(callbacks.count, for: self) { number in
        try source.addListener(options: options, callbacks[number], throwing: (any Error).self)
      }
    } catch {
      end(throwing: error)
    }
  }

  /// Whether nothing that a listener is called with is wanted any more.
  var isOver: Bool { state.withLock { state in state.isOver } }

  /// Keeps the handle of a listener, or removes it where its add has come too late.
  func keep(_ handle: ListenerHandle) {
    let isOver = state.withLock { state in
      if !state.isOver { state.handles.append(handle) }
      return state.isOver
    }
    if isOver { handle.remove() }
  }

  /// Keeps a handle without a look at what has happened meanwhile.
  func keepBlindly(_ handle: ListenerHandle) {
    state.withLock { state in state.handles.append(handle) }
  }

  /// Removes the listeners whose handles are kept.
  func removeAll() {
    let handles = state.withLock { state in
      defer { state.handles = [] }
      return state.handles
    }
    for handle in handles { handle.remove() }
  }

  private func end(throwing error: (any Error)?) {
    guard stop() else { return }
    continuation.finish(throwing: error)
  }

  /// Ends the iteration, unless that was done before.
  @discardableResult
  private func stop() -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    if isFirst { removeAll() }
    return isFirst
  }
}

/// A stream whose every iterator begins when it is first asked.
struct ObservedSequence: AsyncSequence, Sendable {
  typealias Element = SentinelElement
  typealias Failure = any Error

  let makeIterator: @Sendable () -> ObservedIterator

  init(_ makeIterator: @escaping @Sendable () -> ObservedIterator) {
    self.makeIterator = makeIterator
  }

  func makeAsyncIterator() -> ObservedIterator { makeIterator() }
}

/// Its iterator.
struct ObservedIterator: AsyncIteratorProtocol {
  var stream: StreamPerIteration.Stream.AsyncIterator
  /// Adds the listeners, the first time that it is called.
  let begin: @Sendable () -> Void
  let cancel: @Sendable () -> Void

  mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
    try await withTaskCancellationHandler(
      operation: {
        begin()
        return try await stream.next(isolation: actor)
      }, onCancel: cancel, isolation: actor)
  }
}
