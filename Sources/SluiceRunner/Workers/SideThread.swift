import Dispatch
import Foundation
import Synchronization

/// A thread that owns something and does one thing with it after the other, while the one who asks
/// for that goes on.
///
/// Without a thread of its own each thing is done where it is asked for, before anything else is.
package struct SideThread<Owned> {
  private enum Place {
    case asking(Owned)
    case own(SideLine<Owned>)
  }

  private let place: Place

  /// A thread that has nothing to do yet.
  ///
  /// - Parameters:
  ///   - isApart: Whether there is one; else who asks does what is asked for.
  ///   - make: Makes what it owns, on the thread that does.
  package init(isApart: Bool, _ make: @escaping @Sendable () -> Owned) {
    guard isApart else {
      place = .asking(make())
      return
    }
    let line = SideLine<Owned>()
    Thread.detachNewThread { line.work(make()) }
    place = .own(line)
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
    switch place {
    case .asking(let owned): pending.settle(Result { try work(owned) })
    case .own(let line): line.append { owned in pending.settle(Result { try work(owned) }) }
    }
    return pending
  }

  /// Waits until all that was asked for is done; nothing may be asked for any more.
  package func end() {
    if case .own(let line) = place { line.end() }
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
  private let waiting = Mutex<[@Sendable (Owned) -> Void]>([])
  /// Counts what waits; and once more when nothing comes any more.
  private let work = DispatchSemaphore(value: 0)
  private let isOver = DispatchSemaphore(value: 0)

  func append(_ action: @escaping @Sendable (Owned) -> Void) {
    waiting.withLock { waiting in waiting.append(action) }
    work.signal()
  }

  func end() {
    work.signal()
    isOver.wait()
  }

  /// Does all there is to do, until the end.
  func work(_ owned: Owned) {
    while true {
      work.wait()
      let action = waiting.withLock { waiting in
        waiting.isEmpty ? nil : waiting.removeFirst()
      }
      guard let action else { break }
      action(owned)
    }
    isOver.signal()
  }
}
