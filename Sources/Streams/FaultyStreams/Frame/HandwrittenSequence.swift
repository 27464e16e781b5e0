import FakeListener
import Synchronization

/// A stream that is written by hand, over the steps of one faulty stream.
struct HandwrittenSequence<Steps: HandwrittenSteps>: AsyncSequence, Sendable {
  typealias Element = SentinelElement
  typealias Failure = any Error

  let source: FakeListener<SentinelElement>
  let options: ListenerOptions

  func makeAsyncIterator() -> HandwrittenIterator<Steps> {
    HandwrittenIterator(
      iteration: HandwrittenIteration(HandwrittenSubscription(source, options)))
  }
}

/// The iterator of a stream that is written by hand.
struct HandwrittenIterator<Steps: HandwrittenSteps>: AsyncIteratorProtocol {
  let iteration: HandwrittenIteration<Steps>

  func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
    try await iteration.subscription.next(isolation: actor).get()
  }
}

/// What the consumer's side alone holds of an iteration; its end is the iterator's.
final class HandwrittenIteration<Steps: HandwrittenSteps>: Sendable {
  let subscription: HandwrittenSubscription<Steps>

  init(_ subscription: HandwrittenSubscription<Steps>) {
    self.subscription = subscription
  }

  deinit {
    subscription.step { state in Steps.drop(&state) }
  }
}

/// What the listener and the consumer share.
final class HandwrittenSubscription<Steps: HandwrittenSteps>: Sendable {
  /// The source until its listener is added; what the source keeps must not keep the source.
  private let source: Mutex<FakeListener<SentinelElement>?>
  private let options: ListenerOptions
  /// Told of each value outside the lock, before anything is done with it.
  private let overhear: @Sendable (SentinelElement) -> Void
  private let state = Mutex(HandwrittenState())

  init(
    _ source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    overhear: @escaping @Sendable (SentinelElement) -> Void = { _ in }
  ) {
    self.source = Mutex(source)
    self.options = options
    self.overhear = overhear
  }

  func next(isolation actor: isolated (any Actor)?) async -> HandwrittenState.Answer {
    await withTaskCancellationHandler(
      operation: {
        register()
        return await withCheckedContinuation(isolation: actor) { waiter in
          step { state in Steps.ask(waiter, &state) }
        }
      },
      onCancel: { step { state in Steps.cancel(&state) } },
      isolation: actor)
  }

  func step(
    _ change: (inout HandwrittenState) -> HandwrittenState.Effects
  ) {
    Steps.perform(state.withLock { state in change(&state) })
  }

  private func register() {
    let isNew = state.withLock { state in
      guard !state.isRegistered, state.terminal == nil else { return false }
      state.isRegistered = true
      return true
    }
    guard isNew, let source = source.withLock({ source in source.take() }) else { return }
    do {
      let handle = try Steps.add(to: source, options) { [self] event in
        if case .value(let element) = event { overhear(element) }
        step { state in Steps.receive(event, &state) }
      }
      step { state in Steps.added(handle, &state) }
    } catch {
      step { state in state.end(with: .failure(error)) }
    }
  }
}
