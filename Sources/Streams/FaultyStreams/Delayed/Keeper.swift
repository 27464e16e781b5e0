import FakeListener
import Synchronization

/// The decisions of a stream that keeps values back, each of which a faulty stream can take
/// wrongly.
protocol KeeperSteps: SendableMetatype {
  /// Whether a value that is called back while nothing is kept back is handed on at once.
  static var leads: Bool { get }
  /// Whether each value starts the time anew.
  static var restarts: Bool { get }
  /// What is kept back when a further value comes.
  static func keep(_ kept: [SentinelElement], _ element: SentinelElement) -> [SentinelElement]
  /// What is still handed on when the source comes to its end.
  static func last(_ kept: [SentinelElement]) -> [SentinelElement]
  /// What is still handed on when the source fails.
  static func lastBeforeTheError(_ kept: [SentinelElement]) -> [SentinelElement]
  /// Whether the timer goes with the consumer.
  static var cancelsItsTimer: Bool { get }
  /// What is still handed on when the consumer is cancelled.
  static func rest(_ kept: [SentinelElement]) -> [SentinelElement]
}

extension KeeperSteps {
  static var leads: Bool { false }
  static var restarts: Bool { false }
  static func keep(_ kept: [SentinelElement], _ element: SentinelElement) -> [SentinelElement] {
    [element]
  }
  static func last(_ kept: [SentinelElement]) -> [SentinelElement] { kept }
  static func lastBeforeTheError(_ kept: [SentinelElement]) -> [SentinelElement] { kept }
  static var cancelsItsTimer: Bool { true }
  static func rest(_ kept: [SentinelElement]) -> [SentinelElement] { [] }
}

/// What a listener was told and nobody else yet: a debounce, a throttle or a sample over one lock
/// and a task that sleeps.
final class Keeper<Steps: KeeperSteps>: Sendable {
  private struct State {
    var kept: [SentinelElement] = []
    var timer: Task<Void, Never>?
    /// Tells a timer that another one has taken its place.
    var round = 0
    var handle: ListenerHandle?
    var isOver = false
  }

  private let pause: Duration
  private let continuation: StreamPerIteration.Stream.Continuation
  private let state = Mutex(State())

  init(_ pause: Duration, _ continuation: StreamPerIteration.Stream.Continuation) {
    self.pause = pause
    self.continuation = continuation
  }

  func listen(to source: FakeListener<SentinelElement>, _ options: ListenerOptions) {
    continuation.onTermination = { _ in
      for element in Steps.rest(self.stop() ?? []) { self.continuation.yield(element) }
    }
    do {
      let handle = try source.subscribe(options: options) { event in self.take(event) }
      let isOver = state.withLock { state in
        if !state.isOver { state.handle = handle }
        return state.isOver
      }
      if isOver {
        handle.remove()
        continuation.finish()
      }
    } catch {
      continuation.finish(throwing: error)
    }
  }

  private func take(_ event: ListenerEvent<SentinelElement>) {
    switch event {
    case .value(let element): keep(element)
    case .nothing: return
    case .failure(let error), .both(_, let error):
      guard let kept = stop() else { return }
      for element in Steps.lastBeforeTheError(kept) { continuation.yield(element) }
      continuation.finish(throwing: error)
    case .finish:
      guard let kept = stop() else { return }
      for element in Steps.last(kept) { continuation.yield(element) }
      continuation.finish()
    }
  }

  private func keep(_ element: SentinelElement) {
    let (isFirst, obsolete) = state.withLock { state -> (Bool, Task<Void, Never>?) in
      guard !state.isOver else { return (false, nil) }
      let isFirst = Steps.leads && state.timer == nil
      if !isFirst { state.kept = Steps.keep(state.kept, element) }
      guard state.timer == nil || Steps.restarts else { return (isFirst, nil) }
      let obsolete = state.timer
      state.round += 1
      state.timer = Task { [pause, round = state.round] in
        try? await Task.sleep(for: pause)
        self.release(round)
      }
      return (isFirst, obsolete)
    }
    obsolete?.cancel()
    if isFirst { continuation.yield(element) }
  }

  private func release(_ round: Int) {
    let kept = state.withLock { state -> [SentinelElement] in
      guard state.round == round, !state.isOver else { return [] }
      state.timer = nil
      defer { state.kept = [] }
      // What follows a value that was handed on late has to wait again.
      if Steps.leads, !state.kept.isEmpty {
        state.round += 1
        state.timer = Task { [pause, round = state.round] in
          try? await Task.sleep(for: pause)
          self.release(round)
        }
      }
      return state.kept
    }
    for element in kept { continuation.yield(element) }
  }

  /// Ends everything, and hands out what is kept back; nil where it was over already, as for what
  /// comes while the listener is removed.
  private func stop() -> [SentinelElement]? {
    let stopped = state.withLock {
      state -> (ListenerHandle?, Task<Void, Never>?, [SentinelElement])? in
      guard !state.isOver else { return nil }
      state.isOver = true
      return (state.handle.take(), state.timer.take(), state.kept)
    }
    guard let (handle, timer, kept) = stopped else { return nil }
    handle?.remove()
    if Steps.cancelsItsTimer { timer?.cancel() }
    return kept
  }
}
