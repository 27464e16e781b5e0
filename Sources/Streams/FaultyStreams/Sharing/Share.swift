import FakeListener
import Synchronization

/// The decisions of a share, each of which a faulty stream can take wrongly.
protocol ShareSteps: SendableMetatype {
  /// Whether the task that reads the base has to be cancelled when a side has left.
  static func isDeserted(left side: Int, sides: Int) -> Bool
  /// Whether a side gets a value, by how many values the base has given since the task began.
  static func gets(_ side: Int, _ count: Int, joinedAt: Int) -> Bool
}

extension ShareSteps {
  static func isDeserted(left side: Int, sides: Int) -> Bool { sides == 0 }
  static func gets(_ side: Int, _ count: Int, joinedAt: Int) -> Bool { true }
}

/// A share of any sequence, as libraries of algorithms have it: a task reads the base for as long
/// as there are sides, and hands each value to all of them.
///
/// The first reader starts the task, and the last one cancels it. So the base's listener comes and
/// goes with the task, some steps later.
final class Share<Base: AsyncSequence & Sendable, Steps: ShareSteps>: Sendable
where Base.Element == SentinelElement {
  typealias Stream = AsyncThrowingStream<SentinelElement, any Error>

  private struct Side {
    let continuation: Stream.Continuation
    let joinedAt: Int
  }

  private struct State {
    var sides: [Int: Side] = [:]
    var lastNumber = 0
    var generation = 0
    var count = 0
    var task: Task<Void, Never>?
  }

  private let base: Base
  private let state = Mutex(State())

  init(_ base: Base) {
    self.base = base
  }

  func join() -> Stream {
    let (stream, continuation) = Stream.makeStream()
    let number = state.withLock { state in
      state.lastNumber += 1
      state.sides[state.lastNumber] = Side(continuation: continuation, joinedAt: state.count)
      if state.task == nil {
        state.generation += 1
        state.count = 0
        state.task = Task { [base, generation = state.generation] in
          await self.forward(base, generation)
        }
      }
      return state.lastNumber
    }
    continuation.onTermination = { _ in self.leave(number) }
    return stream
  }

  private func forward(_ base: Base, _ generation: Int) async {
    do {
      for try await element in base { tell(element, generation) }
      end(.success(()), generation)
    } catch {
      end(.failure(error), generation)
    }
  }

  private func leave(_ number: Int) {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard state.sides.removeValue(forKey: number) != nil else { return nil }
      guard Steps.isDeserted(left: number, sides: state.sides.count) else { return nil }
      return state.task.take()
    }
    task?.cancel()
  }

  private func tell(_ element: SentinelElement, _ generation: Int) {
    let sides = state.withLock { state -> [Stream.Continuation] in
      guard state.generation == generation, state.task != nil else { return [] }
      state.count += 1
      return state.sides.sorted { one, other in one.key < other.key }
        .filter { number, side in
          Steps.gets(number, state.count, joinedAt: side.joinedAt)
        }
        .map { _, side in side.continuation }
    }
    for continuation in sides { continuation.yield(element) }
  }

  private func end(_ end: Result<Void, any Error>, _ generation: Int) {
    let sides = state.withLock { state -> [Stream.Continuation] in
      guard state.generation == generation, state.task != nil else { return [] }
      state.task = nil
      defer { state.sides = [:] }
      return state.sides.sorted { one, other in one.key < other.key }
        .map { _, side in side.continuation }
    }
    for continuation in sides {
      switch end {
      case .success: continuation.finish()
      case .failure(let error): continuation.finish(throwing: error)
      }
    }
  }
}

/// What its iterators share.
struct ShareSequence<Base: AsyncSequence & Sendable, Steps: ShareSteps>: AsyncSequence, Sendable
where Base.Element == SentinelElement {
  typealias Element = SentinelElement
  typealias Failure = any Error

  private let share: Share<Base, Steps>

  init(_ base: Base) {
    share = Share(base)
  }

  func makeAsyncIterator() -> AsyncThrowingStream<SentinelElement, any Error>.AsyncIterator {
    share.join().makeAsyncIterator()
  }
}
