package import DemandStreams
import SluiceSimulation

/// The publisher of an asynchronous sequence as the post on both proposes it.
///
/// It knows no typed failures: whatever the sequence throws is some error.
package struct ProposedPublisher<Base: AsyncSequence & Sendable>: Publisher, Sendable
where Base.Element: Sendable {
  package typealias Output = Base.Element
  package typealias Failure = any Error

  private let base: Base

  /// The publisher of a sequence.
  package init(_ base: Base) {
    self.base = base
  }

  package func receive<S>(subscriber: S)
  where S: Subscriber, S.Failure == any Error, S.Input == Base.Element {
    let subscription = ProposedSubscription(base, to: CallbackBox(subscriber))
    subscriber.receive(subscription: subscription)
    Task { await subscription.mainLoop() }
  }
}

/// A subscription as an actor, which has the demand, a continuation that waits for more, and a task
/// that goes through the sequence.
///
/// The post's design: the loop awaits an element first and the demand for it then; `request` and
/// `cancel`, which can't wait for the actor, go to it by tasks of their own.
private actor ProposedSubscription<Base: AsyncSequence & Sendable>: Subscription
where Base.Element: Sendable {
  private let base: Base
  private let subscriber: any Subscriber<Base.Element, any Error>
  private var demand = Subscribers.Demand.none
  private var continuation: CheckedContinuation<Void, Never>?
  private var task: Task<Void, Never>?

  init(_ base: Base, to box: CallbackBox<any Subscriber<Base.Element, any Error>>) {
    self.base = base
    subscriber = box.callback
  }

  nonisolated func request(_ demand: Subscribers.Demand) {
    // The continuation is resumed outside of the actor.
    Task { await add(demand)?.resume() }
  }

  nonisolated func cancel() {
    Task { await cancelTask() }
  }

  func mainLoop() {
    task = Task {
      await withTaskCancellationHandler {
        do {
          for try await element in base {
            await waitUntilReadyForMore()
            guard !Task.isCancelled else { return }
            demand += subscriber.receive(element)
          }
          subscriber.receive(completion: .finished)
        } catch {
          subscriber.receive(completion: .failure(error))
        }
      } onCancel: {
        Task { await takeContinuation()?.resume() }
      }
    }
  }

  private func cancelTask() {
    task?.cancel()
  }

  private func add(_ more: Subscribers.Demand) -> CheckedContinuation<Void, Never>? {
    demand += more
    return demand > .none ? takeContinuation() : nil
  }

  private func takeContinuation() -> CheckedContinuation<Void, Never>? {
    defer { continuation = nil }
    return continuation
  }

  private func waitUntilReadyForMore() async {
    if demand == .none {
      await withCheckedContinuation { continuation in self.continuation = continuation }
    }
    demand -= .max(1)
  }
}
