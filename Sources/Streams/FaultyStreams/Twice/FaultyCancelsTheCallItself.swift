import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Keeps who waits in two places: the listener answers whom the stream's state holds, a cancel
/// answers whom the call itself holds.
///
/// Each of them takes the one that it knows, under a lock; that the other has answered already,
/// with a value, an error, the end or from the buffer, neither can know.
enum FaultyCancelsTheCallItself {
  static let subject = Subject.overListener("faulty-cancels-the-call-itself") { source, options in
    TwoPlacesSequence(source: source, options: options)
  }
}

private struct TwoPlacesSequence: AsyncSequence, Sendable {
  let source: FakeListener<SentinelElement>
  let options: ListenerOptions

  func makeAsyncIterator() -> Iterator {
    Iterator(iteration: Iteration(source, options))
  }

  struct Iterator: AsyncIteratorProtocol {
    let iteration: Iteration

    func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      try await iteration.subscription.next(isolation: actor).get()
    }
  }

  final class Iteration: Sendable {
    let subscription: TwoPlacesSubscription

    init(_ source: FakeListener<SentinelElement>, _ options: ListenerOptions) {
      subscription = TwoPlacesSubscription(source, options)
    }

    deinit {
      subscription.cancel(nil)
    }
  }
}

/// What the listener and the consumer share.
private final class TwoPlacesSubscription: Sendable {
  /// One call of `next()`.
  final class Call: Sendable {
    let waiter = Mutex<HandwrittenState.Waiter?>(nil)
  }

  private let source: Mutex<FakeListener<SentinelElement>?>
  private let options: ListenerOptions
  private let state = Mutex(HandwrittenState())

  init(_ source: FakeListener<SentinelElement>, _ options: ListenerOptions) {
    self.source = Mutex(source)
    self.options = options
  }

  func next(isolation actor: isolated (any Actor)?) async -> HandwrittenState.Answer {
    let call = Call()
    return await withTaskCancellationHandler(
      operation: {
        listen()
        return await withCheckedContinuation(isolation: actor) { waiter in
          call.waiter.withLock { place in place = waiter }
          step { state in state.ask(waiter) }
        }
      },
      onCancel: { cancel(call) },
      isolation: actor)
  }

  func cancel(_ call: Call?) {
    state.withLock { state in state.cancel() }.removed?.remove()
    call?.waiter.withLock { place in place.take() }?.resume(returning: .end)
  }

  private func listen() {
    guard let source = source.withLock({ source in source.take() }) else { return }
    guard state.withLock({ state in state.terminal == nil }) else { return }
    do {
      let handle = try source.subscribe(options: options) { [self] event in
        step { state in state.receive(event) }
      }
      step { state in state.added(handle) }
    } catch {
      step { state in state.end(with: .failure(error)) }
    }
  }

  private func step(_ change: (inout HandwrittenState) -> HandwrittenState.Effects) {
    let effects = state.withLock { state in change(&state) }
    effects.removed?.remove()
    if let resumed = effects.resumed { resumed.waiter.resume(returning: resumed.answer) }
  }
}
