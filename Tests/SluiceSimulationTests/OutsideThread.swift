import Dispatch
import Foundation
import Synchronization

/// A thread that runs what it is told to, and belongs to no simulation if it is made outside of
/// one.
final class OutsideThread: Sendable {
  private let bodies = Mutex<[@Sendable () -> Void]>([])
  private let arrived = DispatchSemaphore(value: 0)

  init() {
    Thread.detachNewThread { [self] in
      while true {
        arrived.wait()
        bodies.withLock { $0.removeFirst() }()
      }
    }
  }

  /// Has the thread run a body, without waiting for it.
  func post(_ body: @escaping @Sendable () -> Void) {
    bodies.withLock { $0.append(body) }
    arrived.signal()
  }

  /// Has the thread run a body, and waits for it in real time.
  func run(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    post {
      body()
      isDone.signal()
    }
    isDone.wait()
  }
}
