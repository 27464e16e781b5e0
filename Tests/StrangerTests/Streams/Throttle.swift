import SluiceTesting
import Synchronization

/// A progress bar: the first value at once, then at most one for each interval, the latest.
final class ThrottledProgress: Sendable {
  private struct State {
    var latest: Double?
    var timer: Task<Void, Never>?
    var isOver = false
  }

  private let interval: Duration
  private let continuation: AsyncStream<Double>.Continuation
  private let state = Mutex(State())

  private init(_ interval: Duration, _ continuation: AsyncStream<Double>.Continuation) {
    self.interval = interval
    self.continuation = continuation
  }

  /// The progress from now on.
  static func progress(
    of source: FakeListener<Double>, every interval: Duration, leaks: Bool
  ) -> AsyncStream<Double> {
    AsyncStream { continuation in
      let throttle = ThrottledProgress(interval, continuation)
      let handle = source.addListener(.value { fraction in throttle.take(fraction) })
      continuation.onTermination = { _ in
        throttle.cancel()
        if !leaks { handle.remove() }
      }
    }
  }

  private func take(_ fraction: Double) {
    state.withLock { state in
      guard !state.isOver else { return }
      if state.timer == nil {
        continuation.yield(fraction)
        wait(&state)
      } else {
        state.latest = fraction
      }
    }
  }

  private func wait(_ state: inout State) {
    state.timer = Task { [interval] in
      do { try await Task.sleep(for: interval) } catch { return }
      self.tick()
    }
  }

  private func tick() {
    state.withLock { state in
      guard !state.isOver else { return }
      state.timer = nil
      guard let fraction = state.latest.take() else { return }
      continuation.yield(fraction)
      wait(&state)
    }
  }

  private func cancel() {
    let timer = state.withLock { state in
      state.isOver = true
      return state.timer.take()
    }
    timer?.cancel()
  }

  static let stranger = Stranger(
    "throttle", over: .listener(Double.self).lacking(.fail, .finish, .sendNothing),
    traits: .asyncStream.with { traits in
      traits.latency = .milliseconds(3)
      traits.merging = .latest
    }, twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in progress(of: source, every: .milliseconds(3), leaks: leaks) }
}
