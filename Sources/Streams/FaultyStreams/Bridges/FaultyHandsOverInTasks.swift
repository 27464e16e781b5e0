import DemandStreams
import SluiceSimulation
import Synchronization

/// Breaks `demand.serial`: each value is handed over by a task of its own, so that the next one
/// comes while a subscriber that takes its time is still at the last.
struct FaultyHandsOverInTasks: SequenceBridge {
  static let bridge = FaultyBridge<any SequenceBridge>(
    name: "hands-over-in-tasks", rule: "demand.serial", bridge: FaultyHandsOverInTasks())

  func publisher<Base: AsyncSequence & Sendable>(
    of base: Base
  ) -> AnyPublisher<Base.Element, Base.Failure> where Base.Element: Sendable {
    AnyPublisher(Handing(base: base))
  }

  private struct Handing<Base: AsyncSequence & Sendable>: Publisher where Base.Element: Sendable {
    typealias Output = Base.Element
    typealias Failure = Base.Failure

    let base: Base

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Base.Element, S.Failure == Base.Failure {
      PlainPublisher(base).subscribe(Relay(to: CallbackBox(subscriber)))
    }
  }

  /// A subscriber that hands on by tasks, and the subscription by which it is cancelled.
  private final class Relay<Input: Sendable, Failure: Error>: Subscriber, Subscription, Sendable {
    private typealias Target = CallbackBox<any Subscriber<Input, Failure>>

    private let state: Mutex<(target: Target?, upstream: CallbackBox<any Subscription>?)>

    init(to box: CallbackBox<some Subscriber<Input, Failure>>) {
      state = Mutex((CallbackBox(box.callback), nil))
    }

    private var target: Target? { state.withLock { state in state.target } }

    func receive(subscription: any Subscription) {
      let box = CallbackBox(subscription)
      state.withLock { state in state.upstream = box }
      target?.callback.receive(subscription: self)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
      Task {
        guard let reply = self.target?.callback.receive(input) else { return }
        self.request(reply)
      }
      return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      Task {
        let last = self.state.withLock { state in
          defer { state = (nil, nil) }
          return (state.target, state.upstream)
        }
        withExtendedLifetime(last.1) { last.0?.callback.receive(completion: completion) }
      }
    }

    func request(_ demand: Subscribers.Demand) {
      let upstream = state.withLock { state in state.upstream }
      if demand > .none { upstream?.callback.request(demand) }
    }

    func cancel() {
      let last = state.withLock { state in
        defer { state = (nil, nil) }
        return (state.target, state.upstream)
      }
      withExtendedLifetime(last.0) { last.1?.callback.cancel() }
    }
  }
}
