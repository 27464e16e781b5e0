import FakeListener
import Synchronization

/// Breaks `delivery.each-value-once`: of every hundred values it loses one.
enum FaultyDropsEveryHundredth {
  static let subject = FaultySubject.streaming(
    "drops-every-hundredth", breaks: "delivery.each-value-once",
    in: "ten-thousand-against-a-stalled-consumer"
  ) { source, options, continuation in
    let count = Counter()
    let handle = source.addListener(
      options: options,
      { element, error in
        if count.next() % 100 == 0 { return }
        continuation.pass(element, error)
      },
      onFinish: { continuation.finish() })
    continuation.onTermination = { _ in handle.remove() }
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }
}
