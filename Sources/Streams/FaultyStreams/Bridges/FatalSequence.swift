import DemandStreams
import SluiceSimulation
import Synchronization

/// A sequence of a publisher's values that traps or hangs: a continuation that is resumed by
/// whoever comes, or a request that is made under the lock which the value needs.
struct FatalSequence: PublisherBridge {
  static let bridges: [FaultyBridge<any PublisherBridge>] = [
    FaultyBridge(
      name: "resumes-twice", rule: "trap", bridge: FatalSequence(asksUnderItsLock: false)),
    FaultyBridge(
      name: "asks-under-its-lock", rule: "trap", bridge: FatalSequence(asksUnderItsLock: true)),
  ]

  /// Whether it asks under its lock, instead of resuming twice.
  let asksUnderItsLock: Bool

  func values<Base: Publisher & Sendable>(
    of base: Base
  ) -> any AsyncSequence<Base.Output, any Error> & Sendable
  where Base.Output: Sendable, Base.Failure == any Error {
    let inbox = CarelessInbox<Base.Output>(asksUnderItsLock: asksUnderItsLock)
    base.subscribe(inbox)
    return AsyncThrowingStream { try await inbox.next() }
  }
}

private final class CarelessInbox<Output: Sendable>: Subscriber, Sendable {
  private typealias Waiter = CheckedContinuation<Output?, any Error>

  private let waiter = Mutex<Waiter?>(nil)
  private let subscription = Mutex<CallbackBox<any Subscription>?>(nil)
  private let asksUnderItsLock: Bool

  init(asksUnderItsLock: Bool) {
    self.asksUnderItsLock = asksUnderItsLock
  }

  func next() async throws -> Output? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let box = subscription.withLock { box in box }
        if asksUnderItsLock {
          waiter.withLock { waiter in
            waiter = continuation
            box?.callback.request(.max(1))
          }
        } else {
          waiter.withLock { waiter in waiter = continuation }
          box?.callback.request(.max(1))
        }
      }
    } onCancel: {
      subscription.withLock { box in box }?.callback.cancel()
      // The waiter stays where it is, also when it is resumed.
      waiter.withLock { waiter in waiter }?.resume(returning: nil)
    }
  }

  func receive(subscription: any Subscription) {
    let box = CallbackBox(subscription)
    self.subscription.withLock { subscription in subscription = box }
  }

  func receive(_ input: Output) -> Subscribers.Demand {
    waiter.withLock { waiter in waiter }?.resume(returning: input)
    return .none
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    let waiter = waiter.withLock { waiter in waiter.take() }
    switch completion {
    case .finished: waiter?.resume(returning: nil)
    case .failure(let failure): waiter?.resume(throwing: failure)
    }
  }
}
