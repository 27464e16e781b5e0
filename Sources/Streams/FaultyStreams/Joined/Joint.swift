import FakeListener
import Synchronization

/// The decisions of a stream over two listeners, each of which a faulty stream can take wrongly.
protocol JointSteps: SendableMetatype {
  /// Whether the stream is over when so many of its two sources have ended.
  static func isOver(ended: Int) -> Bool
  /// Whether the stream is over when a source has ended that never sent a value.
  static var endsWithoutAValue: Bool { get }
  /// Whether a value of a source, 0 or 1, is handed on when so many of the two have ended.
  static func isHandedOn(of source: Int, ended: Int) -> Bool
  /// Whether a value is handed on when so many of the two have sent one, with this one.
  static func isHandedOn(heard: Int) -> Bool
  /// The sources whose listeners are removed when the iteration is over, in that order.
  static var removed: [Int] { get }
}

extension JointSteps {
  static func isOver(ended: Int) -> Bool { ended >= 2 }
  static var endsWithoutAValue: Bool { false }
  static func isHandedOn(of source: Int, ended: Int) -> Bool { true }
  static func isHandedOn(heard: Int) -> Bool { true }
  static var removed: [Int] { [0, 1] }
}

/// The decisions of a stream that combines the latest values of its two sources.
protocol CombiningSteps: JointSteps {}

extension CombiningSteps {
  static var endsWithoutAValue: Bool { true }
  static func isHandedOn(heard: Int) -> Bool { heard >= 2 }
}

/// A stream over two listeners: one lock for both, and one continuation.
final class Joint<Steps: JointSteps>: Sendable {
  private struct State {
    var handles: [ListenerHandle?] = [nil, nil]
    var ended: Set<Int> = []
    var heard: Set<Int> = []
    var isOver = false
  }

  private let continuation: StreamPerIteration.Stream.Continuation
  private let state = Mutex(State())

  init(_ continuation: StreamPerIteration.Stream.Continuation) {
    self.continuation = continuation
  }

  func listen(to source: FakeListener<SentinelElement>, _ options: ListenerOptions) {
    continuation.onTermination = { _ in self.stop() }
    for number in 0..<2 where !state.withLock({ state in state.isOver }) {
      do {
        let handle = try source.subscribe(options: options) { event in
          self.take(event, of: number)
        }
        let isOver = state.withLock { state in
          if !state.isOver { state.handles[number] = handle }
          return state.isOver
        }
        // What ended it inside add found no handle.
        if isOver { handle.remove() }
      } catch {
        stop()
        return continuation.finish(throwing: error)
      }
    }
  }

  private func take(_ event: ListenerEvent<SentinelElement>, of source: Int) {
    switch event {
    case .value(let element):
      let isWanted = state.withLock { state in
        guard !state.isOver, !state.ended.contains(source) else { return false }
        state.heard.insert(source)
        return Steps.isHandedOn(of: source, ended: state.ended.count)
          && Steps.isHandedOn(heard: state.heard.count)
      }
      if isWanted { continuation.yield(element) }
    case .nothing: return
    case .failure(let error), .both(_, let error):
      let isOpen = state.withLock { state in !state.isOver && !state.ended.contains(source) }
      guard isOpen else { return }
      stop()
      continuation.finish(throwing: error)
    case .finish:
      let isOver = state.withLock { state in
        guard state.ended.insert(source).inserted, !state.isOver else { return false }
        let isSilent = Steps.endsWithoutAValue && !state.heard.contains(source)
        return isSilent || Steps.isOver(ended: state.ended.count)
      }
      guard isOver else { return }
      stop()
      continuation.finish()
    }
  }

  private func stop() {
    let handles = state.withLock { state -> [ListenerHandle?] in
      guard !state.isOver else { return [] }
      state.isOver = true
      defer { state.handles = [nil, nil] }
      return state.handles
    }
    guard !handles.isEmpty else { return }
    for source in Steps.removed { handles[source]?.remove() }
  }
}
