import FakeListener
import SluiceConformance
import Synchronization

/// The steps of a stream that has its values in an `AsyncStream` and its error beside it; each
/// default is right, and a faulty stream has one of its own.
protocol ErrorBesideSteps: SendableMetatype {
  /// The consumer asks, before the values are looked at.
  static func begin(_ slot: ErrorSlot) throws
  /// There are no values any more.
  static func end(_ slot: ErrorSlot) throws
  /// The iteration is over.
  static func release(_ slot: ErrorSlot)
}

extension ErrorBesideSteps {
  static func begin(_ slot: ErrorSlot) throws {}

  static func end(_ slot: ErrorSlot) throws {
    if let error = slot.take() { throw error }
  }

  static func release(_ slot: ErrorSlot) {
    slot.latch.release()
  }
}

/// The place beside a stream of values where its error waits.
final class ErrorSlot: Sendable {
  private let state = Mutex<(any Error)?>(nil)

  /// The handle.
  let latch = HandleLatch()

  /// The error, while it waits.
  var error: (any Error)? {
    get { state.withLock { error in error } }
    set { state.withLock { error in error = newValue } }
  }

  /// Takes the error out.
  func take() -> (any Error)? {
    state.withLock { error in error.take() }
  }
}

/// A sequence of values from an `AsyncStream` with an error beside it, over the steps of one faulty
/// stream.
struct ErrorBesideSequence<Steps: ErrorBesideSteps>: AsyncSequence, Sendable {
  typealias Element = SentinelElement

  let source: FakeListener<SentinelElement>
  let options: ListenerOptions

  func makeAsyncIterator() -> Iterator {
    let slot = ErrorSlot()
    let (values, continuation) = AsyncStream<SentinelElement>.makeStream()
    continuation.onTermination = { _ in Steps.release(slot) }
    do {
      slot.latch.handle = try source.subscribe(options: options) { event in
        guard !slot.latch.isOver else { return }
        switch event {
        case .value(let element): continuation.yield(element)
        case .failure(let error), .both(_, let error):
          slot.error = error
          fallthrough
        case .finish:
          slot.latch.release()
          continuation.finish()
        case .nothing: return
        }
      }
    } catch {
      slot.error = error
      continuation.finish()
    }
    // What ended it inside add found no handle.
    if slot.latch.isOver { slot.latch.takeHandle()?.remove() }
    return Iterator(values: values.makeAsyncIterator(), slot: slot)
  }

  struct Iterator: AsyncIteratorProtocol {
    var values: AsyncStream<SentinelElement>.Iterator
    let slot: ErrorSlot

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      try Steps.begin(slot)
      if let element = await values.next(isolation: actor) { return element }
      try Steps.end(slot)
      return nil
    }
  }
}

extension FaultySubject {
  /// A faulty stream with its error beside its values.
  ///
  /// - Parameters:
  ///   - name: What it does wrong; the subject is called `faulty-` and that.
  ///   - steps: Its steps.
  ///   - rule: The id of the rule that it breaks.
  ///   - situation: The name of a situation in which it breaks that rule.
  /// - Returns: The stream with its rule.
  static func errorBeside<Steps: ErrorBesideSteps>(
    _ name: String, _ steps: Steps.Type, breaks rule: String, in situation: String
  ) -> FaultySubject {
    over(
      name, breaks: rule, in: situation,
      traits: { traits in
        traits = .asyncThrowingStreamPerIterator
        traits.repeatsError = false
      },
      open: { source, options in
        ErrorBesideSequence<Steps>(source: source, options: options)
      })
  }
}
