import FakeListener
import Synchronization

/// Breaks `memory.captures-released`: a relay keeps the closure that captures it, and with it the
/// last element.
enum FaultyKeepsTheLastElement {
  static let subject = FaultySubject.streaming(
    "keeps-the-last-element", breaks: "memory.captures-released", in: "cancel-while-waiting"
  ) { source, options, continuation in
    let relay = Relay(continuation)
    let handle = source.addListener(options: options) { element, error in
      relay.pass(element, error)
    }
    continuation.onTermination = { _ in handle.remove() }
  }

  private final class Relay: Sendable {
    private struct State {
      var last: SentinelElement?
      var forward: (@Sendable () -> Void)?
    }

    private let continuation: StreamPerIteration.Stream.Continuation
    private let state = Mutex(State())

    init(_ continuation: StreamPerIteration.Stream.Continuation) {
      self.continuation = continuation
      state.withLock { state in
        state.forward = { self.forwardLast() }
      }
    }

    func pass(_ element: SentinelElement?, _ error: (any Error)?) {
      if let error { continuation.finish(throwing: error) }
      let forward = state.withLock { state in
        state.last = element ?? state.last
        return state.forward
      }
      if element != nil { forward?() }
    }

    private func forwardLast() {
      if let last = state.withLock({ state in state.last }) { continuation.yield(last) }
    }
  }
}
