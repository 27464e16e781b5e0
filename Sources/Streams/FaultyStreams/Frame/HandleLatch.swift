import FakeListener
import Synchronization

/// A place for a handle that callbacks share with whoever added them.
final class HandleLatch: Sendable {
  private struct State {
    var handle: ListenerHandle?
    var isOver = false
    var hasBegun = false
  }

  private let state = Mutex(State())

  /// The handle, once add has returned it.
  var handle: ListenerHandle? {
    get { state.withLock { state in state.handle } }
    set {
      let previous = state.withLock { state in
        let previous = state.handle
        state.handle = newValue
        return previous
      }
      _ = consume previous
    }
  }

  /// Whether something has happened that callbacks should know of.
  var isOver: Bool {
    get { state.withLock { state in state.isOver } }
    set { state.withLock { state in state.isOver = newValue } }
  }

  /// Takes the handle out, for whoever removes with it.
  func takeHandle() -> ListenerHandle? {
    state.withLock { state in state.handle.take() }
  }

  /// Whether this is the first time that it is asked, and nothing is over.
  func begin() -> Bool {
    state.withLock { state in
      guard !state.hasBegun, !state.isOver else { return false }
      state.hasBegun = true
      return true
    }
  }

  /// Adds a listener that hands on what it is called with until this is over, and keeps the handle.
  func listen(
    to source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    for continuation: AsyncStream<SentinelElement>.Continuation
  ) {
    do {
      handle = try source.subscribe(options: options) { event in
        guard !self.isOver else { return }
        switch event {
        case .value(let element): continuation.yield(element)
        case .failure, .both, .finish: continuation.finish()
        case .nothing: return
        }
      }
    } catch {
      continuation.finish()
    }
  }
}
