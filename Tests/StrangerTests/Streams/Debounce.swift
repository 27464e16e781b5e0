import SluiceTesting
import Synchronization

/// A search field that calls back with each keystroke.
struct SearchField: Sendable {
  let source: FakeListener<String>

  func onEdit(_ body: @escaping @Sendable (String) -> Void) -> ListenerHandle {
    source.addListener(.value(body))
  }

  /// What is typed when nothing more has been typed for a while.
  func searches(after pause: Duration, leaks: Bool) -> AsyncStream<String> {
    AsyncStream { continuation in
      let search = PendingSearch(after: pause) { text in continuation.yield(text) }
      let handle = onEdit { text in search.restart(text) }
      continuation.onTermination = { _ in
        search.cancel()
        if !leaks { handle.remove() }
      }
    }
  }

  static let stranger = Stranger(
    "debounce", over: .listener(String.self).lacking(.fail, .finish, .sendNothing),
    traits: .asyncStream.with { traits in
      traits.latency = .milliseconds(3)
      traits.merging = .quiet
    }, twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in
    SearchField(source: source).searches(after: .milliseconds(3), leaks: leaks)
  }
}

/// The search that waits for the typing to pause.
private final class PendingSearch: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var round = 0
    var isOver = false
  }

  private let pause: Duration
  private let search: @Sendable (String) -> Void
  private let state = Mutex(State())

  init(after pause: Duration, _ search: @escaping @Sendable (String) -> Void) {
    self.pause = pause
    self.search = search
  }

  func restart(_ text: String) {
    let last: Task<Void, Never>? = state.withLock { state in
      guard !state.isOver else { return nil }
      state.round += 1
      defer {
        state.task = Task { [round = state.round, pause] in
          try? await Task.sleep(for: pause)
          self.fire(text, round)
        }
      }
      return state.task
    }
    last?.cancel()
  }

  private func fire(_ text: String, _ round: Int) {
    let isCurrent = state.withLock { state in
      guard state.round == round, !state.isOver else { return false }
      state.task = nil
      return true
    }
    if isCurrent { search(text) }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isOver = true
      return state.task.take()
    }
    task?.cancel()
  }
}
