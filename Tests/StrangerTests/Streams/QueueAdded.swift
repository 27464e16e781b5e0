import Dispatch
import SluiceTesting

/// A camera that wants each of its calls on one queue.
struct Camera: Sendable {
  let source: FakeListener<Int>
  let queue = DispatchQueue(label: "camera")

  /// The frames until the camera is closed.
  func frames(leaks: Bool) -> AsyncStream<Int> {
    AsyncStream { continuation in
      let subscription = Subscription()
      let isOver = Flag()
      continuation.onTermination = { reason in
        isOver.raise()
        if leaks, case .cancelled = reason { return }
        queue.async { subscription.end() }
      }
      queue.async {
        guard !isOver.isRaised else { return }
        let handle = source.addListener(
          .value(
            { frame in if !isOver.isRaised { continuation.yield(frame) } },
            onFinish: { continuation.finish() }))
        subscription.begin { handle.remove() }
      }
    }
  }

  static let stranger = Stranger(
    "queue-added", over: .listener(Int.self).lacking(.fail, .sendNothing),
    traits: .asyncStream.with { traits in traits.removal = .settled },
    twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in Camera(source: source).frames(leaks: leaks) }
}
