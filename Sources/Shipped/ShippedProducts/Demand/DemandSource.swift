import FakeListener
import SluiceSpies
import Synchronization

/// The sequence behind a publisher under test: numbers that a scenario says, and its end.
///
/// Each iterator begins with the first number, as that of a collection does, and waits where the
/// scenario has said no more. It writes to the log what it is asked, when its task is cancelled,
/// and when it goes. It can be told to throw `CancellationError` when it is cancelled, or to be
/// deaf to that; it never answers two calls of `next()` at once, nor gives what was not said.
public struct DemandSource: AsyncSequence, Sendable {
  /// A number.
  public typealias Element = Int

  let script: DemandScript

  /// A new iteration, from the first number on.
  public func makeAsyncIterator() -> Iterator {
    Iterator(script: script, life: IteratorLife(in: script))
  }

  /// The iterator of a scenario's numbers.
  public struct Iterator: AsyncIteratorProtocol {
    let script: DemandScript
    let life: IteratorLife
    private var index = 0
    private var isOver = false

    init(script: DemandScript, life: IteratorLife) {
      self.script = script
      self.life = life
    }

    /// The next number; nil after the last, and when the task is cancelled.
    ///
    /// - Parameter actor: Where the caller is.
    /// - Returns: The number.
    /// - Throws: The error that the scenario says.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Int? {
      let number = life.number
      script.note(.nextCalled(number))
      let answer = isOver ? .success(nil) : await script.element(at: index, for: number, actor)
      index += 1
      switch answer {
      case .success(let element?):
        script.note(.nextReturned(number, .element(.integer(Int64(element)))))
        return element
      case .success(nil):
        isOver = true
        script.note(.nextReturned(number, .end))
        return nil
      case .failure(let error):
        isOver = true
        script.note(.nextReturned(number, .failure(SluiceSpies.Failure(error))))
        throw error
      }
    }
  }
}

/// What writes down that an iterator is there, and that it goes.
final class IteratorLife: Sendable {
  let number: Int
  private let script: DemandScript

  init(in script: DemandScript) {
    self.script = script
    number = script.nextIterator()
    script.note(.iteratorMade(number, for: SubscriberDrive.current))
  }

  deinit {
    script.note(.iteratorDied(number))
  }
}

/// What a scenario has said of the numbers so far, and who waits for more.
final class DemandScript: Sendable {
  /// What an iterator does that waits when its task is cancelled.
  enum OnCancel: String, Sendable, CaseIterable {
    case ends
    case `throws`
    case ignores
  }

  typealias Answer = Result<Int?, any Error>

  fileprivate struct State {
    typealias Waiter = (
      iterator: Int, index: Int, continuation: CheckedContinuation<Answer, Never>
    )

    var numbers: [Int] = []
    var end: Answer?
    var onCancel = OnCancel.ends
    var iterators = 0
    var living = 0
    var waiters: [Waiter] = []
    var cancelled: Set<Int> = []
  }

  private let log: EventLog
  private let state = Mutex(State())

  init(log: EventLog) {
    self.log = log
  }

  func note(_ event: DemandEvent) {
    if case .iteratorDied = event { state.withLock { state in state.living -= 1 } }
    log.append(.demand(event))
  }

  func nextIterator() -> Int {
    state.withLock { state in
      state.iterators += 1
      state.living += 1
      return state.iterators
    }
  }

  /// How many iterators were made, and how many there are.
  var iterators: (made: Int, living: Int) {
    state.withLock { state in (state.iterators, state.living) }
  }

  // MARK: What the scenario says

  func choose(_ onCancel: OnCancel) { state.withLock { state in state.onCancel = onCancel } }

  func append(_ numbers: some Sequence<Int>) {
    change { state in state.numbers.append(contentsOf: numbers) }
  }

  /// Ends the sequence: with an error, or normally.
  func end(_ error: ScriptedError?) {
    change { state in
      state.end = state.end ?? error.map { error in .failure(error) } ?? .success(nil)
    }
  }

  private func change(_ update: (inout State) -> Void) {
    let answered = state.withLock { state in
      update(&state)
      var answered: [(CheckedContinuation<Answer, Never>, Answer)] = []
      var waiting: [State.Waiter] = []
      for waiter in state.waiters {
        if let answer = state.answer(at: waiter.index) {
          answered.append((waiter.continuation, answer))
        } else {
          waiting.append(waiter)
        }
      }
      state.waiters = waiting
      return answered
    }
    for (continuation, answer) in answered { continuation.resume(returning: answer) }
  }

  // MARK: What iterators ask

  func element(
    at index: Int, for iterator: Int, _ actor: isolated (any Actor)?
  ) async -> Answer {
    await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: actor) { continuation in
        let answer = state.withLock { state -> Answer? in
          if state.cancelled.contains(iterator), let answer = state.onCancel.answer {
            return answer
          }
          if let answer = state.answer(at: index) { return answer }
          state.waiters.append((iterator, index, continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      note(.nextCancelled(iterator))
      cancel(iterator)
    }
  }

  private func cancel(_ iterator: Int) {
    let (waiter, answer) = state.withLock { state in
      state.cancelled.insert(iterator)
      guard let answer = state.onCancel.answer,
        let place = state.waiters.firstIndex(where: { $0.iterator == iterator })
      else { return (CheckedContinuation<Answer, Never>?.none, Answer.success(nil)) }
      return (state.waiters.remove(at: place).continuation, answer)
    }
    waiter?.resume(returning: answer)
  }
}

extension DemandScript.State {
  fileprivate func answer(at index: Int) -> DemandScript.Answer? {
    index < numbers.count ? .success(numbers[index]) : end
  }
}

extension DemandScript.OnCancel {
  fileprivate var answer: DemandScript.Answer? {
    switch self {
    case .ends: .success(nil)
    case .throws: .failure(CancellationError())
    case .ignores: nil
    }
  }
}
