import FakeListener
import Synchronization

/// The decisions of a stream that hands on each value some time after it came.
protocol DelaySteps: SendableMetatype {
  /// How much later than it was meant a value is handed on.
  static var excess: Duration { get }
  /// Whether a value is handed on, by whether the next has come already.
  static func isHandedOn(hasFollower: Bool) -> Bool
  /// Whether the task that sleeps goes with the consumer.
  static var cancelsItsTask: Bool { get }
}

extension DelaySteps {
  static var excess: Duration { .zero }
  static func isHandedOn(hasFollower: Bool) -> Bool { true }
  static var cancelsItsTask: Bool { true }
}

/// A delay: a task takes one event after the other, and sleeps until its time has come.
enum Delay<Steps: DelaySteps> {
  private typealias Timed = (at: ContinuousClock.Instant, event: ListenerEvent<SentinelElement>)

  static func listen(
    to source: FakeListener<SentinelElement>, _ options: ListenerOptions, _ pause: Duration,
    _ continuation: StreamPerIteration.Stream.Continuation
  ) {
    let (events, inbox) = AsyncStream<Timed>.makeStream()
    let latch = HandleLatch()
    let counted = PendingCount()
    let task = Task {
      for await (at, event) in events {
        counted.take()
        if case .failure = event {} else { try? await Task.sleep(until: at) }
        switch event {
        case .value(let element):
          if Steps.isHandedOn(hasFollower: counted.hasMore) {
            continuation.yield(element)
          }
        case .nothing: continue
        case .failure(let error), .both(_, let error):
          return continuation.finish(throwing: error)
        case .finish: return continuation.finish()
        }
      }
    }
    continuation.onTermination = { _ in
      latch.release()
      if Steps.cancelsItsTask { task.cancel() }
    }
    do {
      latch.handle = try source.subscribe(options: options) { event in
        guard !latch.isOver else { return }
        if case .nothing = event { return }
        counted.add()
        inbox.yield((ContinuousClock.now.advanced(by: pause + Steps.excess), event))
        if case .value = event { return }
        latch.release()
      }
    } catch {
      continuation.finish(throwing: error)
    }
    if latch.isOver { latch.takeHandle()?.remove() }
  }
}

/// How many events wait.
private final class PendingCount: Sendable {
  private let count = Mutex(0)

  var hasMore: Bool { count.withLock { count in count > 0 } }

  func add() { count.withLock { count in count += 1 } }

  func take() { count.withLock { count in count -= 1 } }
}
