import DemandStreams
import ShippedProducts
import SluiceSimulation
import Synchronization

/// A subscription that may be kept across tasks.
struct KeptSubscription: Sendable {
  private let box: CallbackBox<any Subscription>

  init(_ subscription: any Subscription) { box = CallbackBox(subscription) }

  func request(_ demand: Subscribers.Demand) { box.callback.request(demand) }
  func cancel() { box.callback.cancel() }
}

/// What an iterator receives of a publisher; each default is right, and a page has steps of its
/// own.
protocol Receiving: Sendable, SendableMetatype {
  init()
  var inbox: NumberInbox { get }
  func receive(subscription: any Subscription)
  /// The iterator waits, and its continuation is stored.
  func wait()
}

extension Receiving {
  var subscription: Box<KeptSubscription> { inbox.subscription }

  func receive(subscription new: any Subscription) {
    guard subscription.value == nil else { return new.cancel() }
    subscription.value = KeptSubscription(new)
  }

  func wait() { subscription.value?.request(.max(1)) }
}

/// The numbers of a publisher that an iterator has asked for.
final class NumberInbox: Sendable {
  typealias Waiter = CheckedContinuation<Int?, any Error>

  private struct State {
    var waiter: Waiter?
    var end: Completion?
  }

  let subscription = Box<KeptSubscription>()
  private let state = Mutex(State())

  func receive(_ number: Int) {
    // A number that comes while no next() waits was not asked for.
    state.withLock { state in state.waiter.take() }?.resume(returning: number)
  }

  func end(_ end: Completion) {
    let waiter = state.withLock { state in
      let waiter = state.waiter.take()
      if state.end == nil { state.end = waiter == nil ? end : .finished }
      return waiter
    }
    waiter?.resume(with: Self.answer(to: end))
  }

  func cancel() {
    subscription.take()?.cancel()
    end(.finished)
  }

  func next(isolation actor: isolated (any Actor)?, _ wait: () -> Void) async throws -> Int? {
    try await withCheckedThrowingContinuation(isolation: actor) { (waiter: Waiter) in
      let answer = state.withLock { state -> Result<Int?, any Error>? in
        if let end = state.end {
          state.end = .finished
          return Self.answer(to: end)
        }
        state.waiter = waiter
        return nil
      }
      if let answer { waiter.resume(with: answer) } else { wait() }
    }
  }

  private static func answer(to end: Completion) -> Result<Int?, any Error> {
    switch end {
    case .finished: .success(nil)
    case .failure(let error): .failure(error)
    }
  }
}

/// The subscriber of an iterator.
private struct InboxSubscriber<Steps: Receiving>: Subscriber {
  let combineIdentifier = CombineIdentifier()
  let steps: Steps

  func receive(subscription: any Subscription) { steps.receive(subscription: subscription) }

  func receive(_ input: Int) -> Subscribers.Demand {
    steps.inbox.receive(input)
    return .none
  }

  func receive(completion: Completion) { steps.inbox.end(completion) }
}

/// A sequence of a publisher's numbers.
struct ReceivedNumbers<Steps: Receiving>: AsyncSequence, Sendable {
  let publisher: FakePublisher

  func makeAsyncIterator() -> Iterator { Iterator(publisher: publisher) }

  final class Iterator: AsyncIteratorProtocol {
    private let publisher: FakePublisher
    private let steps = Steps()
    private var isSubscribed = false

    fileprivate init(publisher: FakePublisher) { self.publisher = publisher }

    deinit { steps.inbox.cancel() }

    func next(isolation actor: isolated (any Actor)?) async throws -> Int? {
      let inbox = steps.inbox
      return try await withTaskCancellationHandler(
        operation: {
          if !isSubscribed, !Task.isCancelled {
            isSubscribed = true
            publisher.subscribe(InboxSubscriber(steps: steps))
          }
          return try await inbox.next(isolation: actor) { steps.wait() }
        }, onCancel: { inbox.cancel() }, isolation: actor)
    }
  }
}
