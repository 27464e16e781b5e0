import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Streams whose adds and removes are performed by a task that several iterators share.
///
/// It keeps the task-local values of whoever made it, and works for whoever asks.
enum WorkerStreams {
  private static let traits = Traits.asyncThrowingStreamPerIterator.with { traits in
    traits.removal = .settled
  }

  /// The worker is the process's, made by the first stream of all.
  static let ofTheProcess = Subject.overListener("right-adds-in-a-worker", traits: traits) {
    source, options in
    StreamPerIteration { listen(to: source, options, through: .shared) }
  }

  /// The worker is the sequence's, made where the stream is read.
  static let ofTheSequence = Subject.overListener(
    "right-adds-in-its-own-worker", traits: traits
  ) { source, options in
    let worker = Worker()
    return StreamPerIteration { listen(to: source, options, through: worker) }
  }

  /// The worker is the sequence's, made by its first iterator.
  static let ofTheFirstIterator = Subject.overListener(
    "right-adds-in-the-first-ones-worker", traits: traits
  ) { source, options in
    let lazy = LazyWorker()
    return StreamPerIteration { listen(to: source, options, through: lazy.worker) }
  }

  /// Performs what it is sent, one thing after the other.
  private final class Worker: Sendable {
    static let shared = Worker()
    private let line: AsyncStream<@Sendable () -> Void>.Continuation

    init() {
      let (works, line) = AsyncStream<@Sendable () -> Void>.makeStream()
      self.line = line
      Task { for await work in works { work() } }
    }

    deinit { line.finish() }

    func perform(_ work: @escaping @Sendable () -> Void) { line.yield(work) }
  }

  private final class LazyWorker: Sendable {
    private let made = Mutex<Worker?>(nil)

    var worker: Worker {
      made.withLock { made in
        let worker = made ?? Worker()
        made = worker
        return worker
      }
    }
  }

  private static func listen(
    to source: FakeListener<SentinelElement>, _ options: ListenerOptions, through worker: Worker
  ) -> StreamPerIteration.Stream {
    StreamPerIteration.Stream { continuation in
      let latch = HandleLatch()
      continuation.onTermination = { _ in
        latch.isOver = true
        worker.perform { latch.takeHandle()?.remove() }
      }
      worker.perform {
        guard !latch.isOver else { return }
        do {
          latch.handle = try source.subscribe(options: options) { event in
            guard !latch.isOver else { return }
            continuation.hear(event)
          }
        } catch {
          continuation.finish(throwing: error)
        }
        // What was cancelled inside add asks for a remove behind this.
      }
    }
  }
}

extension AsyncThrowingStream.Continuation
where Element == SentinelElement, Failure == any Error {
  /// Hands on what an event brings.
  func hear(_ event: ListenerEvent<SentinelElement>) {
    switch event {
    case .value(let element): yield(element)
    case .failure(let error), .both(_, let error): finish(throwing: error)
    case .finish: finish()
    case .nothing: return
    }
  }
}
