import SluiceTesting
import Synchronization

/// A button whose clicks count only once in a while: the first at once, and no other meanwhile.
final class LeadingThrottle: Sendable {
  private let pause = Mutex<(task: Task<Void, Never>?, isOver: Bool)>((nil, false))

  /// Whether a click counts, which begins the next pause.
  private func counts(_ interval: Duration) -> Bool {
    pause.withLock { pause in
      guard pause.task == nil, !pause.isOver else { return false }
      pause.task = Task {
        do { try await Task.sleep(for: interval) } catch { return }
        self.pause.withLock { pause in pause.task = nil }
      }
      return true
    }
  }

  private func stop() {
    let task = pause.withLock { pause in
      pause.isOver = true
      return pause.task.take()
    }
    task?.cancel()
  }

  /// The clicks that count.
  static func clicks(
    on button: FakeListener<Int>, every interval: Duration, leaks: Bool
  ) -> AsyncStream<Int> {
    AsyncStream { continuation in
      let throttle = LeadingThrottle()
      let handle = button.addListener(
        .value { click in if throttle.counts(interval) { continuation.yield(click) } })
      continuation.onTermination = { _ in
        throttle.stop()
        if !leaks { handle.remove() }
      }
    }
  }

  static let stranger = Stranger(
    "throttle-leading", over: .listener(Int.self).lacking(.fail, .finish, .sendNothing),
    traits: .asyncStream.with { traits in
      traits.latency = .milliseconds(3)
      traits.merging = .leading
    }, twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in clicks(on: source, every: .milliseconds(3), leaks: leaks) }
}
