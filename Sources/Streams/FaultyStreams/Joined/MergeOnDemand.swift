import FakeListener
import Synchronization

/// Two streams, each read by a task that goes on only when a value of it was taken.
///
/// Values that the consumer has not asked for wait in the two streams. An error of one stream is
/// thrown by the next `next()`, before values that wait in the other.
struct MergeOnDemand: AsyncSequence, Sendable {
  typealias Element = SentinelElement

  let source: FakeListener<SentinelElement>
  let options: ListenerOptions

  func makeAsyncIterator() -> Iterator {
    let merge = Merge()
    for _ in 0..<Merge.sources { merge.read(StreamPerIteration.listening(to: source, options)) }
    return Iterator(merge: merge)
  }

  final class Iterator: AsyncIteratorProtocol {
    private let merge: Merge

    fileprivate init(merge: Merge) { self.merge = merge }

    deinit { merge.end(.success(())) }

    func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      try await withTaskCancellationHandler {
        try await merge.next(isolation: actor)
      } onCancel: { [merge] in
        merge.end(.success(()))
      }
    }
  }
}

/// Where the tasks of a merge and its consumer meet.
private final class Merge: Sendable {
  static let sources = 2

  private typealias Waiter = CheckedContinuation<SentinelElement?, any Error>

  private struct State {
    var offers: [(element: SentinelElement, taken: CheckedContinuation<Void, Never>)] = []
    var waiter: Waiter?
    var open = Merge.sources
    var ending: Result<Void, any Error>?
    var tasks: [Task<Void, Never>] = []
  }

  private let state = Mutex(State())

  func read(_ stream: StreamPerIteration.Stream) {
    let task = Task {
      do {
        for try await element in stream { await offer(element) }
        finishOne()
      } catch {
        end(.failure(error))
      }
    }
    state.withLock { state in state.tasks.append(task) }
  }

  private func offer(_ element: SentinelElement) async {
    await withCheckedContinuation { (taken: CheckedContinuation<Void, Never>) in
      let waiter = state.withLock { state -> Waiter?? in
        if state.ending != nil { return .some(nil) }
        if let waiter = state.waiter.take() { return waiter }
        state.offers.append((element, taken))
        return nil
      }
      guard let waiter else { return }
      waiter?.resume(returning: element)
      taken.resume()
    }
  }

  func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
    try await withCheckedThrowingContinuation(isolation: actor) { waiter in
      enum Answer {
        case ending(Result<Void, any Error>)
        case offer(SentinelElement, CheckedContinuation<Void, Never>)
      }
      let answer = state.withLock { state -> Answer? in
        if let ending = state.ending {
          state.ending = .success(())
          return .ending(ending)
        }
        guard !state.offers.isEmpty else {
          state.waiter = waiter
          return nil
        }
        let offer = state.offers.removeFirst()
        return .offer(offer.element, offer.taken)
      }
      switch answer {
      case .ending(let ending): waiter.resume(with: ending.map { _ in nil })
      case .offer(let element, let taken):
        waiter.resume(returning: element)
        taken.resume()
      case nil: break
      }
    }
  }

  private func finishOne() {
    let isLast = state.withLock { state in
      state.open -= 1
      return state.open == 0
    }
    if isLast { end(.success(())) }
  }

  func end(_ ending: Result<Void, any Error>) {
    var (waiter, offers, tasks) = (Waiter?.none, State().offers, State().tasks)
    state.withLock { state in
      guard state.ending == nil else { return }
      waiter = state.waiter.take()
      state.ending = waiter == nil ? ending : .success(())
      swap(&offers, &state.offers)
      swap(&tasks, &state.tasks)
    }
    waiter?.resume(with: ending.map { _ in nil })
    for offer in offers { offer.taken.resume() }
    for task in tasks { task.cancel() }
  }
}
