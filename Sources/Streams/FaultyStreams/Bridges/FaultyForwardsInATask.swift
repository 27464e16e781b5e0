import DemandStreams
import SluiceSimulation
import Synchronization

/// Breaks `demand.never-exceeded`: a task forwards whatever the sequence has, and the subscription
/// knows how to cancel it and nothing else.
struct FaultyForwardsInATask: SequenceBridge {
  static let bridge = FaultyBridge<any SequenceBridge>(
    name: "forwards-in-a-task", rule: "demand.never-exceeded", bridge: FaultyForwardsInATask())

  func publisher<Base: AsyncSequence & Sendable>(
    of base: Base
  ) -> AnyPublisher<Base.Element, Base.Failure> where Base.Element: Sendable {
    AnyPublisher(Forwarding(base: base))
  }

  private struct Forwarding<Base: AsyncSequence & Sendable>: Publisher
  where Base.Element: Sendable {
    typealias Output = Base.Element
    typealias Failure = Base.Failure

    let base: Base

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Base.Element, S.Failure == Base.Failure {
      let box = CallbackBox<any Subscriber<Base.Element, Base.Failure>>(subscriber)
      let subscription = TaskSubscription()
      subscriber.receive(subscription: subscription)
      subscription.hold(Task { [base] in await Self.forward(base, to: box) })
    }

    @concurrent
    private static func forward(
      _ base: Base, to box: CallbackBox<any Subscriber<Base.Element, Base.Failure>>
    ) async {
      do throws(Base.Failure) {
        var iterator = base.makeAsyncIterator()
        while let element = try await iterator.next(isolation: nil) {
          if Task.isCancelled { return }
          _ = box.callback.receive(element)
        }
        if !Task.isCancelled { box.callback.receive(completion: .finished) }
      } catch {
        if !Task.isCancelled { box.callback.receive(completion: .failure(error)) }
      }
    }
  }
}

/// A subscription that is a task to be cancelled.
final class TaskSubscription: Subscription, Sendable {
  private let state = Mutex<(task: Task<Void, Never>?, isCancelled: Bool)>((nil, false))

  /// Whether it was cancelled.
  var isCancelled: Bool { state.withLock { state in state.isCancelled } }

  /// Keeps the task, to cancel it.
  func hold(_ task: Task<Void, Never>?) {
    let isLate = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isLate { task?.cancel() }
  }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task.take()
    }
    task?.cancel()
  }
}
