import FakeListener
import SluiceConformance
import Synchronization

/// The steps of a stream that is told that there is something, and then takes all there is; each
/// default is right, and a faulty stream has one of its own.
protocol BatchSteps: SendableMetatype {
  /// Whether an event comes too late to mean anything.
  static func ignores(_ event: ListenerEvent<SentinelElement>, _ inbox: BatchInbox) -> Bool
  /// The consumer asks, before it is given anything.
  static func begin(_ inbox: BatchInbox)
}

extension BatchSteps {
  static func ignores(_ event: ListenerEvent<SentinelElement>, _ inbox: BatchInbox) -> Bool {
    inbox.latch.isOver
  }

  static func begin(_ inbox: BatchInbox) {
    if Task.isCancelled { inbox.latch.release() }
  }
}

/// What has come and was not taken.
final class BatchInbox: Sendable {
  private struct State {
    var values: [SentinelElement] = []
    var error: (any Error)?
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// The handle.
  let latch = HandleLatch()

  /// Whether the source has ended or failed.
  var hasEnded: Bool { state.withLock { state in state.hasEnded } }

  /// Puts in an event, and says whether it was the last.
  func put(_ event: ListenerEvent<SentinelElement>) -> Bool {
    state.withLock { state in
      switch event {
      case .value(let element): state.values.append(element)
      case .failure(let error), .both(_, let error):
        state.error = error
        state.hasEnded = true
      case .finish: state.hasEnded = true
      case .nothing: break
      }
      return state.hasEnded
    }
  }

  /// Takes all values.
  func takeValues() -> [SentinelElement] {
    state.withLock { state in
      defer { state.values = [] }
      return state.values
    }
  }

  /// Takes the error.
  func takeError() -> (any Error)? {
    state.withLock { state in state.error.take() }
  }
}

/// A sequence that takes values by the batch, over the steps of one faulty stream.
struct BatchSequence<Steps: BatchSteps>: AsyncSequence, Sendable {
  typealias Element = SentinelElement

  let source: FakeListener<SentinelElement>
  let options: ListenerOptions

  func makeAsyncIterator() -> Iterator {
    let inbox = BatchInbox()
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    signal.onTermination = { _ in inbox.latch.release() }
    do {
      inbox.latch.handle = try source.subscribe(options: options) { event in
        if Steps.ignores(event, inbox) { return }
        if inbox.put(event) {
          inbox.latch.release()
          signal.finish()
        } else {
          signal.yield()
        }
      }
    } catch {
      _ = inbox.put(.failure(error))
      signal.finish()
    }
    // What ended it inside add found no handle.
    if inbox.latch.isOver { inbox.latch.takeHandle()?.remove() }
    return Iterator(signals: signals.makeAsyncIterator(), inbox: inbox)
  }

  struct Iterator: AsyncIteratorProtocol {
    var signals: AsyncStream<Void>.Iterator
    let inbox: BatchInbox
    var batch: [SentinelElement] = []

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      Steps.begin(inbox)
      while true {
        if batch.isEmpty { batch = inbox.takeValues() }
        if !batch.isEmpty { return batch.removeFirst() }
        guard await signals.next(isolation: actor) != nil else { break }
      }
      // What came with the end follows its signal.
      batch = inbox.takeValues()
      if !batch.isEmpty { return batch.removeFirst() }
      if let error = inbox.takeError() { throw error }
      return nil
    }
  }
}

extension FaultySubject {
  /// A faulty stream that takes its values by the batch.
  ///
  /// - Parameters:
  ///   - name: What it does wrong; the subject is called `faulty-` and that.
  ///   - steps: Its steps.
  ///   - rule: The id of the rule that it breaks.
  ///   - situation: The name of a situation in which it breaks that rule.
  /// - Returns: The stream with its rule.
  static func inBatches<Steps: BatchSteps>(
    _ name: String, _ steps: Steps.Type, breaks rule: String, in situation: String
  ) -> FaultySubject {
    over(
      name, breaks: rule, in: situation,
      traits: { traits in
        traits = .asyncThrowingStreamPerIterator
        traits.repeatsError = false
      },
      open: { source, options in BatchSequence<Steps>(source: source, options: options) })
  }
}
