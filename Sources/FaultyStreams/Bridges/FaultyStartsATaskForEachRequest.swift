import DemandStreams
import SluiceSimulation
import Synchronization

/// Breaks `demand.own-iteration`: each request starts a task of its own with an iterator of its
/// own, so that two requests have two iterations, whose values come in between each other.
struct FaultyStartsATaskForEachRequest: SequenceBridge {
  static let bridge = FaultyBridge<any SequenceBridge>(
    name: "starts-a-task-for-each-request", rule: "demand.own-iteration",
    bridge: FaultyStartsATaskForEachRequest())

  func publisher<Base: AsyncSequence & Sendable>(
    of base: Base
  ) -> AnyPublisher<Base.Element, Base.Failure> where Base.Element: Sendable {
    AnyPublisher(Starting(base: base))
  }

  private struct Starting<Base: AsyncSequence & Sendable>: Publisher where Base.Element: Sendable {
    typealias Output = Base.Element
    typealias Failure = Base.Failure

    let base: Base

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Base.Element, S.Failure == Base.Failure {
      subscriber.receive(subscription: Tasks(base, to: CallbackBox(subscriber)))
    }
  }

  private final class Tasks<Base: AsyncSequence & Sendable>: Subscription, Sendable
  where Base.Element: Sendable {
    private typealias Target = CallbackBox<any Subscriber<Base.Element, Base.Failure>>

    private let base: Base
    private let state: Mutex<(target: Target?, tasks: [Task<Void, Never>])>

    init(_ base: Base, to box: CallbackBox<some Subscriber<Base.Element, Base.Failure>>) {
      self.base = base
      state = Mutex((CallbackBox(box.callback), []))
    }

    func request(_ demand: Subscribers.Demand) {
      let task = Task { await self.serve(demand) }
      state.withLock { state in state.tasks.append(task) }
    }

    func cancel() {
      let (tasks, target) = state.withLock { state in
        defer { state = (nil, []) }
        return (state.tasks, state.target)
      }
      withExtendedLifetime(target) { for task in tasks { task.cancel() } }
    }

    @concurrent
    private func serve(_ first: Subscribers.Demand) async {
      var demand = first
      do throws(Base.Failure) {
        var iterator = base.makeAsyncIterator()
        while demand > 0 {
          guard let element = try await iterator.next(isolation: nil) else {
            return tell(.finished)
          }
          guard let target = state.withLock({ state in state.target }) else { return }
          demand -= 1
          demand += target.callback.receive(element)
        }
      } catch {
        tell(.failure(error))
      }
    }

    private func tell(_ completion: Subscribers.Completion<Base.Failure>) {
      state.withLock { state in state.target.take() }?.callback.receive(completion: completion)
    }
  }
}
