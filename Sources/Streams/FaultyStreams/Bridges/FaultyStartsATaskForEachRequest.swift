import DemandStreams
import SluiceSimulation
import Synchronization

/// Starts a task for each request: with an iterator for each it breaks `demand.own-iteration`, and
/// with one for all `demand.serial`, since the tasks call a subscriber that takes its time at once.
struct FaultyStartsATaskForEachRequest: SequenceBridge {
  static let bridges: [FaultyBridge<any SequenceBridge>] = [
    FaultyBridge(
      name: "iterates-for-each-request", rule: "demand.own-iteration",
      bridge: FaultyStartsATaskForEachRequest(sharesIterator: false)),
    FaultyBridge(
      name: "starts-a-task-for-each-request", rule: "demand.serial",
      bridge: FaultyStartsATaskForEachRequest(sharesIterator: true)),
  ]

  /// Whether the tasks of a subscription share an iterator.
  let sharesIterator: Bool

  func publisher<Base: AsyncSequence & Sendable>(
    of base: Base
  ) -> AnyPublisher<Base.Element, Base.Failure> where Base.Element: Sendable {
    AnyPublisher(Starting(base: base, sharesIterator: sharesIterator))
  }

  private struct Starting<Base: AsyncSequence & Sendable>: Publisher where Base.Element: Sendable {
    typealias Output = Base.Element
    typealias Failure = Base.Failure

    let base: Base
    let sharesIterator: Bool

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Base.Element, S.Failure == Base.Failure {
      subscriber.receive(
        subscription: Tasks(
          base, to: CallbackBox(subscriber),
          sharing: sharesIterator ? SharedIterator(base) : nil))
    }
  }

  private final class Tasks<Base: AsyncSequence & Sendable>: Subscription, Sendable
  where Base.Element: Sendable {
    private typealias Target = CallbackBox<any Subscriber<Base.Element, Base.Failure>>

    private let base: Base
    private let shared: SharedIterator<Base>?
    private let state: Mutex<(target: Target?, tasks: [Task<Void, Never>])>

    init(
      _ base: Base, to box: CallbackBox<some Subscriber<Base.Element, Base.Failure>>,
      sharing shared: SharedIterator<Base>?
    ) {
      self.base = base
      self.shared = shared
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
        var iterator = OwnOrShared(base, sharing: shared)
        while demand > 0 {
          guard let element = try await iterator.next() else {
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
