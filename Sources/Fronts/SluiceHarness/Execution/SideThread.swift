import Dispatch
package import SluiceRunner
import Synchronization

/// A thread that owns something and does one thing with it after the other, while the one who asks
/// for that goes on.
///
/// Behind an error nothing more is done: what is asked for comes to the same error. So it does
/// where the thread can't be started. Without a thread of its own each thing is done where it is
/// asked for, before anything else is.
package struct SideThread<Owned> {
  private let line = SideLine<Owned>()
  /// What is owned, where there is no thread.
  private let owned: Owned?
  /// Why the thread can't be started, if it can't.
  private let refusal: WorkerError?

  /// A thread that has nothing to do yet.
  ///
  /// - Parameters:
  ///   - isApart: Whether there is one; else who asks does what is asked for.
  ///   - start: Starts it.
  ///   - make: Makes what it owns, on the thread that does.
  package init(
    isApart: Bool, startedBy start: OwnThread.Start = OwnThread.start,
    _ make: @escaping @Sendable () -> Owned
  ) {
    guard isApart else {
      (owned, refusal) = (make(), nil)
      return
    }
    owned = nil
    do throws(WorkerError) {
      try start { [line] in line.work(make()) }
      refusal = nil
    } catch {
      refusal = error
    }
  }

  /// Has something done behind what was asked for before.
  ///
  /// - Parameter work: What is done with what the thread owns.
  /// - Returns: What comes of it, to be waited for.
  @discardableResult
  package func begin<Value: Sendable>(
    _ work: @escaping @Sendable (Owned) throws -> Value
  ) -> Pending<Value> {
    let pending = Pending<Value>()
    if let refusal {
      pending.settle(.failure(refusal))
      return pending
    }
    perform { [line] owned in pending.settle(line.result { try work(owned) }) }
    return pending
  }

  /// Looks whether anything has failed so far.
  ///
  /// - Throws: What failed first.
  package func check() throws {
    if let refusal { throw refusal }
    try line.check()
  }

  /// Waits until all that was asked for has come to its end; nothing may be asked for any more.
  ///
  /// - Parameter work: What is done last with what the thread owns, whatever has come of the rest.
  package func end(_ work: @escaping @Sendable (Owned) -> Void) {
    guard refusal == nil else { return }
    perform(work)
    if owned == nil { line.end() }
  }

  private func perform(_ action: @escaping @Sendable (Owned) -> Void) {
    if let owned { action(owned) } else { line.append(action) }
  }
}

/// What will have come of something that another thread does.
package final class Pending<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let isSettled = DispatchSemaphore(value: 0)

  fileprivate init() {}

  /// What has come of something already.
  package init(_ value: Value) {
    settle(.success(value))
  }

  /// What has come of it, as soon as it has.
  ///
  /// - Throws: What kept it from being done.
  package func value() throws -> Value {
    isSettled.wait()
    defer { isSettled.signal() }
    guard let result = result.withLock({ result in result }) else {
      preconditionFailure("it is settled without a result")
    }
    return try result.get()
  }

  fileprivate func settle(_ settled: Result<Value, any Error>) {
    result.withLock { result in result = settled }
    isSettled.signal()
  }
}

/// What a thread has to do, one after the other.
private final class SideLine<Owned>: Sendable {
  private let actions = WaitingLine<@Sendable (Owned) -> Void>()
  private let failure = Mutex<(any Error)?>(nil)
  private let isOver = DispatchSemaphore(value: 0)

  func append(_ action: @escaping @Sendable (Owned) -> Void) { actions.append(action) }

  func end() {
    actions.end(for: 1)
    isOver.wait()
  }

  /// Does all there is to do, until the end.
  func work(_ owned: Owned) {
    while let action = actions.next() { action(owned) }
    isOver.signal()
  }

  func check() throws {
    if let failure = failure.withLock({ failure in failure }) { throw failure }
  }

  /// What comes of something, where nothing has failed before.
  func result<Value>(of work: () throws -> Value) -> Result<Value, any Error> {
    let result = Result {
      try check()
      return try work()
    }
    if case .failure(let error) = result { failure.withLock { failure in failure = error } }
    return result
  }
}
