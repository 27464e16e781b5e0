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
      traits.merging = .latest
    }, twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in clicks(on: source, every: .milliseconds(3), leaks: leaks) }
}

/// Two sensors of which nothing is told until both have told something, and then the latest of
/// both whenever one changes.
enum LatestOfBoth {
  private final class Latest: Sendable {
    let values = Mutex<(first: Int?, second: Int?, isOver: Bool)>((nil, nil, false))
  }

  static func pairs(_ source: FakeListener<Int>, leaks: Bool) -> AsyncStream<(Int, Int)> {
    AsyncStream { continuation in
      let latest = Latest()
      let tell = { (values: (first: Int?, second: Int?, isOver: Bool)) in
        guard let first = values.first, let second = values.second, !values.isOver else { return }
        continuation.yield((first, second))
      }
      let first = source.addListener(
        .value { value in
          latest.values.withLock { values in
            values.first = value
            tell(values)
          }
        })
      let second = source.addListener(
        .value { value in
          latest.values.withLock { values in
            values.second = value
            tell(values)
          }
        })
      continuation.onTermination = { _ in
        latest.values.withLock { values in values.isOver = true }
        first.remove()
        if !leaks { second.remove() }
      }
    }
  }

  static let stranger = Stranger(
    "combine-latest-of-both", over: .listener(Int.self).lacking(.fail, .finish, .sendNothing),
    traits: .asyncStream.with { traits in traits.listeners = 2 },
    twinBreaks: "cancellation.suspended-removes", element: { (pair: (Int, Int)) in pair.1 },
    open: { source, leaks in pairs(source, leaks: leaks) })
}
