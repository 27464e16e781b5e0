import DemandStreams
import ShippedProducts
import Synchronization

/// The numbers of a sequence that were asked for, collected for one subscriber.
final class Collected: Sendable {
  private struct State {
    var subscriber: NumberSubscriber?
    var numbers: [Int] = []
    var end: Completion?
    var demand = Subscribers.Demand.none
    var isHandingOver = false
  }

  private let state: Mutex<State>
  private let tasks = List<Task<Void, Never>>()
  private let (asked, ask) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let (ready, tell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(for subscriber: NumberSubscriber) {
    state = Mutex(State(subscriber: subscriber))
  }

  // MARK: What pages call

  func add(_ demand: Subscribers.Demand) {
    state.withLock { state in state.demand += demand }
    ask.yield()
  }

  /// Whether no other call hands over.
  func begin() -> Bool {
    state.withLock { state in
      defer { state.isHandingOver = true }
      return !state.isHandingOver
    }
  }

  /// The next number, one less of the demand; nil where there is none, which ends the handing over.
  func next() -> (NumberSubscriber, Int)? {
    state.withLock { state in
      guard let subscriber = state.subscriber, state.demand > 0, !state.numbers.isEmpty else {
        state.isHandingOver = false
        return nil
      }
      state.demand -= .max(1)
      return (subscriber, state.numbers.removeFirst())
    }
  }

  func cancel() {
    let subscriber = state.withLock { state in state.subscriber.take() }
    withExtendedLifetime(subscriber) { for task in tasks.all { task.cancel() } }
    ask.finish()
    tell.finish()
  }

  // MARK: Collecting

  /// Collects what is asked for in one task, and has it handed over in another.
  func collect(_ source: DemandSource, handOver: @escaping @Sendable () -> Void) {
    tasks.append(Task { await collect(source) })
    tasks.append(
      Task {
        for await _ in ready {
          handOver()
          guard let (subscriber, end) = finish() else { continue }
          subscriber.receive(completion: end)
        }
      })
  }

  private func collect(_ source: DemandSource) async {
    var wakeUps = asked.makeAsyncIterator()
    var iterator = source.makeAsyncIterator()
    while !Task.isCancelled {
      guard wantsMore else {
        if await wakeUps.next(isolation: nil) == nil { return }
        continue
      }
      do {
        guard let number = try await iterator.next(isolation: nil) else {
          return end(.finished)
        }
        state.withLock { state in state.numbers.append(number) }
      } catch {
        return end(.failure(error))
      }
      tell.yield()
    }
  }

  private var wantsMore: Bool {
    state.withLock { state in state.subscriber != nil && state.demand > state.numbers.count }
  }

  private func end(_ end: Completion) {
    state.withLock { state in state.end = end }
    tell.yield()
    tell.finish()
  }

  /// The end and the subscriber that is told, where nothing is left before it.
  private func finish() -> (NumberSubscriber, Completion)? {
    state.withLock { state in
      guard state.numbers.isEmpty, let end = state.end else { return nil }
      return state.subscriber.take().map { subscriber in (subscriber, end) }
    }
  }
}
